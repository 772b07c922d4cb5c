package io.github.iogauge.internal;

import io.github.iogauge.LatencyStats;
import io.github.iogauge.RunResult;
import io.github.iogauge.Transfers;
import io.github.iogauge.device.DeviceCounters;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one thread measured in its window.
 *
 * @param elapsedNanos how long the window was open
 * @param depthNanos the time integral of the I/Os in flight
 * @param drained I/Os in flight when it closed
 */
record ThreadResult(
    long elapsedNanos,
    long depthNanos,
    long drained,
    long readBytes,
    long writeBytes,
    LatencyRecorder readLatency,
    LatencyRecorder writeLatency,
    LatencyRecorder syncLatency,
    Series series,
    Optional<DeviceCounters> deviceCounters,
    OptionalLong cpuNanos) {

  /**
   * The run that several threads make: bytes and operations add up, histograms merge, elapsed is
   * the longest.
   *
   * @param threads at least one
   */
  static RunResult merge(List<ThreadResult> threads) {
    long elapsed = threads.stream().mapToLong(ThreadResult::elapsedNanos).max().orElseThrow();
    long depthNanos = threads.stream().mapToLong(ThreadResult::depthNanos).sum();
    LatencyRecorder all = new LatencyRecorder();
    LatencyRecorder read = new LatencyRecorder();
    LatencyRecorder write = new LatencyRecorder();
    LatencyRecorder sync = new LatencyRecorder();
    Series series = new Series();
    for (ThreadResult thread : threads) {
      all.add(thread.readLatency);
      all.add(thread.writeLatency);
      read.add(thread.readLatency);
      write.add(thread.writeLatency);
      sync.add(thread.syncLatency);
      series.add(thread.series);
    }
    return new RunResult(
        elapsed,
        elapsed == 0 ? 0 : (double) depthNanos / elapsed,
        threads.stream().mapToLong(ThreadResult::drained).sum(),
        all.stats(),
        transfers(threads.stream().mapToLong(ThreadResult::readBytes).sum(), read.stats()),
        transfers(threads.stream().mapToLong(ThreadResult::writeBytes).sum(), write.stats()),
        transfers(0, sync.stats()),
        threads.get(0).deviceCounters,
        threads.get(0).cpuNanos,
        series.intervals(elapsed));
  }

  private static Transfers transfers(long bytes, LatencyStats latency) {
    return new Transfers(bytes, latency.count(), latency);
  }
}
