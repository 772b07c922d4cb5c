package io.github.iogauge.examples.cli;

import io.github.iogauge.BenchmarkException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Reads times such as {@code 5s}, {@code 500ms}, {@code 1.5m} and {@code 2h}. */
final class DurationOption implements ITypeConverter<Duration> {

  private static final Pattern SYNTAX = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z]*)");

  private static final String REMEDY =
      "write a number and a unit, for example 500ms, 5s, 1.5m or 2h";

  private static final Map<String, Long> NANOS =
      Map.of("ms", 1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L, "h", 3_600_000_000_000L);

  @Override
  public Duration convert(String text) {
    Matcher matcher = SYNTAX.matcher(text.strip());
    if (!matcher.matches()) {
      throw new BenchmarkException("time", text, REMEDY);
    }
    if (matcher.group(2).isEmpty()) {
      // Seconds to one, milliseconds to another: not guessed.
      throw new BenchmarkException("time", text, "has no unit; " + REMEDY);
    }
    Long unit = NANOS.get(matcher.group(2));
    if (unit == null) {
      throw new BenchmarkException("time", text, "has an unknown unit; " + REMEDY);
    }
    try {
      return Duration.ofNanos(
          new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit)).longValueExact());
    } catch (ArithmeticException e) {
      throw new BenchmarkException("time", text, "is too long or too fine; " + REMEDY);
    }
  }
}
