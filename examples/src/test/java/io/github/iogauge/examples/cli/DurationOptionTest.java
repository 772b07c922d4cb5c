package io.github.iogauge.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.iogauge.BenchmarkException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationOptionTest {

  @ParameterizedTest
  @CsvSource({
    "5s, PT5S",
    "500ms, PT0.5S",
    "1m, PT1M",
    "1.5s, PT1.5S",
    "2h, PT2H",
    "0s, PT0S",
    "0.1s, PT0.1S",
    "1.5 m, PT1M30S",
    "0.000001ms, PT0.000000001S"
  })
  void understood(String text, Duration expected) {
    assertThat(new DurationOption().convert(text)).isEqualTo(expected);
  }

  @Test
  void bareNumbersAreRefusedWithTheRemedy() {
    assertThatThrownBy(() -> new DurationOption().convert("5"))
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining("5: has no unit; write a number and a unit, for example 500ms, 5s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "s",
        "-1s",
        "+1s",
        "1e3s",
        "1,5s",
        ".5s",
        "5.s",
        "5S",
        "5sec",
        "5s5s",
        "٥s",
        "0.1ns",
        "0.0000001ms",
        "99999999999999999999h",
        "PT5S"
      })
  void refused(String text) {
    assertThatThrownBy(() -> new DurationOption().convert(text))
        .isInstanceOf(BenchmarkException.class);
  }
}
