package io.github.iogauge.report;

import io.github.iogauge.Aggregate;
import io.github.iogauge.Summary;
import io.github.iogauge.WorkloadResult;
import java.util.Optional;

/** Which figures there are to print. */
final class Figures {

  private Figures() {}

  /**
   * The figures of a workload. Empty if nothing was measured: it has no run, or none whose window
   * was ever open; a rate of 0 would then be a claim.
   */
  static Optional<Summary> of(WorkloadResult workload, Aggregate aggregate) {
    return workload.runs().stream().anyMatch(run -> run.elapsedNanos() > 0)
        ? Optional.of(workload.summary(aggregate))
        : Optional.empty();
  }
}
