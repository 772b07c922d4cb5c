package io.github.iogauge.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.Progress;
import io.github.iogauge.Progress.Phase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainProgressViewTest {

  private static final int TOTAL = 200_000;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PlainProgressView view =
      new PlainProgressView(
          new Streams(System.out, new PrintStream(err, true, StandardCharsets.UTF_8), false));

  @Test
  void aLineForEachBeginningAndOneEveryFiveSecondsInBetween() {
    // The events bring their time along, four of them a second.
    for (int ms = 0; ms < 6_000; ms += 250) {
      at(ms, Phase.PREPARING, 0, 0, 0);
    }
    for (int ms = 6_000; ms < 11_000; ms += 250) {
      at(ms, Phase.WARM_UP, 1, 0, 8);
    }
    for (int ms = 11_000; ms < 16_500; ms += 250) {
      at(ms, Phase.MEASURING, 1, 1, 8);
    }
    // Over in an instant: not worth a line, nor is the end of the run after it.
    at(16_500, Phase.DRAINING, 1, 1, 8);
    at(16_510, Phase.DRAINING, 1, 1, 0);
    at(16_520, Phase.MEASURING, 1, 1, 0);
    at(16_600, Phase.MEASURING, 1, 2, 8);
    // A device that takes seconds per I/O.
    at(20_000, Phase.DRAINING, 1, 2, 8);
    at(20_250, Phase.DRAINING, 1, 2, 8);
    at(20_500, Phase.DRAINING, 1, 2, 7);
    at(25_000, Phase.DRAINING, 1, 2, 2);
    at(25_500, Phase.DRAINING, 1, 2, 1);
    at(26_600, Phase.PAUSING, 1, 2, 0);
    at(31_600, Phase.MEASURING, 2, 1, 8);
    at(199_000, Phase.FINISHED, 2, 2, 0);

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            writing the test file, 3 min 20 s left
            writing the test file, 12.35 MB/s, 3 min 15 s left
            [1/2] test-1 warm-up, 3 min 14 s left
            [1/2] test-1 run 1/2, 3 min 9 s left
            [1/2] test-1 run 1/2, 12.35 MB/s, 3014 IOPS, 3 min 4 s left
            [1/2] test-1 run 2/2, 3 min 3 s left
            [1/2] test-1 draining 7 I/Os, 3 min left
            [1/2] test-1 draining 1 I/O, 2 min 55 s left
            pause, 2 min 53 s left
            [2/2] test-2 run 1/2, 2 min 48 s left
            ended after 3 min 19 s
            """);
  }

  private void at(int ms, Phase phase, int workload, int run, long inFlight) {
    view.onProgress(
        new Progress(
            phase,
            workload == 0 ? "" : "test-" + workload,
            workload,
            2,
            run,
            2,
            12_345_678,
            3014.08,
            inFlight,
            Duration.ofMillis(ms),
            Duration.ofMillis(TOTAL - ms)));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "499, 0 s",
    "59499, 59 s",
    "59500, 1 min",
    "61000, 1 min 1 s",
    "3600000, 1 h",
    "7500000, 2 h 5 min"
  })
  void timesAsPeopleSayThem(long ms, String expected) {
    assertThat(ProgressText.time(Duration.ofMillis(ms))).isEqualTo(expected);
  }
}
