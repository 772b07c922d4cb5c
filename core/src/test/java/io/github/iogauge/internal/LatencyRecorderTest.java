package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.LatencyStats;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyRecorderTest {

  private static LatencyStats statsOf(long... nanos) {
    LatencyRecorder recorder = new LatencyRecorder();
    for (long value : nanos) {
      recorder.record(value);
    }
    return recorder.stats();
  }

  @Test
  void nothingRecordedIsAllZero() {
    LatencyStats stats = statsOf();

    assertThat(stats.count()).isZero();
    assertThat(stats.minNanos()).isZero();
    assertThat(stats.maxNanos()).isZero();
    assertThat(stats.meanNanos()).isZero();
    assertThat(stats.stddevNanos()).isZero();
    assertThat(stats.percentileNanos(99)).isZero();
  }

  @Test
  void countMeanMinimumAndMaximumAreExact() {
    LatencyStats stats = statsOf(123_456_789, 987_654_321, 1_000_000_007);

    assertThat(stats.count()).isEqualTo(3);
    assertThat(stats.minNanos()).isEqualTo(123_456_789);
    assertThat(stats.maxNanos()).isEqualTo(1_000_000_007);
    assertThat(stats.meanNanos()).isEqualTo((123_456_789.0 + 987_654_321 + 1_000_000_007) / 3);
  }

  @Test
  void standardDeviationIsThatOfTheValues() {
    LatencyStats stats = statsOf(100_000, 300_000);

    assertThat(stats.stddevNanos()).isCloseTo(100_000, within(200.0));
  }

  @Test
  void percentilesLieBetweenTheExtremes() {
    LatencyStats stats = statsOf(1_000_001, 1_000_003);

    assertThat(stats.percentileNanos(0.001)).isBetween(1_000_001L, 1_000_003L);
    assertThat(stats.percentileNanos(100)).isEqualTo(1_000_003);
  }

  @Test
  void latenciesOfMinutesFit() {
    long minute = Duration.ofSeconds(60).toNanos();
    long twenty = Duration.ofMinutes(20).toNanos();
    LatencyStats stats = statsOf(minute, minute, twenty, 1);

    assertThat(stats.maxNanos()).isEqualTo(twenty);
    assertThat(stats.meanNanos()).isEqualTo((2.0 * minute + twenty + 1) / 4);
    assertThat(stats.percentileNanos(50)).isCloseTo(minute, within(minute / 1000));
    assertThat(stats.percentileNanos(99)).isCloseTo(twenty, within(twenty / 1000));
  }

  @Test
  void anInstantaneousIoCounts() {
    LatencyStats stats = statsOf(0, 0);

    assertThat(stats.count()).isEqualTo(2);
    assertThat(stats.meanNanos()).isZero();
  }

  @Test
  void addingAnotherIsAsIfAllHadBeenRecordedHere() {
    LatencyRecorder sum = new LatencyRecorder();
    LatencyRecorder other = new LatencyRecorder();
    LatencyRecorder all = new LatencyRecorder();
    for (int i = 1; i <= 1000; i++) {
      long value = i * 7919L;
      (i % 3 == 0 ? sum : other).record(value);
      all.record(value);
    }

    sum.add(other);
    sum.add(new LatencyRecorder());

    assertThat(sum.stats().count()).isEqualTo(1000);
    assertThat(sum.stats().meanNanos()).isEqualTo(all.stats().meanNanos());
    assertThat(sum.stats().minNanos()).isEqualTo(7919);
    assertThat(sum.stats().maxNanos()).isEqualTo(7_919_000);
    assertThat(sum.stats().stddevNanos()).isEqualTo(all.stats().stddevNanos());
    for (double percent : new double[] {1, 50, 90, 99, 99.9, 100}) {
      assertThat(sum.stats().percentileNanos(percent))
          .isEqualTo(all.stats().percentileNanos(percent));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 100.001, Double.NaN, Double.POSITIVE_INFINITY})
  void percentagesOutOfRangeAreRefused(double percent) {
    LatencyStats stats = statsOf(1);

    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> stats.percentileNanos(percent))
        .satisfies(e -> assertThat(e.field()).isEqualTo("percent"));
  }
}
