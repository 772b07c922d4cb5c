package io.github.iogauge;

/**
 * The figures of a workload, aggregated over its runs. {@code bytesPerSecond} is always {@code
 * iops} times the block size.
 *
 * @param bytesPerSecond bytes moved per second, reads and writes together
 * @param iops I/Os completed per second
 * @param meanLatencyNanos mean time from submission to completion of one I/O in nanoseconds; 0 if
 *     no I/O completed
 */
public record Summary(double bytesPerSecond, double iops, double meanLatencyNanos) {

  /** The rate in megabytes (1,000,000 bytes) per second. */
  public double megabytesPerSecond() {
    return bytesPerSecond / 1e6;
  }
}
