package io.github.iogauge.examples;

import io.github.iogauge.AccessPattern;
import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.Result;
import io.github.iogauge.RunResult;
import io.github.iogauge.SyncPolicy;
import io.github.iogauge.Transfers;
import io.github.iogauge.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Lesson 3: describe the load that your own program puts on a disk.
 *
 * <p>Here: a small database. Seven of ten I/Os read, three write, all in pages of 16 KiB spread
 * over its file; after every eighth write it waits until its data are on the medium.
 */
public final class Example03OwnWorkload {

  private Example03OwnWorkload() {}

  /**
   * Runs the example.
   *
   * @param args the directory to measure; the directory for temporary files unless given
   */
  public static void main(String[] args) {
    Path directory = Path.of(args.length > 0 ? args[0] : System.getProperty("java.io.tmpdir"));

    Workload database =
        Workload.of("database", AccessPattern.random(), 70)
            .blockSize(16 << 10)
            .sync(SyncPolicy.fdatasyncEvery(8))
            // By time. A workload can also end by bytes(...) or requests(...).
            .duration(Duration.ofSeconds(1))
            .build();

    Result result =
        BenchmarkJob.builder()
            .target(directory)
            .fileSize(64L << 20)
            .workloads(database)
            .build()
            .run();

    // Each run keeps reads, writes and syncs apart.
    RunResult run = result.workload("database").runs().get(0);
    print("reads", run.read());
    print("writes", run.write());
    print("syncs", run.sync());
    System.out.printf(
        Locale.ROOT, "together %.2f MB/s, %.0f IOPS%n", run.bytesPerSecond() / 1e6, run.iops());
  }

  private static void print(String what, Transfers transfers) {
    System.out.printf(
        Locale.ROOT,
        "%-6s %7d, half of them within %7.0f us, 99 of 100 within %7.0f us%n",
        what,
        transfers.operations(),
        transfers.latency().percentileNanos(50) / 1e3,
        transfers.latency().percentileNanos(99) / 1e3);
  }
}
