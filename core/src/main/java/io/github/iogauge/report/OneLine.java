package io.github.iogauge.report;

/** Makes names from outside fit to be printed within a line of a report for people. */
final class OneLine {

  private OneLine() {}

  /**
   * Replaces what would end the line, steer a terminal or turn the direction of the text by
   * question marks: a path, a device or a workload may be named anything.
   */
  static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints().forEach(c -> line.appendCodePoint(isHarmless(c) ? c : '?'));
    return line.toString();
  }

  private static boolean isHarmless(int codePoint) {
    boolean breaks =
        switch (Character.getType(codePoint)) {
          case Character.CONTROL,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR,
              // Only a half of a pair has this type here.
              Character.SURROGATE ->
              true;
          default -> false;
        };
    boolean turns =
        switch (Character.getDirectionality(codePoint)) {
          case Character.DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING,
              Character.DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE,
              Character.DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE,
              Character.DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING,
              Character.DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE,
              Character.DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE,
              Character.DIRECTIONALITY_FIRST_STRONG_ISOLATE,
              Character.DIRECTIONALITY_POP_DIRECTIONAL_FORMAT,
              Character.DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE ->
              true;
          default -> false;
        };
    return !breaks && !turns;
  }
}
