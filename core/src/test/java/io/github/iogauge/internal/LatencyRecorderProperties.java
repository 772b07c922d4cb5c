package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.LatencyStats;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class LatencyRecorderProperties {

  private static final long LONGEST = 1_200_000_000_000L;

  @Property
  void percentilesAreRightToATenthOfAPercent(
      @ForAll @Size(min = 1, max = 200) List<@LongRange(max = LONGEST) Long> values,
      @ForAll @DoubleRange(min = 0.1, max = 100) double percent) {
    LatencyRecorder recorder = new LatencyRecorder();
    values.forEach(recorder::record);
    LatencyStats stats = recorder.stats();
    long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();

    long answer = stats.percentileNanos(percent);

    // The rank may be one off where the percentage falls between two values.
    double rank = percent / 100 * sorted.length;
    long low = sorted[(int) Math.max(0, Math.floor(rank - 1e-6) - 1)];
    long high = sorted[(int) Math.min(sorted.length - 1, Math.ceil(rank))];
    assertThat((double) answer).isBetween(low * 0.999 - 1, high * 1.001 + 1);
    assertThat(answer).isBetween(sorted[0], sorted[sorted.length - 1]);
    assertThat(stats.minNanos()).isEqualTo(sorted[0]);
    assertThat(stats.maxNanos()).isEqualTo(sorted[sorted.length - 1]);
  }

  @Property
  void percentilesNeverFall(
      @ForAll @Size(min = 1, max = 50) List<@LongRange(max = LONGEST) Long> values) {
    LatencyRecorder recorder = new LatencyRecorder();
    values.forEach(recorder::record);
    LatencyStats stats = recorder.stats();

    long last = stats.minNanos();
    for (double percent : new double[] {1, 10, 50, 90, 95, 99, 99.9, 99.99, 100}) {
      assertThat(stats.percentileNanos(percent)).isGreaterThanOrEqualTo(last);
      last = stats.percentileNanos(percent);
    }
    assertThat(last).isEqualTo(stats.maxNanos());
  }
}
