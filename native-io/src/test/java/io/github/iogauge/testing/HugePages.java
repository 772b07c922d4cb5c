package io.github.iogauge.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A few more huge pages of 2 MiB for as long as it is open, for programs that take them explicitly.
 * Needs root; see {@link Requirements#hugePages()}.
 */
public final class HugePages implements AutoCloseable {
  private static final Path COUNT =
      Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages");

  private final int before;
  private final Runnable hook = this::close;
  private boolean closed;

  private HugePages(int before) {
    this.before = before;
  }

  /** Whether this kernel has such pages. */
  public static boolean available() {
    return Files.isWritable(COUNT);
  }

  /** Adds so many pages to those that the machine keeps. */
  public static HugePages add(int pages) {
    HugePages added = new HugePages(count());
    Cleanup.register(added.hook);
    int wanted = added.before + pages;
    added.set(wanted);
    if (count() < wanted) {
      int got = count();
      added.close();
      throw new IllegalStateException("the machine has memory for " + got + " of " + wanted);
    }
    return added;
  }

  /** The number that the machine keeps now. */
  public static int count() {
    return Integer.parseInt(Kernel.read(COUNT));
  }

  private void set(int pages) {
    try {
      Kernel.write(COUNT, Integer.toString(pages));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts the number back to what it was. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      set(before);
      Cleanup.unregister(hook);
    }
  }
}
