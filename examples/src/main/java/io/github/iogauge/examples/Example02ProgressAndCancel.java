package io.github.iogauge.examples;

import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.Progress;
import io.github.iogauge.ProgressListener;
import io.github.iogauge.Result;
import io.github.iogauge.RunningJob;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Lesson 2: run a job in the background, watch it, and stop it before its time.
 *
 * <p>A cancelled job is not lost: its result holds what was measured until then.
 */
public final class Example02ProgressAndCancel {

  private Example02ProgressAndCancel() {}

  /**
   * Runs the example.
   *
   * @param args the directory to measure; the directory for temporary files unless given
   * @throws Exception if the job is refused or the thread interrupted
   */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args.length > 0 ? args[0] : System.getProperty("java.io.tmpdir"));

    BenchmarkJob job =
        BenchmarkJob.builder()
            .target(directory)
            .fileSize(64L << 20)
            .workloads(
                Workload.sequentialRead("first")
                    .blockSize(1 << 20)
                    .duration(Duration.ofMillis(500))
                    .build(),
                // Far longer than anyone will wait: it is cancelled below.
                Workload.randomRead("second").duration(Duration.ofMinutes(10)).build())
            .onProgress(new PhasePrinter())
            .build();

    // start() returns at once. The job goes on with threads of its own.
    RunningJob running = job.start();
    Thread.sleep(2_000);

    // Any thread may cancel, also more than once.
    running.cancel();
    Result result = running.result().get();

    System.out.println("Cancelled: " + result.cancelled());
    for (WorkloadResult workload : result.workloads()) {
      if (workload.isMeasured()) {
        // The run that was cut short counts as far as it got.
        System.out.printf(
            Locale.ROOT,
            "%s: %d I/Os in %.2f s%n",
            workload.name(),
            workload.runs().get(0).operations(),
            workload.runs().get(0).elapsedNanos() / 1e9);
      }
    }
  }

  /**
   * Prints a line when something new begins. A listener is called at each change of phase, and
   * about four times a second in between; it must decide for itself what is worth a line.
   */
  private static final class PhasePrinter implements ProgressListener {
    private String last = "";

    @Override
    public void onProgress(Progress progress) {
      String now = progress.phase() + " " + progress.workload();
      if (!now.equals(last)) {
        last = now;
        // toString() is one line with phase, test, rate and time left.
        System.out.println(progress);
      }
    }
  }
}
