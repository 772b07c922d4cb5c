package io.github.iogauge.examples.cli;

import io.github.iogauge.BenchmarkException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where the result goes: standard output, or a file. A file appears complete or not at all: the
 * text goes to a temporary file beside it, which is then renamed.
 */
final class ResultOutput {

  private final Path file;
  private final Streams streams;

  private ResultOutput(Path file, Streams streams) {
    this.file = file;
    this.streams = streams;
  }

  /**
   * Checks that the result can go there, before minutes are spent on it.
   *
   * @param file where to, or null for standard output
   * @param target what is measured, which the result must not replace
   * @throws BenchmarkException if it cannot be written there
   */
  static ResultOutput to(Path file, Path target, Streams streams) {
    return new ResultOutput(file == null ? null : checked(file, target), streams);
  }

  private static Path checked(Path file, Path target) {
    require(!file.toString().isBlank(), "\"\"", "is empty; name a file");
    require(!Files.isDirectory(file), file, "is a directory; name a file in it");
    require(
        Files.notExists(file, LinkOption.NOFOLLOW_LINKS) || Files.isRegularFile(file),
        file,
        // Renaming over /dev/null would replace the device.
        "is not an ordinary file; leave --output out, and redirect standard output instead");
    try {
      if (Files.exists(file)) {
        require(
            !Files.exists(target) || !Files.isSameFile(file, target),
            file,
            "is the target itself; name another file");
        // Through a link, the file that it names is replaced, not the link.
        return writable(file.toRealPath());
      }
      return writable(file.toAbsolutePath());
    } catch (IOException e) {
      throw new BenchmarkException("output", file, "cannot be looked at: " + reason(e));
    }
  }

  private static Path writable(Path file) {
    Path directory = file.getParent();
    require(
        directory != null && Files.isDirectory(directory),
        file,
        "there is no directory " + directory + "; make it first");
    require(
        Files.isWritable(directory),
        file,
        "must not write into " + directory + "; choose another directory");
    return file;
  }

  private static void require(boolean condition, Object value, String problem) {
    if (!condition) {
      throw new BenchmarkException("output", value, problem);
    }
  }

  /**
   * Writes the result.
   *
   * @return false if it could not be written, which has been said then
   */
  boolean write(String text) {
    if (file == null) {
      boolean printed = streams.print(text);
      if (!printed) {
        new Complaints(streams).line("the result could not be written to standard output");
      }
      return printed;
    }
    Path temporary =
        file.resolveSibling(
            String.format(".iogauge-%016x.tmp", ThreadLocalRandom.current().nextLong()));
    try {
      // Fails where something has that name, which then is not ours to remove.
      Files.createFile(temporary);
      try {
        Files.writeString(temporary, text, StandardCharsets.UTF_8);
        Files.move(
            temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
      return true;
    } catch (IOException e) {
      // Better in the wrong place than lost.
      new Complaints(streams)
          .line("--output " + file + ": " + reason(e) + "; the result is on standard output");
      streams.print(text);
      return false;
    }
  }

  private static String reason(IOException e) {
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    return e.toString();
  }
}
