package io.github.iogauge.jmh;

import io.github.iogauge.engine.IoEngine;
import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.engine.QueueRequest;
import java.io.IOException;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** The loop over a queue of one of the library's engines, without the library's statistics. */
final class EngineLoop implements IoLoop {

  /** As many I/Os as the library itself hands over in one call, unless the device is instant. */
  private static final int BATCH = 8;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final SplittableRandom random = new SplittableRandom(1);
  private final IoQueue queue;
  private final boolean write;
  private final int depth;
  private final int blockSize;
  private final long blocks;
  private int limit = BATCH;

  private EngineLoop(IoQueue queue, QueueRequest request, long blocks) {
    this.queue = queue;
    this.write = request.write();
    this.depth = request.depth();
    this.blockSize = request.blockSize();
    this.blocks = blocks;
  }

  /**
   * Opens a queue and fills it.
   *
   * @param name of the engine
   * @param request what is opened
   * @param blocks how many blocks the target has
   */
  static EngineLoop open(String name, QueueRequest request, long blocks) throws IOException {
    IoEngine engine = engine(name);
    if (request.depth() > engine.maxQueueDepth()) {
      throw new SkippedException(
          "depth "
              + request.depth()
              + ": engine "
              + name
              + " keeps "
              + engine.maxQueueDepth()
              + "; choose libaio");
    }
    EngineLoop loop = new EngineLoop(engine.open(request), request, blocks);
    loop.start();
    return loop;
  }

  private static IoEngine engine(String name) {
    IoEngine engine =
        ServiceLoader.load(IoEngine.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new SkippedException("engine " + name + ": no such engine"));
    engine
        .unavailable()
        .ifPresent(
            reason -> {
              throw new SkippedException("engine " + name + ": " + reason);
            });
    return engine;
  }

  private void start() {
    for (int slot = 0; slot < depth; slot++) {
      if (write) {
        RandomData.fill(queue.buffer(slot));
      }
      prepare(slot);
    }
    submitRest();
  }

  @Override
  public int turn() throws IOException {
    int done = queue.reap(1, PATIENCE_NANOS);
    if (done == 0) {
      throw new IOException("no I/O was completed within 30 s");
    }
    for (int i = 0; i < done; i++) {
      long moved = queue.result(i);
      if (moved != blockSize) {
        throw new IOException(moved < 0 ? queue.describe(i) : "only " + moved + " bytes moved");
      }
      prepare(queue.slot(i));
    }
    submitRest();
    return done;
  }

  private void prepare(int slot) {
    long offset = random.nextLong(blocks) * blockSize;
    if (write) {
      queue.prepareWrite(slot, 0, blockSize, offset);
    } else {
      queue.prepareRead(slot, 0, blockSize, offset);
    }
    if (queue.pending() == limit) {
      submit();
    }
  }

  private void submitRest() {
    if (queue.pending() > 0) {
      submit();
    }
  }

  /** Adapts the limit as the library does: a device that was done at once is given more a time. */
  private void submit() {
    queue.submit();
    int ready = queue.ready();
    boolean instant = ready > 0 && ready == queue.inFlight();
    limit = instant ? Math.min(2 * limit, depth) : BATCH;
  }

  @Override
  public void close() {
    queue.close();
  }
}
