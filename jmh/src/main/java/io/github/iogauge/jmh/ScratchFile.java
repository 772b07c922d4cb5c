package io.github.iogauge.jmh;

import io.github.iogauge.nativeio.DirectFile;
import io.github.iogauge.nativeio.OpenFlag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/** A file of our own under a new name, full of random data that are on the medium; closed, gone. */
final class ScratchFile implements AutoCloseable {

  private static final int CHUNK = 1 << 20;

  private final Path path;

  private ScratchFile(Path path) {
    this.path = path;
  }

  /** Makes one. */
  static ScratchFile in(Path directory, long bytes) throws IOException {
    ScratchFile file =
        new ScratchFile(Files.createTempFile(directory, "iogauge-jmh-", ".tmp").toRealPath());
    file.path.toFile().deleteOnExit(); // also if it is not closed
    try {
      file.fill(bytes);
      return file;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private void fill(long bytes) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    byte[] chunk = new byte[CHUNK];
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      for (long left = bytes; left > 0; left -= CHUNK) {
        random.nextBytes(chunk);
        ByteBuffer buffer = ByteBuffer.wrap(chunk, 0, (int) Math.min(left, CHUNK));
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
      channel.force(true); // or its write-back would go on under the benchmark
    }
    // Direct reads beside a page cache that holds the file are slower, and buffered ones no I/O.
    try (DirectFile file = DirectFile.open(path, OpenFlag.READ)) {
      file.dropCache();
    }
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
