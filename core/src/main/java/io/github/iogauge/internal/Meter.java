package io.github.iogauge.internal;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The measuring window of one thread: opened once, closed once, and counting in between. All
 * moments are readings of {@link System#nanoTime()}, and never go back.
 */
final class Meter {

  private final Optional<WindowProbe> probe;
  private final LatencyRecorder readLatency = new LatencyRecorder();
  private final LatencyRecorder writeLatency = new LatencyRecorder();
  private final LatencyRecorder syncLatency = new LatencyRecorder();
  private final Series series = new Series();
  private boolean open;
  private long openedAt;
  private long readBytes;
  private long writeBytes;
  private int inFlight;
  private long lastChange;
  private long depthNanos;

  /**
   * Makes a meter.
   *
   * @param probe of the things that one thread reads for all, given to that thread alone
   */
  Meter(Optional<WindowProbe> probe) {
    this.probe = probe;
  }

  boolean isOpen() {
    return open;
  }

  /** The number of I/Os submitted and not completed, inside the window or not. */
  int inFlight() {
    return inFlight;
  }

  void open(long now) {
    probe.ifPresent(WindowProbe::open);
    open = true;
    openedAt = now;
    lastChange = now;
    depthNanos = 0;
    series.open(now);
  }

  /** Notes that I/Os are about to be submitted. */
  void submitting(int count, long now) {
    advance(now);
    inFlight += count;
  }

  /** Notes that the completions that follow were seen at that moment. */
  void completing(long now) {
    advance(now);
    if (open) {
      series.advance(now);
    }
  }

  private void advance(long now) {
    depthNanos += inFlight * (now - lastChange);
    lastChange = now;
  }

  /** Counts one completion, if the window is open. */
  void completed(boolean write, int bytes, long latency) {
    inFlight--;
    if (open) {
      if (write) {
        writeBytes += bytes;
        writeLatency.record(latency);
      } else {
        readBytes += bytes;
        readLatency.record(latency);
      }
      series.add(write, bytes, latency);
    }
  }

  /** Takes an I/O that failed out of the number in flight. */
  void failed() {
    inFlight--;
  }

  /** Counts one fsync or fdatasync, if the window is open or it belongs to its end. */
  void synced(long latency) {
    syncLatency.record(latency);
  }

  /**
   * Closes the window.
   *
   * @param now the moment at which it ends
   * @param drained I/Os in flight that are not going to be counted
   */
  ThreadResult close(long now, long drained) {
    advance(now);
    open = false;
    return new ThreadResult(
        now - openedAt,
        depthNanos,
        drained,
        readBytes,
        writeBytes,
        readLatency,
        writeLatency,
        syncLatency,
        series,
        probe.flatMap(WindowProbe::deviceCounters),
        probe.map(WindowProbe::cpuNanos).orElse(OptionalLong.empty()));
  }
}
