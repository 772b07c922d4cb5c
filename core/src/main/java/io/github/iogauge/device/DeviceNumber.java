package io.github.iogauge.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Device numbers in the form {@code major:minor}, and where they come from. */
final class DeviceNumber {

  private static final int FILE_TYPE_MASK = 0xf000;
  private static final int BLOCK_DEVICE = 0x6000;

  private DeviceNumber() {}

  /** The number of a block device file; symbolic links are followed. Empty for any other file. */
  static Optional<String> ofNode(Path file) {
    try {
      Map<String, Object> attributes = Files.readAttributes(file, "unix:mode,rdev");
      if (attributes.get("mode") instanceof Integer mode
          && attributes.get("rdev") instanceof Long rdev
          && (mode & FILE_TYPE_MASK) == BLOCK_DEVICE) {
        return Optional.of(ofRdev(rdev));
      }
      return Optional.empty();
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      // Missing, or a platform whose files have no device number.
      return Optional.empty();
    }
  }

  /** Takes a {@code dev_t} of Linux apart: 12 + 20 bits of major, 8 + 24 bits of minor. */
  static String ofRdev(long rdev) {
    long major = (rdev >>> 8 & 0xfffL) | (rdev >>> 32 & 0xfffff000L);
    long minor = (rdev & 0xffL) | (rdev >>> 12 & 0xffffff00L);
    return major + ":" + minor;
  }

  /** Whether a text is two decimal numbers with a colon between. */
  static boolean isValid(String text) {
    int colon = text.indexOf(':');
    return colon > 0
        && colon < text.length() - 1
        && isDigits(text.substring(0, colon))
        && isDigits(text.substring(colon + 1));
  }

  private static boolean isDigits(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
