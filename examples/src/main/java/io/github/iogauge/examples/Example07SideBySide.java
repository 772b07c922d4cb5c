package io.github.iogauge.examples;

import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.RunningJob;
import io.github.iogauge.Summary;
import io.github.iogauge.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lesson 7: measure several places at once, and compare them.
 *
 * <p>Jobs share nothing, so any number may run side by side in one program. Two on the same device
 * share the device, of course: then each gets a part of its speed.
 */
public final class Example07SideBySide {

  private Example07SideBySide() {}

  /**
   * Runs the example.
   *
   * @param args two directories; the directory for temporary files in place of each that is not
   *     given
   * @throws Exception if a job is refused or the thread interrupted
   */
  public static void main(String[] args) throws Exception {
    String fallback = System.getProperty("java.io.tmpdir");
    List<Path> directories =
        List.of(
            Path.of(args.length > 0 ? args[0] : fallback),
            Path.of(args.length > 1 ? args[1] : fallback));

    // All are started before any is waited for: that is what makes them run at once.
    List<RunningJob> jobs = new ArrayList<>();
    for (Path directory : directories) {
      jobs.add(job(directory).start());
    }

    List<Summary> summaries = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      Summary summary = jobs.get(i).result().get().workload("random-read").best();
      summaries.add(summary);
      System.out.printf(
          Locale.ROOT,
          "%-40s %9.2f MB/s %9.0f IOPS %9.1f us%n",
          directories.get(i),
          summary.megabytesPerSecond(),
          summary.iops(),
          summary.meanLatencyNanos() / 1e3);
    }
    System.out.printf(
        Locale.ROOT,
        "The first is %.2f times as fast as the second.%n",
        summaries.get(0).iops() / summaries.get(1).iops());
  }

  private static BenchmarkJob job(Path directory) {
    return BenchmarkJob.builder()
        .target(directory)
        .fileSize(64L << 20)
        .workloads(Workload.randomRead("random-read").duration(Duration.ofSeconds(1)).build())
        .build();
  }
}
