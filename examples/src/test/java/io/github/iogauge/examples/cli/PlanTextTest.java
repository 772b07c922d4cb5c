package io.github.iogauge.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.Plan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTextTest {

  @Test
  void aPlan() {
    Plan plan =
        new Plan(
            Fakes.target(),
            List.of("creates and removes /mnt/card/x"),
            1L << 30,
            List.of("read a lot", "write\nsome"),
            Duration.ofSeconds(325),
            List.of("the device is busy"));

    assertThat(PlanText.of(plan))
        .isEqualTo(
            """
            Nothing is done yet. This job would:

            Target:        /mnt/card (directory, ext4)
            Device:        none known: an overlay file system
            Size:          1GiB (1073741824 bytes)
            Written first: 1GiB (1073741824 bytes)
            Time:          about 5 min 25 s, and what writing the test file takes

            Touched:
              creates and removes /mnt/card/x

            Steps:
              read a lot
              write?some

            Warnings:
              the device is busy
            """);
  }

  @Test
  void nothingWritten() {
    Plan plan = new Plan(Fakes.target(), List.of(), 0, List.of(), Duration.ofSeconds(5), List.of());

    assertThat(PlanText.of(plan))
        .contains("Written first: nothing\n", "about 5 s\n")
        .doesNotContain("Touched", "Steps", "Warnings");
  }
}
