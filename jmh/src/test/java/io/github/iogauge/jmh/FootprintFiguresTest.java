package io.github.iogauge.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FootprintFiguresTest {

  @Test
  void timesAreInMillisecondsAndMemoryInMebibytes() {
    FootprintFigures figures =
        new FootprintFigures(
            Spread.of(40, 60, 50),
            Spread.of(300, 250, 260),
            Optional.of(Spread.of(40 << 20)),
            Optional.of(Spread.of(80 << 20, 81.5 * (1 << 20), 82 << 20)),
            OptionalInt.of(7));

    assertThat(figures.text())
        .containsPattern("JVM start to main, ms +50 \\(40 to 60\\)")
        .containsPattern("JVM start to first I/O done, ms +260 \\(250 to 300\\)")
        .containsPattern("peak resident memory at main, MiB +40\\.0 \\(40\\.0 to 40\\.0\\)")
        .containsPattern("peak resident memory, MiB +81\\.5 \\(80\\.0 to 82\\.0\\)")
        .containsPattern("smallest heap for the profile +-Xmx7m");
    assertThat(figures.json())
        .containsKeys("peakBytesAtMain", "peakBytes")
        .containsEntry("smallestHeapMiB", 7);
  }

  @Test
  void whatIsNotKnownIsSaidInTextAndAbsentInJson() {
    FootprintFigures figures =
        new FootprintFigures(
            Spread.of(40), Spread.of(300), Optional.empty(), Optional.empty(), OptionalInt.empty());

    assertThat(figures.text())
        .containsPattern("peak resident memory, MiB +not known: /proc/self/status")
        .containsPattern("smallest heap for the profile +not found: -Xmx64m is not enough");
    assertThat(figures.json()).containsOnlyKeys("mainMillis", "firstIoMillis");
  }
}
