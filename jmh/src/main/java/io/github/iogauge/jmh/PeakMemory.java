package io.github.iogauge.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The most memory that this process had resident at any time since it began, as Linux counts it:
 * heap, code, threads, buffers and the parts of files that are mapped.
 */
final class PeakMemory {

  private static final Path SELF = Path.of("/proc/self/status");
  private static final Pattern LINE = Pattern.compile("VmHWM:\\s*(\\d+) kB");

  private PeakMemory() {}

  /** In bytes; empty where the system does not tell. */
  static OptionalLong bytes() {
    return bytes(SELF);
  }

  static OptionalLong bytes(Path status) {
    try {
      for (String line : Files.readAllLines(status)) {
        Matcher matcher = LINE.matcher(line);
        if (matcher.matches()) {
          return OptionalLong.of(Long.parseLong(matcher.group(1)) * 1024);
        }
      }
    } catch (IOException e) {
      // Not Linux, or no /proc.
    }
    return OptionalLong.empty();
  }
}
