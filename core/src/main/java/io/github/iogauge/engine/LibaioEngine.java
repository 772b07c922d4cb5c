package io.github.iogauge.engine;

import io.github.iogauge.nativeio.AioQueue;
import io.github.iogauge.nativeio.AioQueue.Reaping;
import io.github.iogauge.nativeio.Errno;
import io.github.iogauge.nativeio.NativeIo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The engine {@code libaio}: Linux's asynchronous I/O with many I/Os in flight per thread. Named
 * after the library that others call it through; this one calls the kernel directly.
 */
public final class LibaioEngine implements IoEngine {

  private final Reaping reaping;

  /** Makes the engine that reads the completion ring where that is proven to be safe. */
  public LibaioEngine() {
    this(Reaping.AUTO);
  }

  /**
   * Makes the engine with a choice of how completions are fetched.
   *
   * @param reaping from the mapped ring, by system call, or as the processor allows
   */
  LibaioEngine(Reaping reaping) {
    this.reaping = reaping;
  }

  /** The same engine, except that it asks the kernel for every completion, ring or not. */
  public static LibaioEngine withoutRing() {
    return new LibaioEngine(Reaping.SYSTEM_CALL);
  }

  @Override
  public String name() {
    return "libaio";
  }

  @Override
  public Optional<String> unavailable() {
    return NativeIo.aioUnavailable();
  }

  @Override
  public int maxQueueDepth() {
    return Integer.MAX_VALUE;
  }

  @Override
  public int alignment(Path file, boolean direct) throws IOException {
    return NativeSlots.alignmentOf(file, direct);
  }

  @Override
  public IoQueue open(QueueRequest request) throws IOException {
    AioQueue queue = AioQueue.open(request.depth(), reaping);
    try {
      return new LibaioQueue(request, queue);
    } catch (IOException | RuntimeException e) {
      queue.close();
      throw e;
    }
  }

  private static final class LibaioQueue implements IoQueue {
    private final NativeSlots slots;
    private final AioQueue queue;
    private int refused; // by the kernel at once; the next reap returns them with their errors

    LibaioQueue(QueueRequest request, AioQueue queue) throws IOException {
      this.slots = new NativeSlots(request);
      this.queue = queue;
    }

    @Override
    public ByteBuffer buffer(int slot) {
      return slots.buffer(slot);
    }

    @Override
    public void prepareRead(int slot, int bufferOffset, int length, long offset) {
      queue.prepareRead(slot, slots.file(), slots.address(slot) + bufferOffset, length, offset);
    }

    @Override
    public void prepareWrite(int slot, int bufferOffset, int length, long offset) {
      queue.prepareWrite(slot, slots.file(), slots.address(slot) + bufferOffset, length, offset);
    }

    @Override
    public int submit() {
      int before = queue.pending();
      int taken = queue.submit();
      int handedOver = before - queue.pending();
      refused += handedOver - taken;
      return handedOver;
    }

    @Override
    public int pending() {
      return queue.pending();
    }

    @Override
    public int inFlight() {
      return queue.inFlight() + refused;
    }

    @Override
    public int ready() {
      return queue.ready() + refused;
    }

    @Override
    public int reap(int min, long timeoutNanos) throws IOException {
      refused = 0;
      return queue.reap(min, timeoutNanos);
    }

    @Override
    public int slot(int index) {
      return queue.slot(index);
    }

    @Override
    public long result(int index) {
      return queue.result(index);
    }

    @Override
    public String describe(int index) {
      return Errno.describe((int) -queue.result(index));
    }

    @Override
    public void sync(boolean dataOnly) throws IOException {
      slots.sync(dataOnly);
    }

    @Override
    public boolean dropCache() throws IOException {
      slots.dropCache();
      return true;
    }

    @Override
    public void close(Duration patience) {
      queue.close(patience);
      if (queue.inFlight() == 0) {
        slots.release();
      }
    }
  }
}
