package io.github.iogauge.examples.cli;

import io.github.iogauge.BenchmarkException;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;

/** Reads whole numbers. Which of them are allowed is for the option to say, not for this class. */
final class NumberOption implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String text) {
    return parsed(text, Integer::valueOf);
  }

  /** The same for numbers of 64 bits. */
  static final class Wide implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
      return parsed(text, Long::valueOf);
    }
  }

  private static <T> T parsed(String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (NumberFormatException e) {
      throw new BenchmarkException(
          "number", text, "is not a whole number within range; write digits");
    }
  }
}
