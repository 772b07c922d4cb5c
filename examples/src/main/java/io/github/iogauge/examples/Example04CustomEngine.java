package io.github.iogauge.examples;

import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.Result;
import io.github.iogauge.RunResult;
import io.github.iogauge.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Lesson 4: do the I/O in a way of your own.
 *
 * <p>{@link FixedLatencyEngine} is a device whose truth is known: every I/O takes 2 ms, however
 * many are in flight. So one at a time gives 500 I/Os a second, and eight at a time 4,000: the I/Os
 * in flight divided by the time of each, which is Little's law. What is measured should agree, and
 * it is how you would test a program against a slow disk that you do not have.
 */
public final class Example04CustomEngine {

  private Example04CustomEngine() {}

  /**
   * Runs the example.
   *
   * @param args the directory to measure; the directory for temporary files unless given
   */
  public static void main(String[] args) {
    Path directory = Path.of(args.length > 0 ? args[0] : System.getProperty("java.io.tmpdir"));
    Duration latency = Duration.ofMillis(2);

    Result result =
        BenchmarkJob.builder()
            .target(directory)
            .fileSize(16L << 20)
            // An engine can be handed over like this, or be found by java.util.ServiceLoader
            // and then be chosen by its name.
            .engine(new FixedLatencyEngine(latency))
            // This engine goes through the page cache, and says so when it is asked for more.
            .direct(false)
            .workloads(randomRead("one-at-a-time", 1), randomRead("eight-at-a-time", 8))
            .build()
            .run();

    for (String name : new String[] {"one-at-a-time", "eight-at-a-time"}) {
      RunResult run = result.workload(name).runs().get(0);
      System.out.printf(
          Locale.ROOT,
          "%-15s %6.0f IOPS, expected at most %5.0f, %4.2f in flight, %5.2f ms each%n",
          name,
          run.iops(),
          result.workload(name).workload().queueDepth() * 1e9 / latency.toNanos(),
          run.meanDepth(),
          run.latency().meanNanos() / 1e6);
    }
  }

  private static Workload randomRead(String name, int depth) {
    return Workload.randomRead(name).queueDepth(depth).duration(Duration.ofSeconds(1)).build();
  }
}
