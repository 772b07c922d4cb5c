package io.github.iogauge.engine;

import io.github.iogauge.nativeio.Errno;
import io.github.iogauge.nativeio.NativeIo;
import java.io.IOException;
import java.nio.ByteBuffer;
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
    return NativeSlots.alignmentOf(file, direct);
  }

  @Override
  public IoQueue open(QueueRequest request) throws IOException {
    return new PsyncQueue(request);
  }

  private static final class PsyncQueue extends BlockingQueue {
    private final NativeSlots slots;
    private boolean closed;

    PsyncQueue(QueueRequest request) throws IOException {
      this.slots = new NativeSlots(request);
    }

    @Override
    long transfer(boolean write, int bufferOffset, int length, long offset) {
      long address = slots.address(0) + bufferOffset;
      return write
          ? slots.file().tryWrite(address, length, offset)
          : slots.file().tryRead(address, length, offset);
    }

    @Override
    public ByteBuffer buffer(int slot) {
      return slots.buffer(slot);
    }

    @Override
    public String describe(int index) {
      return Errno.describe((int) -result(index));
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
      if (!closed) {
        closed = true;
        slots.release();
      }
    }
  }
}
