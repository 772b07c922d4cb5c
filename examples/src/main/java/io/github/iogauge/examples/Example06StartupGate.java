package io.github.iogauge.examples;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.Result;
import io.github.iogauge.RunResult;
import io.github.iogauge.SyncPolicy;
import io.github.iogauge.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Lesson 6: is this disk good enough for my service? Ask when the service starts, rather than find
 * out under load.
 *
 * <p>Exit status: 0 for PASS, 3 for FAIL, 2 where it cannot be measured.
 */
public final class Example06StartupGate {

  private Example06StartupGate() {}

  /**
   * What the service needs of its disk.
   *
   * @param commitsPerSecond writes a second, each of them safe on the medium before the next
   * @param slowestCommit the time that 99 of 100 waits for the medium must not exceed
   */
  record Requirement(double commitsPerSecond, Duration slowestCommit) {}

  /**
   * Runs the example.
   *
   * @param args the directory to measure; the directory for temporary files unless given
   */
  public static void main(String[] args) {
    Path directory = Path.of(args.length > 0 ? args[0] : System.getProperty("java.io.tmpdir"));
    int status = check(directory, new Requirement(100, Duration.ofMillis(50)));
    if (status != 0) {
      System.exit(status);
    }
  }

  static int check(Path directory, Requirement requirement) {
    // What a journal or a database does at every commit: write a block, and wait until it is safe.
    Workload commits =
        Workload.randomWrite("commits")
            .sync(SyncPolicy.fdatasyncEvery(1))
            .duration(Duration.ofSeconds(2))
            .build();
    Result result;
    try {
      result =
          BenchmarkJob.builder()
              .target(directory)
              .fileSize(16L << 20)
              .workloads(commits)
              .build()
              .run();
    } catch (BenchmarkException e) {
      // The message is one line that names the field, its value and what to do about it.
      System.out.println("Cannot measure: " + e.getMessage());
      return 2;
    }
    if (result.failed() || !result.workload("commits").isMeasured()) {
      System.out.println("FAIL: I/O error " + result.workload("commits").error().orElse(null));
      return 3;
    }
    return verdict(result.workload("commits").runs().get(0), requirement);
  }

  private static int verdict(RunResult run, Requirement requirement) {
    double p99Millis = run.sync().latency().percentileNanos(99) / 1e6;
    double limitMillis = requirement.slowestCommit().toNanos() / 1e6;
    boolean fastEnough = run.iops() >= requirement.commitsPerSecond();
    boolean steadyEnough = p99Millis <= limitMillis;
    System.out.printf(
        Locale.ROOT,
        "%s  commits a second: %.0f, needed at least %.0f%n",
        word(fastEnough),
        run.iops(),
        requirement.commitsPerSecond());
    System.out.printf(
        Locale.ROOT,
        "%s  99 of 100 syncs within: %.2f ms, needed at most %.2f ms%n",
        word(steadyEnough),
        p99Millis,
        limitMillis);
    return fastEnough && steadyEnough ? 0 : 3;
  }

  private static String word(boolean passed) {
    return passed ? "PASS" : "FAIL";
  }
}
