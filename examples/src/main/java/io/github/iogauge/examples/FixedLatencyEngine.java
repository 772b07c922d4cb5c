package io.github.iogauge.examples;

import io.github.iogauge.engine.IoEngine;
import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.engine.QueueRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * An engine over {@link FileChannel} that answers each I/O a fixed time after it was submitted, no
 * matter how many others are under way. The parts of every engine are here: open a file, take what
 * is prepared, and give back what is done.
 */
final class FixedLatencyEngine implements IoEngine {

  private final long latencyNanos;

  FixedLatencyEngine(Duration latency) {
    this.latencyNanos = latency.toNanos();
  }

  @Override
  public String name() {
    return "fixed-latency";
  }

  @Override
  public Optional<String> unavailable() {
    return Optional.empty(); // It works wherever Java does.
  }

  @Override
  public int maxQueueDepth() {
    return 1024;
  }

  @Override
  public int alignment(Path file, boolean direct) throws IOException {
    refuse(direct);
    return 1;
  }

  @Override
  public IoQueue open(QueueRequest request) throws IOException {
    // Never do less than was asked for without saying so: the figures would claim what they are
    // not.
    refuse(request.direct());
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.READ);
    options.add(LinkOption.NOFOLLOW_LINKS);
    if (request.write()) {
      options.add(StandardOpenOption.WRITE);
    }
    if (request.synchronous()) {
      options.add(StandardOpenOption.DSYNC);
    }
    return new Queue(FileChannel.open(request.file(), options), request, latencyNanos);
  }

  private static void refuse(boolean direct) throws IOException {
    if (direct) {
      throw new IOException(
          "the engine fixed-latency cannot bypass the page cache: set direct(false)");
    }
  }

  /**
   * The slots form a ring. All I/Os take the same time, so they end in the order in which they
   * began, and three running counts tell everything: prepared &gt;= started &gt;= done.
   */
  private static final class Queue implements IoQueue {
    private final FileChannel channel;
    private final long latencyNanos;
    private final int depth;
    // Per slot.
    private final ByteBuffer[] buffers;
    private final boolean[] writes;
    private final long[] offsets;
    private final long[] results;
    private final long[] dueNanos;
    // Slots in the order of their I/Os; entry n is at n % depth.
    private final int[] order;
    private long prepared;
    private long started;
    private long done;
    // The completion that has index 0 in the batch reaped last.
    private long batch;

    Queue(FileChannel channel, QueueRequest request, long latencyNanos) {
      this.channel = channel;
      this.latencyNanos = latencyNanos;
      this.depth = request.depth();
      this.buffers = new ByteBuffer[depth];
      for (int slot = 0; slot < depth; slot++) {
        buffers[slot] = ByteBuffer.allocateDirect(request.blockSize());
      }
      this.writes = new boolean[depth];
      this.offsets = new long[depth];
      this.results = new long[depth];
      this.dueNanos = new long[depth];
      this.order = new int[depth];
    }

    @Override
    public ByteBuffer buffer(int slot) {
      return buffers[slot];
    }

    @Override
    public void prepareRead(int slot, int bufferOffset, int length, long offset) {
      prepare(slot, bufferOffset, length, offset, false);
    }

    @Override
    public void prepareWrite(int slot, int bufferOffset, int length, long offset) {
      prepare(slot, bufferOffset, length, offset, true);
    }

    private void prepare(int slot, int bufferOffset, int length, long offset, boolean write) {
      buffers[slot].limit(bufferOffset + length).position(bufferOffset);
      offsets[slot] = offset;
      writes[slot] = write;
      order[(int) (prepared++ % depth)] = slot;
    }

    @Override
    public int submit() {
      int count = pending();
      for (; started < prepared; started++) {
        int slot = order[(int) (started % depth)];
        // The clock starts before the transfer, so that its own time is part of the latency.
        dueNanos[slot] = System.nanoTime() + latencyNanos;
        try {
          results[slot] =
              writes[slot]
                  ? channel.write(buffers[slot], offsets[slot])
                  : Math.max(0, channel.read(buffers[slot], offsets[slot]));
        } catch (IOException e) {
          results[slot] = -5; // EIO; Java does not tell the number.
        }
        buffers[slot].clear();
      }
      return count;
    }

    @Override
    public int pending() {
      return (int) (prepared - started);
    }

    @Override
    public int inFlight() {
      return (int) (started - done);
    }

    @Override
    public int reap(int min, long timeoutNanos) {
      batch = done;
      long giveUp = System.nanoTime() + timeoutNanos;
      while (done < started) {
        long now = System.nanoTime();
        long wait = dueNanos[order[(int) (done % depth)]] - now;
        if (wait <= 0) {
          done++;
        } else if (done - batch >= min || now - giveUp >= 0) {
          break;
        } else if (Thread.currentThread().isInterrupted()) {
          break; // parkNanos would return at once, again and again.
        } else {
          LockSupport.parkNanos(Math.min(wait, giveUp - now));
        }
      }
      return (int) (done - batch);
    }

    @Override
    public int slot(int index) {
      return order[(int) ((batch + index) % depth)];
    }

    @Override
    public long result(int index) {
      return results[slot(index)];
    }

    @Override
    public String describe(int index) {
      return "EIO, input/output error";
    }

    @Override
    public void sync(boolean dataOnly) throws IOException {
      channel.force(!dataOnly);
    }

    @Override
    public boolean dropCache() {
      return false; // Java has no call for it.
    }

    @Override
    public void close(Duration patience) {
      // Nothing is really in flight: each transfer was over when submit() returned.
      try {
        channel.close();
      } catch (IOException e) {
        // What matters was written by sync() or never promised.
      }
    }
  }
}
