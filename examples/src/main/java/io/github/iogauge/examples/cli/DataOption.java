package io.github.iogauge.examples.cli;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.DataPattern;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;

/** Reads the name of a data pattern: {@code random} or {@code zero}. */
final class DataOption implements ITypeConverter<DataPattern> {

  @Override
  public DataPattern convert(String text) {
    for (DataPattern pattern : DataPattern.values()) {
      if (pattern.name().equalsIgnoreCase(text)) {
        return pattern;
      }
    }
    throw new BenchmarkException(
        "data",
        text,
        "known are "
            + Arrays.stream(DataPattern.values())
                .map(pattern -> pattern.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", ")));
  }
}
