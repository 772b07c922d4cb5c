package io.github.iogauge.internal;

import io.github.iogauge.Progress;
import io.github.iogauge.Progress.Phase;
import io.github.iogauge.ProgressListener;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listener of a job where it is, and estimates how long it still takes. */
final class ProgressReporter {

  private static final Logger LOG = LoggerFactory.getLogger(ProgressReporter.class);

  /** Where the sum of a job's times is cut off, so that it can be told in nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final ProgressListener listener;
  private final int workloads;
  private final int runs;
  private final long startedAt = System.nanoTime();

  private long plannedAfter;
  private boolean complained;
  private Phase phase = Phase.PREPARING;
  private String workload = "";
  private int number;
  private int run;
  private long plannedNow;
  private long totalBytes;
  private long phaseStartedAt;
  private long lastTick;
  private long lastBytes;
  private long lastOperations;

  /**
   * Makes a reporter.
   *
   * @param planned the time that all phases of known length take together
   */
  ProgressReporter(ProgressListener listener, int workloads, int runs, Duration planned) {
    this.listener = listener;
    this.workloads = workloads;
    this.runs = runs;
    this.plannedAfter = planned.compareTo(LONGEST) < 0 ? planned.toNanos() : LONGEST.toNanos();
  }

  /** Sets the workload that the next phases belong to. */
  void workload(String name, int ofNumber) {
    this.workload = name;
    this.number = ofNumber;
  }

  /**
   * Begins a phase.
   *
   * @param planned its length as contained in the plan; zero if it is not
   * @param bytes that it moves in all if that is what ends it; 0 otherwise
   */
  void begin(Phase next, int ofRun, Duration planned, long bytes) {
    phase = next;
    run = ofRun;
    plannedNow = planned.toNanos();
    plannedAfter -= plannedNow;
    totalBytes = bytes;
    phaseStartedAt = System.nanoTime();
    lastTick = phaseStartedAt;
    lastBytes = 0;
    lastOperations = 0;
    emit(phase, 0, 0, 0, 0);
  }

  /** Tells how far the phase is. */
  void tick(boolean draining, long bytes, long operations, int inFlight) {
    long now = System.nanoTime();
    double seconds = (now - lastTick) / 1e9;
    double byteRate = seconds <= 0 ? 0 : (bytes - lastBytes) / seconds;
    double operationRate = seconds <= 0 ? 0 : (operations - lastOperations) / seconds;
    lastTick = now;
    lastBytes = bytes;
    lastOperations = operations;
    emit(draining ? Phase.DRAINING : phase, byteRate, operationRate, inFlight, bytes);
  }

  /** Tells that all is done. */
  void finished() {
    plannedAfter = 0;
    plannedNow = 0;
    totalBytes = 0;
    emit(Phase.FINISHED, 0, 0, 0, 0);
  }

  private void emit(Phase now, double byteRate, double operationRate, int inFlight, long bytes) {
    long nanoTime = System.nanoTime();
    Progress progress =
        new Progress(
            now,
            workload,
            number,
            workloads,
            run,
            runs,
            byteRate,
            operationRate,
            inFlight,
            Duration.ofNanos(nanoTime - startedAt),
            Duration.ofNanos(remaining(nanoTime, bytes)));
    try {
      listener.onProgress(progress);
    } catch (RuntimeException e) {
      if (!complained) {
        complained = true; // it is called four times a second
        LOG.warn("the progress listener failed", e);
      }
    }
  }

  private long remaining(long now, long bytes) {
    long inPhase = now - phaseStartedAt;
    long here = Math.max(0, plannedNow - inPhase);
    if (totalBytes > 0 && bytes > 0) {
      here = (long) ((double) inPhase / bytes * Math.max(0, totalBytes - bytes));
    }
    return Math.max(0, plannedAfter) + here;
  }
}
