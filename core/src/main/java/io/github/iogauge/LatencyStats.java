package io.github.iogauge;

/**
 * How long single I/Os took, in nanoseconds, from the clock reading before the call that submitted
 * each to the reading after its completion was seen. Minimum, mean and maximum are exact; the
 * standard deviation and the percentiles come from a histogram whose values are right to 0.1 %.
 *
 * <p>I/Os that go to the system in one call share the reading before it, and completions that are
 * fetched at once share the reading after them. So a latency is never too short. It is longer than
 * the device's own time by at most two things: the system call that handed over its batch (8 I/Os
 * at most; up to the queue depth on a device that is done before the call returns), and the time
 * that its completion lay unseen while the thread was in such a call. At depth 1 each I/O has two
 * readings of its own.
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
