package io.github.iogauge;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that a job found out.
 *
 * @param suite what was run, with the runs, times and aggregate that were in force
 * @param options the other settings of the job
 * @param target what was measured
 * @param host the machine
 * @param startedAt when the job began
 * @param workloads one result per workload that was begun, in order
 * @param warnings what a reader must know to believe the figures, one line each
 * @param error what ended the whole job early, in one line; I/O errors stand in their workloads
 * @param cancelled whether the job was cancelled; what was measured until then is here
 */
public record Result(
    Suite suite,
    JobOptions options,
    TargetInfo target,
    HostInfo host,
    Instant startedAt,
    List<WorkloadResult> workloads,
    List<String> warnings,
    Optional<String> error,
    boolean cancelled) {

  /** Keeps its own copies of the lists. */
  public Result {
    workloads = List.copyOf(workloads);
    warnings = List.copyOf(warnings);
  }

  /**
   * The result of one workload.
   *
   * @param name of the workload
   * @throws IllegalArgumentException if there is none of that name, naming those there are
   */
  public WorkloadResult workload(String name) {
    return workloads.stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no result for workload "
                        + name
                        + error.map(e -> " (" + e + ")").orElse("")
                        + "; there is "
                        + workloads.stream().map(WorkloadResult::name).toList()));
  }

  /** Whether the job or any of its workloads ended in an error. */
  public boolean failed() {
    return error.isPresent() || workloads.stream().anyMatch(w -> w.error().isPresent());
  }
}
