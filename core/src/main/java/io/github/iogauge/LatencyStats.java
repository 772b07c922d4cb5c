package io.github.iogauge;

/**
 * How long single I/Os took, in nanoseconds, from the clock reading before the call that submitted
 * each to the reading after its completion was seen. Minimum, mean and maximum are exact; the
 * standard deviation and the percentiles come from a histogram whose values are right to 0.1 %.
 */
public interface LatencyStats {

  /** How many I/Os are counted; if 0, all other values are 0. */
  long count();

  /** The shortest, in nanoseconds. */
  long minNanos();

  /** The longest, in nanoseconds. */
  long maxNanos();

  /** The arithmetic mean, in nanoseconds. */
  double meanNanos();

  /** The standard deviation, in nanoseconds. */
  double stddevNanos();

  /**
   * The time that a share of all I/Os did not exceed, within minimum and maximum.
   *
   * @param percent above 0, up to 100
   * @return nanoseconds
   * @throws BenchmarkException for a percentage out of range
   */
  long percentileNanos(double percent);
}
