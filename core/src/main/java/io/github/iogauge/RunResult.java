package io.github.iogauge;

import io.github.iogauge.device.DeviceCounters;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One run of a workload, as measured.
 *
 * <p>A run by time counts what completed between two completions: the first after the ramp, and the
 * first at or after the end of its time. A run by size counts everything from the first submission
 * to the last completion and the fsync asked for. Several threads: bytes and operations add up,
 * elapsed is the longest.
 *
 * @param elapsedNanos how long the measuring window was open
 * @param meanDepth I/Os in flight, averaged over the window, all threads together
 * @param drained I/Os that were in flight when the window closed; they are waited for, not counted
 * @param latency of all reads and writes together
 * @param read the reads
 * @param write the writes
 * @param sync the fsync and fdatasync calls
 * @param deviceCounters what the block device itself counted within the window
 * @param cpuNanos processor time that the whole process used within the window
 * @param series one entry a second
 */
public record RunResult(
    long elapsedNanos,
    double meanDepth,
    long drained,
    LatencyStats latency,
    Transfers read,
    Transfers write,
    Transfers sync,
    Optional<DeviceCounters> deviceCounters,
    OptionalLong cpuNanos,
    List<Interval> series) {

  /** Keeps its own copy of the list. */
  public RunResult {
    series = List.copyOf(series);
  }

  /** Bytes moved within the window, both directions together. */
  public long bytes() {
    return read.bytes() + write.bytes();
  }

  /** Reads and writes completed within the window. */
  public long operations() {
    return read.operations() + write.operations();
  }

  /** Bytes moved per second. */
  public double bytesPerSecond() {
    return perSecond(bytes());
  }

  /** Reads and writes completed per second. */
  public double iops() {
    return perSecond(operations());
  }

  private double perSecond(long amount) {
    return elapsedNanos == 0 ? 0 : amount * 1e9 / elapsedNanos;
  }
}
