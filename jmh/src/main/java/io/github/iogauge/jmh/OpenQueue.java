package io.github.iogauge.jmh;

import io.github.iogauge.engine.IoEngine;
import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.engine.QueueRequest;
import java.io.IOException;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One thread's queue on the target, full of random reads. */
@State(Scope.Thread)
public abstract class OpenQueue {

  /** As many I/Os as the library itself hands over in one call. */
  private static final int BATCH = 8;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** The size of each read in bytes. */
  @Param("4096")
  public int blockSize;

  private final SplittableRandom random = new SplittableRandom(1);
  private IoQueue queue;
  private long blocks;

  /** Opens the queue and fills it. */
  final void open(TargetFile target, String engineName, int depth) throws IOException {
    IoEngine engine = engine(engineName);
    if (depth > engine.maxQueueDepth()) {
      throw new IllegalArgumentException(
          "depth " + depth + ": engine " + engineName + " keeps " + engine.maxQueueDepth());
    }
    blocks = target.blocks(blockSize);
    queue =
        engine.open(
            new QueueRequest(target.path(), false, target.isDirect(), false, depth, blockSize));
    for (int slot = 0; slot < depth; slot++) {
      prepare(slot);
    }
    queue.submit();
  }

  private static IoEngine engine(String name) {
    IoEngine engine =
        ServiceLoader.load(IoEngine.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("engine " + name + ": no such engine"));
    engine
        .unavailable()
        .ifPresent(
            reason -> {
              throw new IllegalStateException("engine " + name + ": " + reason);
            });
    return engine;
  }

  /**
   * Waits until at least one read is done, and puts a new one in the place of each that is.
   *
   * @return how many were done
   */
  final int turn() throws IOException {
    int done = queue.reap(1, PATIENCE_NANOS);
    if (done == 0) {
      throw new IOException("no read was completed within 30 s");
    }
    for (int i = 0; i < done; i++) {
      if (queue.result(i) != blockSize) {
        throw new IOException(
            queue.result(i) < 0 ? queue.describe(i) : "short read of " + queue.result(i));
      }
      prepare(queue.slot(i));
      if (queue.pending() == BATCH) {
        queue.submit();
      }
    }
    if (queue.pending() > 0) {
      queue.submit();
    }
    return done;
  }

  private void prepare(int slot) {
    queue.prepareRead(slot, 0, blockSize, random.nextLong(blocks) * blockSize);
  }

  /** Waits for what is in flight and closes the queue. */
  @TearDown(Level.Trial)
  public void close() {
    if (queue != null) {
      queue.close();
    }
  }
}
