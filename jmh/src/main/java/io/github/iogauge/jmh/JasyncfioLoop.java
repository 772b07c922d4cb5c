package io.github.iogauge.jmh;

import io.github.iogauge.engine.QueueRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import one.jasyncfio.AsyncFile;
import one.jasyncfio.EventExecutor;
import one.jasyncfio.OpenOption;

/**
 * Reads through jasyncfio: io_uring, driven by a thread of that library. Each completion starts the
 * next read on that thread, so the queue is full without a hand-over between threads; this side
 * only looks how many were done.
 */
final class JasyncfioLoop implements IoLoop {

  private static final int PAGE = 4096;
  private static final int F_GETFL = 3;
  private static final int F_SETFL = 4;
  private static final int O_DIRECT = 0x4000; // of x86-64, the only processor it comes for
  private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final EventExecutor executor;
  private final AsyncFile file;
  private final int blockSize;
  private final long blocks;
  private final AtomicLong done = new AtomicLong();
  private final AtomicInteger inFlight = new AtomicInteger();
  private volatile Throwable failure;
  private volatile boolean stopped;
  private long counted;

  JasyncfioLoop(QueueRequest request, long blocks) throws IOException {
    this.blockSize = request.blockSize();
    this.blocks = blocks;
    this.executor = executor();
    this.file = await(AsyncFile.open(request.file(), executor, OpenOption.READ_ONLY));
    if (request.direct()) {
      bypassCache(request.file());
    }
    for (int slot = 0; slot < request.depth(); slot++) {
      inFlight.incrementAndGet();
      new Slot(slot).start();
    }
  }

  private static EventExecutor executor() {
    if (!System.getProperty("os.arch").equals("amd64")) {
      throw new SkippedException("library jasyncfio: comes for x86-64 only");
    }
    try {
      // What a completion starts is only handed over when the thread goes to sleep, so it must not
      // look for more before it does, which by default it would for a second.
      return EventExecutor.builder().sleepTimeout(0).build();
    } catch (RuntimeException | LinkageError e) {
      // An old kernel, or one that forbids io_uring, as containers do.
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new SkippedException("library jasyncfio: " + cause.getMessage());
    }
  }

  /**
   * Sets O_DIRECT on the open file. Asked for when opening, version 0.0.7 sends each read to a ring
   * for polled I/O, and a device without queues to poll refuses it (EOPNOTSUPP) or, as zram, never
   * completes it.
   */
  private static void bypassCache(Path path) throws IOException {
    InterfaceMappedLibC libc = InterfaceMappedLibC.load();
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path link : open) {
        if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).equals(path)) {
          int fd = Integer.parseInt(link.getFileName().toString());
          libc.fcntl(fd, F_SETFL, libc.fcntl(fd, F_GETFL, 0) | O_DIRECT);
          if ((libc.fcntl(fd, F_GETFL, 0) & O_DIRECT) == 0) {
            throw new IOException("O_DIRECT could not be set on " + path);
          }
        }
      }
    }
  }

  @Override
  public int turn() throws IOException {
    long giveUp = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      LockSupport.parkNanos(LOOK_NANOS);
      if (failure != null) {
        throw new IOException("a read failed", failure);
      }
      long now = done.get();
      if (now > counted) {
        int fresh = (int) (now - counted);
        counted = now;
        return fresh;
      }
      if (System.nanoTime() - giveUp > 0) {
        throw new IOException("no read was completed within 30 s");
      }
    }
  }

  @Override
  public void close() throws IOException {
    stopped = true;
    long giveUp = System.nanoTime() + PATIENCE_NANOS;
    while (inFlight.get() > 0 && System.nanoTime() - giveUp < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    await(file.close());
    try {
      executor.close();
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static <T> T await(Future<T> future) throws IOException {
    try {
      return future.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** One read at a time, again and again. */
  private final class Slot {
    private final SplittableRandom random;
    private final ByteBuffer buffer;

    Slot(int number) {
      random = new SplittableRandom(number);
      buffer = ByteBuffer.allocateDirect(blockSize + PAGE - 1).alignedSlice(PAGE);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // end() is told of every outcome
    void start() {
      buffer.clear();
      file.read(buffer, random.nextLong(blocks) * blockSize, blockSize).whenComplete(this::end);
    }

    private void end(Integer read, Throwable error) {
      if (error == null && read == blockSize) {
        done.incrementAndGet();
        if (!stopped) {
          start();
          return;
        }
      } else {
        failure = error == null ? new IOException("only " + read + " bytes read") : error;
      }
      inFlight.decrementAndGet();
    }
  }
}
