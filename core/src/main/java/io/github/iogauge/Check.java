package io.github.iogauge;

import java.time.Duration;

/** Refuses values out of range in one line that names the field. */
final class Check {

  private static final Duration LONGEST = Duration.ofDays(30);

  private Check() {}

  static void that(boolean condition, String field, Object value, String problem) {
    if (!condition) {
      throw new BenchmarkException(field, value, problem);
    }
  }

  static void range(String field, long value, long min, long max) {
    that(
        value >= min && value <= max,
        field,
        value,
        max == Long.MAX_VALUE ? "must be at least " + min : "must be from " + min + " to " + max);
  }

  static void positive(String field, Duration value) {
    that(
        value != null && value.compareTo(Duration.ZERO) > 0 && value.compareTo(LONGEST) <= 0,
        field,
        value,
        "must be more than zero and at most 30 days");
  }

  static void notNegative(String field, Duration value) {
    that(
        value != null && !value.isNegative() && value.compareTo(LONGEST) <= 0,
        field,
        value,
        "must be zero or more and at most 30 days");
  }
}
