package io.github.iogauge.jmh;

import io.github.iogauge.AccessPattern;
import io.github.iogauge.Suite;
import io.github.iogauge.Workload;
import io.github.iogauge.preset.CrystalDiskMark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A workload that both programs can do.
 *
 * @param workload as the library runs it
 * @param engine by the name it has in both programs
 */
record ComparisonCase(Workload workload, String engine) {

  static final String ONE_THREAD = "RND4K-Q32T1-read";
  static final String TWO_THREADS = "RND4K-Q32T2-read";

  private static final Duration RAMP = Duration.ofSeconds(1);

  /**
   * The eight tests of CrystalDiskMark's default profile, each with the engine that {@code auto}
   * chooses; random reads and writes one at a time through libaio too; and two threads.
   */
  static List<ComparisonCase> all(Duration time) {
    Suite profile =
        CrystalDiskMark.defaultProfile().map(w -> w.toBuilder().duration(time).ramp(RAMP).build());
    List<ComparisonCase> cases = new ArrayList<>();
    for (Workload workload : profile.workloads()) {
      cases.add(new ComparisonCase(workload, workload.queueDepth() > 1 ? "libaio" : "psync"));
      if (workload.queueDepth() == 1 && isRandom(workload)) {
        Workload queued = workload.toBuilder().name(workload.name() + "-libaio").build();
        cases.add(new ComparisonCase(queued, "libaio"));
      }
      if (workload.name().equals(ONE_THREAD)) {
        Workload twice = workload.toBuilder().name(TWO_THREADS).threads(2).build();
        cases.add(new ComparisonCase(twice, "libaio"));
      }
    }
    return cases;
  }

  String name() {
    return workload.name();
  }

  /** fio's arguments for the same, with everything that is not said here at fio's default. */
  List<String> fioArguments() {
    return List.of(
        "--name=" + name(),
        "--direct=1",
        "--group_reporting",
        "--time_based",
        "--ioengine=" + engine,
        "--rw=" + (isRandom(workload) ? "rand" : "") + workload.operation(),
        "--bs=" + workload.blockSize(),
        "--iodepth=" + workload.queueDepth(),
        "--numjobs=" + workload.threads(),
        "--ramp_time=" + millis(workload.ramp()),
        "--runtime=" + millis(workload.duration().orElseThrow()));
  }

  /**
   * What makes fio fast, as far as it goes on recording every latency: submitting and reaping many
   * I/Os in one call, no map of the blocks that were touched, no rewriting of what is written.
   */
  List<String> fioAtItsBest() {
    List<String> arguments = new ArrayList<>(fioArguments());
    arguments.add("--norandommap");
    arguments.add("--scramble_buffers=0");
    int depth = workload.queueDepth();
    if (depth > 1) {
      arguments.add("--iodepth_batch=" + Math.max(1, depth / 2));
      arguments.add("--iodepth_batch_complete_min=" + Math.max(1, depth / 4));
      arguments.add("--iodepth_batch_complete_max=" + depth);
    }
    return arguments;
  }

  private static boolean isRandom(Workload workload) {
    return workload.pattern().equals(AccessPattern.random());
  }

  private static String millis(Duration duration) {
    return duration.toMillis() + "ms";
  }
}
