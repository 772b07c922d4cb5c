package io.github.iogauge.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.Progress;
import io.github.iogauge.Progress.Phase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ProgressBarViewTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final ProgressBarView view =
      new ProgressBarView(new PrintStream(err, true, StandardCharsets.UTF_8));

  @Test
  void everyLineFillsTheWidth() {
    assertThat(ProgressBarView.line(0, "begin", 40))
        .isEqualTo("  0% [          ] begin                 ");
    assertThat(ProgressBarView.line(0.5, "middle", 40))
        .isEqualTo(" 50% [=====     ] middle                ");
    assertThat(ProgressBarView.line(1, "x".repeat(99), 40))
        .isEqualTo("100% [==========] xxxxxxxxxxxxxxxxxxxxxx");
    assertThat(ProgressBarView.line(7, "estimate exceeded", 40)).startsWith("100% [======");
  }

  @Test
  void theLongestUsualMessageFits() {
    Progress longest =
        new Progress(
            Phase.MEASURING,
            "RND4K-Q32T16-write",
            8,
            8,
            5,
            5,
            12_345.67e6,
            999_999,
            512,
            Duration.ofSeconds(1),
            Duration.ofSeconds(3599));

    assertThat(ProgressBarView.line(0.99, ProgressBarView.message(longest), 79))
        .startsWith(
            " 99% [========= ] 59:59 left, [8/8] RND4K-Q32T16-write run 5/5, 12345.67 MB/s");
    assertThat(ProgressText.clock(Duration.ofMinutes(125))).isEqualTo("2:05:00");
  }

  @Test
  void widthFromTheEnvironmentOrAnUsualOne() {
    assertThat(ProgressBarView.width(null)).isEqualTo(79);
    assertThat(ProgressBarView.width("120")).isEqualTo(119);
    assertThat(ProgressBarView.width("1")).isEqualTo(20);
    assertThat(ProgressBarView.width("wide")).isEqualTo(79);
  }

  @RepeatedTest(20)
  void theBarMovesAndIsGoneInTheEnd() {
    view.onProgress(progress(Phase.MEASURING, 5, 15));
    view.onProgress(progress(Phase.DRAINING, 10, 10));
    view.close();
    view.close();
    view.onProgress(progress(Phase.FINISHED, 20, 0));

    String shown = err.toString(StandardCharsets.UTF_8);
    assertThat(shown).contains("0:10 left, [3/8] RND4K-Q32T1-read draining 32 I/Os");
    assertThat(shown).contains(" 49% [====");
    // The line is wiped, and the cursor at its beginning.
    assertThat(shown.substring(shown.lastIndexOf('I'))).matches("I/Os *\r +\r");
    assertThat(shown).doesNotContain("\n");
    assertThat(shown).doesNotContain("ended");
  }

  private static Progress progress(Phase phase, int elapsed, int remaining) {
    return new Progress(
        phase,
        "RND4K-Q32T1-read",
        3,
        8,
        1,
        5,
        12.2e6,
        2981,
        32,
        Duration.ofSeconds(elapsed),
        Duration.ofSeconds(remaining));
  }
}
