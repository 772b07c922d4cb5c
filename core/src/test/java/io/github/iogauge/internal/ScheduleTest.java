package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.Pause;
import io.github.iogauge.Suite;
import io.github.iogauge.Workload;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  private static final Workload TIMED =
      Workload.randomRead("timed").duration(Duration.ofSeconds(5)).build();
  private static final Workload SIZED = Workload.randomRead("sized").requests(9).build();

  @Test
  void aWarmUpLikeARunLastsAsLongAsOneWithoutItsRamp() {
    Suite suite = Suite.builder("s").warmUpLikeRun().steps(TIMED, SIZED).build();

    assertThat(Schedule.warmUp(suite, TIMED)).isEqualTo(Duration.ofSeconds(5));
    assertThat(Schedule.warmUp(suite, SIZED)).isZero();
  }

  @Test
  void aWarmUpThatIsSetHoldsForAll() {
    Suite suite = Suite.builder("s").warmUp(Duration.ofMillis(7)).steps(TIMED, SIZED).build();

    assertThat(Schedule.warmUp(suite, TIMED)).isEqualTo(Duration.ofMillis(7));
    assertThat(Schedule.warmUp(suite, SIZED)).isEqualTo(Duration.ofMillis(7));
  }

  @Test
  void aRunLastsForItsRampAndItsTime() {
    assertThat(Schedule.run(TIMED)).isEqualTo(Duration.ofSeconds(6));
    assertThat(Schedule.run(SIZED)).isZero();
  }

  @Test
  void theWholeIsTheSumOfItsParts() {
    Suite suite =
        Suite.builder("s")
            .runs(5)
            .warmUpLikeRun()
            .interval(Duration.ofSeconds(3))
            .steps(TIMED, new Pause(Duration.ofSeconds(100)), SIZED)
            .build();

    assertThat(Schedule.total(suite)).isEqualTo(Duration.ofSeconds(5 + 5 * 6 + 100 + 3));
  }

  @Test
  void oneWorkloadHasNoInterval() {
    Suite suite = Suite.builder("s").interval(Duration.ofSeconds(3)).steps(TIMED).build();

    assertThat(Schedule.total(suite)).isEqualTo(Duration.ofSeconds(6));
  }
}
