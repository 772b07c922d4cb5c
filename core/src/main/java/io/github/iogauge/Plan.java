package io.github.iogauge;

import java.time.Duration;
import java.util.List;

/**
 * What a job would do, found out without writing anything.
 *
 * @param target what is to be measured
 * @param touches what is created, read, overwritten and removed, one line each
 * @param bytesToPrepare what is written to the test file before the first workload
 * @param steps one line per step
 * @param duration about how long the steps take; writing the test file and drains come on top
 * @param warnings what will limit the figures
 */
public record Plan(
    TargetInfo target,
    List<String> touches,
    long bytesToPrepare,
    List<String> steps,
    Duration duration,
    List<String> warnings) {

  /** Keeps its own copies of the lists. */
  public Plan {
    touches = List.copyOf(touches);
    steps = List.copyOf(steps);
    warnings = List.copyOf(warnings);
  }
}
