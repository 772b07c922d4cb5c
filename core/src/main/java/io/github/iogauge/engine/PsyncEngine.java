package io.github.iogauge.engine;

import io.github.iogauge.nativeio.Errno;
import io.github.iogauge.nativeio.NativeIo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The engine {@code psync}: one blocking pread or pwrite at a time. */
public final class PsyncEngine implements IoEngine {

  /** Makes the engine. */
  public PsyncEngine() {}

  @Override
  public String name() {
    return "psync";
  }

  @Override
  public Optional<String> unavailable() {
    return NativeIo.unavailable();
  }

  @Override
  public int maxQueueDepth() {
    return 1;
  }

  @Override
  public int alignment(Path file, boolean direct) throws IOException {
    return NativeQueue.alignmentOf(file, direct);
  }

  @Override
  public IoQueue open(QueueRequest request) throws IOException {
    return new PsyncQueue(request);
  }

  private static final class PsyncQueue extends NativeQueue {
    private final BlockingSlot slot = new BlockingSlot();
    private boolean closed;

    PsyncQueue(QueueRequest request) throws IOException {
      super(request);
    }

    @Override
    public void prepareRead(int index, int bufferOffset, int length, long offset) {
      slot.prepare(false, bufferOffset, length, offset);
    }

    @Override
    public void prepareWrite(int index, int bufferOffset, int length, long offset) {
      slot.prepare(true, bufferOffset, length, offset);
    }

    @Override
    public int submit() {
      if (!slot.isPrepared()) {
        return 0;
      }
      long address = address(0) + slot.bufferOffset();
      slot.complete(
          slot.isWrite()
              ? file.tryWrite(address, slot.length(), slot.offset())
              : file.tryRead(address, slot.length(), slot.offset()));
      return 1;
    }

    @Override
    public int pending() {
      return slot.isPrepared() ? 1 : 0;
    }

    @Override
    public int inFlight() {
      return slot.isDone() ? 1 : 0;
    }

    @Override
    public int reap(int min, long timeoutNanos) {
      return slot.reap();
    }

    @Override
    public int slot(int index) {
      return 0;
    }

    @Override
    public long result(int index) {
      return slot.result();
    }

    @Override
    public String describe(int index) {
      return Errno.describe((int) -slot.result());
    }

    @Override
    public void close(Duration patience) {
      if (!closed) {
        closed = true;
        release();
      }
    }
  }
}
