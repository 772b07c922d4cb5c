package io.github.iogauge;

import java.util.List;
import java.util.Optional;

/**
 * What was measured of one workload: every counted run, and aggregates of them.
 *
 * @param workload what was asked
 * @param engine the name of the engine that did it
 * @param direct whether the page cache was bypassed
 * @param runs every counted run, in order; the last may have been cut short by an error or a cancel
 * @param error the I/O error that ended the workload
 */
public record WorkloadResult(
    Workload workload,
    String engine,
    boolean direct,
    List<RunResult> runs,
    Optional<IoFailure> error) {

  /** Keeps its own copy of the list. */
  public WorkloadResult {
    runs = List.copyOf(runs);
  }

  /** The workload's name. */
  public String name() {
    return workload.name();
  }

  /** Whether there is at least one run, so that the aggregates have something to say. */
  public boolean isMeasured() {
    return !runs.isEmpty();
  }

  /**
   * The figures over all runs.
   *
   * @param aggregate how the runs become one figure
   * @throws IllegalStateException if nothing was measured
   */
  public Summary summary(Aggregate aggregate) {
    if (runs.isEmpty()) {
      throw new IllegalStateException(
          name() + " was not measured" + error.map(e -> ": " + e).orElse(""));
    }
    return aggregate.of(runs, workload.blockSize());
  }

  /** The best rate and the lowest mean latency: {@link Aggregate#CDM}. */
  public Summary best() {
    return summary(Aggregate.CDM);
  }

  /** The arithmetic mean over the runs: {@link Aggregate#MEAN}. */
  public Summary mean() {
    return summary(Aggregate.MEAN);
  }

  /** The middle run: {@link Aggregate#MEDIAN}. */
  public Summary median() {
    return summary(Aggregate.MEDIAN);
  }
}
