package io.github.iogauge.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** Small file operations that the fixtures share: kernel attribute files, random fill, waiting. */
final class Kernel {
  private static final int CHUNK = 1 << 20;

  private Kernel() {}

  static String read(Path attribute) {
    try {
      return Files.readString(attribute).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes an attribute in a single write, which is what the kernel parses as one value. */
  static void write(Path attribute, String value) throws IOException {
    Files.writeString(attribute, value, StandardOpenOption.WRITE);
  }

  /** Writes random bytes, which neither compress nor repeat, to a file or device and syncs it. */
  static void fillRandom(Path target, long bytes, StandardOpenOption... options)
      throws IOException {
    SplittableRandom random = new SplittableRandom(System.nanoTime());
    byte[] chunk = new byte[CHUNK];
    try (FileChannel channel = FileChannel.open(target, options)) {
      long left = bytes;
      while (left > 0) {
        random.nextBytes(chunk);
        ByteBuffer buffer = ByteBuffer.wrap(chunk, 0, (int) Math.min(left, CHUNK));
        left -= buffer.remaining();
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
      channel.force(true);
    }
  }

  /** Asks every 20 ms until the answer is yes; false when time runs out first. */
  static boolean waitUntil(Duration timeout, BooleanSupplier condition) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return condition.getAsBoolean();
      }
    }
    return true;
  }
}
