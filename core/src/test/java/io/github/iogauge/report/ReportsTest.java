package io.github.iogauge.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.iogauge.BenchmarkException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportsTest {

  @Test
  void findsEveryFormatByItsName() {
    assertThat(Reports.names()).containsExactly("text", "json");
    assertThat(Reports.named("text")).isInstanceOf(CrystalDiskMarkText.class);
    assertThat(Reports.named("json")).isInstanceOf(JsonReport.class);
  }

  @Test
  void findsAFormatWhateverTheCaseAndTheLanguage() {
    assertThat(Locales.in("tr-TR", () -> Reports.named("JSON"))).isInstanceOf(JsonReport.class);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "xml", "text "})
  void refusesAnUnknownNameAndListsTheKnownOnes(String name) {
    assertThatThrownBy(() -> Reports.named(name))
        .isInstanceOf(BenchmarkException.class)
        .hasMessage("format " + name + ": known are text, json");
  }

  @Test
  void formatsOfTheLibraryArePure() {
    for (String name : Reports.names()) {
      Report report = Reports.named(name);
      assertThat(report.format(SampleResults.full()))
          .as(name)
          .isEqualTo(report.format(SampleResults.full()))
          .endsWith("\n")
          .doesNotContain("\r");
    }
  }

  @Test
  void versionIsANumberOrSaysThatThisIsABuildTree() {
    assertThat(Version.current()).matches("development|[0-9]+\\.[0-9]+.*");
  }
}
