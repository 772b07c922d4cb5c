package io.github.iogauge.examples;

import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.Result;
import io.github.iogauge.preset.CrystalDiskMark;
import io.github.iogauge.report.Reports;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Lesson 1: measure a directory with a ready-made suite, and print the result.
 *
 * <p>A test file is made in the directory, and removed again before {@code run()} returns.
 */
public final class Example01QuickStart {

  private Example01QuickStart() {}

  /**
   * Runs the example.
   *
   * @param args the directory to measure; the directory for temporary files unless given
   */
  public static void main(String[] args) {
    Path directory = Path.of(args.length > 0 ? args[0] : System.getProperty("java.io.tmpdir"));

    Result result =
        BenchmarkJob.builder()
            .target(directory)
            .suite(CrystalDiskMark.defaultProfile())
            // The profile as it stands takes over five minutes. The next five lines shorten it to
            // seconds, as a demonstration; without them, the figures compare with other people's.
            .fileSize(64L << 20)
            .runs(1)
            .duration(Duration.ofMillis(500))
            .warmUp(Duration.ZERO)
            .interval(Duration.ZERO)
            .build()
            .run();

    // A report turns a result into text. "json" is another one.
    System.out.println(Reports.named("text").format(result));

    // Or pick single figures. best() is what CrystalDiskMark shows: the best of all runs.
    double iops = result.workload("RND4K-Q32T1-read").best().iops();
    System.out.printf("Random reads of 4 KiB at depth 32: %.0f a second%n", iops);
  }
}
