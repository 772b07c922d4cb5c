package io.github.iogauge.internal;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.LatencyStats;
import org.HdrHistogram.Histogram;

/**
 * Collects the latencies of one thread. Recording neither locks nor allocates, except when a
 * latency is longer than all before and the histogram has to grow, which a run does a few times at
 * most.
 */
final class LatencyRecorder {

  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
  private long count;
  private long sum;
  private long min = Long.MAX_VALUE;
  private long max;

  /**
   * Counts one latency.
   *
   * @param nanos 0 or more
   */
  void record(long nanos) {
    histogram.recordValue(nanos);
    count++;
    sum += nanos;
    if (nanos < min) {
      min = nanos;
    }
    if (nanos > max) {
      max = nanos;
    }
  }

  /** Adds all that another recorder has counted. */
  void add(LatencyRecorder other) {
    histogram.add(other.histogram);
    count += other.count;
    sum += other.sum;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
  }

  /** The statistics of what was counted so far; recording must have ended. */
  LatencyStats stats() {
    return new Stats(
        count, count == 0 ? 0 : min, max, count == 0 ? 0 : (double) sum / count, histogram);
  }

  private record Stats(
      long count, long minNanos, long maxNanos, double meanNanos, Histogram histogram)
      implements LatencyStats {

    @Override
    public double stddevNanos() {
      return count == 0 ? 0 : histogram.getStdDeviation();
    }

    @Override
    public long percentileNanos(double percent) {
      if (!(percent > 0 && percent <= 100)) {
        throw new BenchmarkException("percent", percent, "must be above 0 and at most 100");
      }
      // The histogram answers with the upper end of a bucket, which may lie beyond the extremes.
      return count == 0
          ? 0
          : Math.min(maxNanos, Math.max(minNanos, histogram.getValueAtPercentile(percent)));
    }

    @Override
    public String toString() {
      return count + " I/Os, mean " + meanNanos + " ns";
    }
  }
}
