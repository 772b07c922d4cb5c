package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.github.iogauge.Progress;
import io.github.iogauge.Progress.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressReporterTest {

  private final List<Progress> events = new ArrayList<>();

  @Test
  void remainingTimeFallsFromThePlanToZero() {
    ProgressReporter reporter = new ProgressReporter(events::add, 1, 2, Duration.ofSeconds(100));
    reporter.workload("w", 1);
    reporter.begin(Phase.WARM_UP, 0, Duration.ofSeconds(20), 0);
    reporter.tick(false, 1, 1, 1);
    reporter.begin(Phase.MEASURING, 1, Duration.ofSeconds(40), 0);
    reporter.tick(false, 1, 1, 1);
    reporter.tick(true, 1, 1, 1);
    reporter.begin(Phase.MEASURING, 2, Duration.ofSeconds(40), 0);
    reporter.finished();

    assertThat(events.get(0).remaining())
        .isBetween(Duration.ofSeconds(90), Duration.ofSeconds(100));
    for (int i = 1; i < events.size(); i++) {
      assertThat(events.get(i).remaining()).isLessThanOrEqualTo(events.get(i - 1).remaining());
    }
    assertThat(events.get(events.size() - 1).remaining()).isZero();
    assertThat(events.get(5).remaining()).isLessThanOrEqualTo(Duration.ofSeconds(40));
  }

  @Test
  void eventsSayWhereTheJobIs() {
    ProgressReporter reporter = new ProgressReporter(events::add, 3, 5, Duration.ZERO);
    reporter.begin(Phase.PREPARING, 0, Duration.ZERO, 1000);
    reporter.workload("w", 2);
    reporter.begin(Phase.MEASURING, 4, Duration.ofSeconds(1), 0);
    reporter.tick(true, 0, 0, 17);
    reporter.begin(Phase.PAUSING, 0, Duration.ofSeconds(1), 0);
    reporter.finished();

    assertThat(events)
        .extracting(Progress::phase)
        .containsExactly(
            Phase.PREPARING, Phase.MEASURING, Phase.DRAINING, Phase.PAUSING, Phase.FINISHED);
    Progress draining = events.get(2);
    assertThat(draining.workload()).isEqualTo("w");
    assertThat(draining.workloadNumber()).isEqualTo(2);
    assertThat(draining.workloads()).isEqualTo(3);
    assertThat(draining.run()).isEqualTo(4);
    assertThat(draining.runs()).isEqualTo(5);
    assertThat(draining.inFlight()).isEqualTo(17);
    assertThat(events.get(0).workload()).isEmpty();
  }

  @Test
  void ratesAreThoseSinceTheEventBefore() {
    ProgressReporter reporter = new ProgressReporter(events::add, 1, 1, Duration.ZERO);
    reporter.begin(Phase.MEASURING, 1, Duration.ofSeconds(1), 0);
    reporter.tick(false, 4096, 1, 1);
    reporter.tick(false, 4096, 1, 1);
    reporter.begin(Phase.MEASURING, 2, Duration.ofSeconds(1), 0);
    reporter.tick(false, 8192, 2, 1);

    assertThat(events.get(1).iops()).isPositive().isFinite();
    assertThat(events.get(1).bytesPerSecond())
        .isCloseTo(events.get(1).iops() * 4096, withPercentage(1));
    assertThat(events.get(2).iops()).isZero();
    assertThat(events.get(4).iops()).isPositive();
  }

  @Test
  void aPhaseOfAKnownSizeIsEstimatedFromItsRate() {
    ProgressReporter reporter = new ProgressReporter(events::add, 1, 1, Duration.ofSeconds(10));
    reporter.begin(Phase.PREPARING, 0, Duration.ZERO, 1000);
    reporter.tick(false, 1000, 1, 0);

    assertThat(events.get(1).remaining()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void moreThanThePlanIsNeverNegative() {
    ProgressReporter reporter = new ProgressReporter(events::add, 1, 1, Duration.ofSeconds(1));
    for (int i = 0; i < 5; i++) {
      reporter.begin(Phase.MEASURING, 1, Duration.ofSeconds(1), 0);
      reporter.tick(false, 0, 0, 0);
    }

    assertThat(events).noneMatch(p -> p.remaining().isNegative());
  }

  @Test
  void aListenerThatThrowsIsAskedAgainAndDoesNoHarm() {
    List<Progress> heard = new ArrayList<>();
    ProgressReporter reporter =
        new ProgressReporter(
            p -> {
              heard.add(p);
              throw new IllegalStateException("listener");
            },
            1,
            1,
            Duration.ofSeconds(1));

    reporter.begin(Phase.MEASURING, 1, Duration.ofSeconds(1), 0);
    reporter.tick(false, 1, 1, 1);
    reporter.finished();

    assertThat(heard).hasSize(3);
  }
}
