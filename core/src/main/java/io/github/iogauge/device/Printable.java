package io.github.iogauge.device;

/** Makes names from the system fit for a message of one line. */
final class Printable {

  private Printable() {}

  /** Replaces control characters, which a mount point may hold, by question marks. */
  static String line(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints().forEach(c -> line.appendCodePoint(Character.isISOControl(c) ? '?' : c));
    return line.toString();
  }
}
