package io.github.iogauge.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * A block device in memory, with next to no latency: what is measured on it is the cost of the
 * measuring program. Filled with random bytes, so that reads do not meet the zero page.
 *
 * <p>The number is the one the kernel hands out. Needs root; see {@link Requirements#zram()}.
 */
public final class Zram implements AutoCloseable {
  private static final Path CONTROL = Path.of("/sys/class/zram-control");
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final int index;
  private final long size;
  private final Runnable hook = this::close;
  private boolean closed;

  private Zram(int index, long size) {
    this.index = index;
    this.size = size;
  }

  /** Whether this kernel can make such devices. */
  public static boolean available() {
    return Files.isReadable(CONTROL.resolve("hot_add"));
  }

  /** A new device of this size, a multiple of 4096; it takes as much memory. */
  public static Zram create(long bytes) {
    if (bytes <= 0 || bytes % 4096 != 0) {
      throw new IllegalArgumentException("no multiple of 4096: " + bytes);
    }
    Zram zram = new Zram(Integer.parseInt(Kernel.read(CONTROL.resolve("hot_add"))), bytes);
    Cleanup.register(zram.hook);
    try {
      Kernel.write(zram.sysfs().resolve("disksize"), Long.toString(bytes));
      if (!Kernel.waitUntil(PATIENCE, () -> Files.exists(zram.path()))) {
        throw new IllegalStateException("no device node " + zram.path());
      }
      Kernel.fillRandom(zram.path(), bytes, StandardOpenOption.WRITE);
      return zram;
    } catch (IOException | RuntimeException e) {
      zram.close();
      throw e instanceof IOException io ? new UncheckedIOException(io) : (RuntimeException) e;
    }
  }

  /** The device node, such as {@code /dev/zram1}. */
  public Path path() {
    return Path.of("/dev/zram" + index);
  }

  /** The device number as the kernel writes it, such as {@code 252:1}. */
  public String number() {
    return Kernel.read(sysfs().resolve("dev"));
  }

  /** The size of the device in bytes. */
  public long size() {
    return size;
  }

  /**
   * Empties and removes the device; tried again for a while when it is open. Calling it again does
   * nothing.
   *
   * @throws IllegalStateException when someone still has the device open after ten seconds
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    Cleanup.unregister(hook);
    if (!Kernel.waitUntil(PATIENCE, this::remove)) {
      throw new IllegalStateException(path() + " is still open somewhere and was left");
    }
  }

  private boolean remove() {
    try {
      Kernel.write(sysfs().resolve("reset"), "1");
      Kernel.write(CONTROL.resolve("hot_remove"), Integer.toString(index));
      return true;
    } catch (IOException e) {
      return false; // open: the kernel says EBUSY
    }
  }

  private Path sysfs() {
    return Path.of("/sys/block/zram" + index);
  }
}
