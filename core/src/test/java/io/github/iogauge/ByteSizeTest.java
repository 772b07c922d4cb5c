package io.github.iogauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "4096B, 4096",
    "1.5GiB, 1610612736",
    "1.5gib, 1610612736",
    "1.5G, 1610612736",
    "0.5KiB, 512",
    "1.0, 1",
    "10MB, 10000000",
    "10 MB, 10000000",
    "' 64KiB ', 65536",
    "64k, 65536",
    "1m, 1048576",
    "2TiB, 2199023255552",
    "2TB, 2000000000000",
    "0.001KB, 1",
    "9223372036854775807, 9223372036854775807"
  })
  void readsAmountsAsPeopleWriteThem(String text, long bytes) {
    assertThat(ByteSize.parse("size", text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "MiB",
        "-1",
        "+1",
        "1,5GiB",
        "1.5.GiB",
        ".5GiB",
        "1.GiB",
        "1e3",
        "0x10",
        "1 Gi B",
        "1GiBB",
        "1PiB",
        "1/2MiB",
        "ten",
        "1\n2",
        "NaN",
        "Infinity",
        "١٢"
      })
  void refusesEverythingElseAndSaysWhatHelps(String text) {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> ByteSize.parse("size", text))
        .satisfies(
            e -> {
              assertThat(e.field()).isEqualTo("size");
              assertThat(e.value()).isEqualTo(text);
              assertThat(e.getMessage()).contains("1.5GiB");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.5",
        "1.5B",
        "0.0001KiB",
        "9223372036854775808",
        "8388608TiB",
        "99999999999999999999TB"
      })
  void refusesWhatIsNoWholeNumberOfBytesOrTooMany(String text) {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> ByteSize.parse("size", text))
        .withMessageStartingWith("size " + text + ": ");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0B",
    "1, 1B",
    "1023, 1023B",
    "1024, 1KiB",
    "1536, 1536B",
    "1610612736, 1536MiB",
    "1073741824, 1GiB",
    "1099511627776, 1TiB",
    "1125899906842624, 1024TiB"
  })
  void writesTheLargestUnitThatFitsExactly(long bytes, String text) {
    assertThat(ByteSize.format(bytes)).isEqualTo(text);
  }

  @Test
  void manyDigitsTakeNoTime() {
    String digits = "1".repeat(100_000);

    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> ByteSize.parse("size", digits));
  }
}
