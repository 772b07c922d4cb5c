package io.github.iogauge.device;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads the counters of one device, cheaply and as often as asked: one open, one read, one close.
 *
 * <p>Holds a path and nothing open. Safe for use by several threads.
 */
public final class CountersReader {

  /** A line of 17 numbers of up to 20 digits fits. */
  private static final int LINE_BYTES = 512;

  private final Path stat;

  CountersReader(Path stat) {
    this.stat = stat;
  }

  /**
   * Reads the counters now.
   *
   * @return the counters; empty if the device has gone or the system keeps none
   */
  public Optional<DeviceCounters> read() {
    byte[] line = new byte[LINE_BYTES];
    try (InputStream in = Files.newInputStream(stat)) {
      int length = in.read(line, 0, line.length);
      return DeviceCounters.parse(line, Math.max(length, 0));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
