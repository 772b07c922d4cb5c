package io.github.iogauge.examples.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the program writes to. All text is UTF-8, whatever the locale says: machines read it too.
 *
 * @param out for results only
 * @param err for everything else
 * @param errIsTerminal whether a person watches {@code err}, so that a bar may move there
 */
record Streams(PrintStream out, PrintStream err, boolean errIsTerminal) {

  private static final Path STDERR = Path.of("/proc/self/fd/2");

  /** The standard streams of this process. */
  static Streams ofProcess() {
    return new Streams(
        System.out, System.err, isTerminal() && !"dumb".equals(System.getenv("TERM")));
  }

  private static boolean isTerminal() {
    try {
      String file = Files.readSymbolicLink(STDERR).toString();
      return file.startsWith("/dev/pts/")
          || file.startsWith("/dev/tty")
          || file.equals("/dev/console");
    } catch (IOException | RuntimeException e) {
      // Not Linux, or /proc is hidden. Java has no way to ask about this stream, and lines do
      // anywhere.
      return false;
    }
  }

  PrintWriter outWriter() {
    return new PrintWriter(out, true, StandardCharsets.UTF_8);
  }

  PrintWriter errWriter() {
    return new PrintWriter(err, true, StandardCharsets.UTF_8);
  }

  /**
   * Writes text to {@code out}.
   *
   * @return false if the other end is closed or the disk full
   */
  boolean print(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.write(bytes, 0, bytes.length);
    return !out.checkError();
  }

  /** Writes a line to {@code err}. */
  void complain(String line) {
    byte[] bytes = (line + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
    // In one piece: a log line of another thread may come before or after it, not within.
    err.write(bytes, 0, bytes.length);
    err.flush();
  }
}
