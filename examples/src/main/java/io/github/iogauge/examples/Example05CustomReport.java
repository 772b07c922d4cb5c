package io.github.iogauge.examples;

import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.LatencyStats;
import io.github.iogauge.Result;
import io.github.iogauge.RunResult;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.report.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Lesson 5: print results in a form of your own.
 *
 * <p>A report is a pure function from a result to text. This one writes a line per run for a
 * spreadsheet.
 */
public final class Example05CustomReport {

  private Example05CustomReport() {}

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
            .fileSize(64L << 20)
            .runs(3)
            .workloads(
                Workload.randomRead("random-read").duration(Duration.ofMillis(500)).build(),
                Workload.randomWrite("random-write").duration(Duration.ofMillis(500)).build())
            .build()
            .run();

    System.out.print(new RunTable().format(result));
  }

  /** One line per run, with the columns separated by semicolons. */
  static final class RunTable implements Report {

    @Override
    public String name() {
      return "run-table";
    }

    @Override
    public String format(Result result) {
      StringBuilder text = new StringBuilder("test;run;MB/s;IOPS;p50 us;p99 us;max us\n");
      for (WorkloadResult workload : result.workloads()) {
        int number = 0;
        for (RunResult run : workload.runs()) {
          LatencyStats latency = run.latency();
          text.append(
              String.format(
                  Locale.ROOT, // The same text on every machine, whatever language it speaks.
                  "%s;%d;%.3f;%.1f;%.1f;%.1f;%.1f\n",
                  workload.name(),
                  ++number,
                  run.bytesPerSecond() / 1e6,
                  run.iops(),
                  latency.percentileNanos(50) / 1e3,
                  latency.percentileNanos(99) / 1e3,
                  latency.maxNanos() / 1e3));
        }
        // An error is part of the result, not an exception: do not leave it out.
        workload
            .error()
            .ifPresent(e -> text.append(workload.name()).append(";").append(e).append('\n'));
      }
      return text.toString();
    }
  }
}
