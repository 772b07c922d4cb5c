package io.github.iogauge.examples.cli;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.ProgressListener;
import io.github.iogauge.Result;
import io.github.iogauge.RunningJob;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.report.Report;
import io.github.iogauge.report.Reports;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code iogauge run}: measures one target. */
@Command(
    name = "run",
    description = "Measures a directory, a file or a block device.",
    sortOptions = false,
    usageHelpWidth = 100,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "  0:measured",
      "  1:a test or the job ended in an error; what was measured is printed",
      "  2:refused: bad usage, or a target that cannot be measured or must not be written",
      "  3:a verdict that was asked for is FAIL",
      " 70:an error within this program; -v tells where",
      "130:interrupted (SIGINT, Ctrl-C): the test file is removed, what was measured is printed",
      "143:the same after SIGTERM"
    },
    footer = {
      "",
      "Examples:",
      "  iogauge run /media/pi/card",
      "      The eight tests of CrystalDiskMark 8 on a card, in somewhat over five minutes.",
      "  iogauge run --size 256MiB --runs 1 --time 1s --interval 0s .",
      "      A first impression of the current directory, in half a minute.",
      "  iogauge run --only RND4K-Q32T1-read,RND4K-Q32T1-write --format json --output card.json"
          + " /mnt",
      "      What decides how a small computer feels, for a program to read.",
      "  iogauge run --dry-run /dev/sda",
      "      What would be done to a disk. Without --destroy-data it is only read.",
      "",
      "Sizes: KiB, MiB, GiB, TiB and K, M, G, T are 1024-based; KB, MB, GB, TB are 1000-based."
    })
final class RunCommand implements Callable<Integer> {

  private final Streams streams;
  private final JobStarter starter;

  @Mixin private RunOptions options;

  RunCommand(Streams streams, JobStarter starter) {
    this.streams = streams;
    this.starter = starter;
  }

  @Override
  public Integer call() throws Exception {
    // Whatever can be refused is refused before anything is touched.
    Report report = Reports.named(options.format);
    ResultOutput output = ResultOutput.to(options.output, options.target, streams);
    if (options.dryRun) {
      String plan = PlanText.of(Jobs.of(options, progress -> {}).plan());
      tellWhatIsLeftOut();
      return streams.print(plan) ? ExitStatus.OK : ExitStatus.FAILED;
    }
    try (ProgressView view = ProgressView.on(streams)) {
      return measure(Jobs.of(options, afterNote(view)), view, report, output);
    }
  }

  /** Says what is left out when the job begins; one that is refused gets one line and no more. */
  private ProgressListener afterNote(ProgressListener view) {
    AtomicBoolean said = new AtomicBoolean();
    return progress -> {
      if (said.compareAndSet(false, true)) {
        tellWhatIsLeftOut();
      }
      view.onProgress(progress);
    };
  }

  private void tellWhatIsLeftOut() {
    if (Suites.leavesWritesOut(options)) {
      new Complaints(streams)
          .line(
              "only the tests that read are run; "
                  + (Files.isRegularFile(options.target) ? "--overwrite" : "--destroy-data")
                  + " allows the others, and destroys what is there");
    }
  }

  private int measure(BenchmarkJob job, ProgressView view, Report report, ResultOutput output)
      throws Exception {
    RunningJob running = starter.start(job);
    CancelOnSignal signals = CancelOnSignal.of(running);
    try {
      Result result = await(running);
      // First the bar goes, then the result comes: both may be on one terminal.
      view.close();
      boolean written = output.write(report.format(result));
      tellErrors(result);
      return written && !result.failed() ? ExitStatus.OK : ExitStatus.FAILED;
    } finally {
      signals.release();
    }
  }

  private static Result await(RunningJob running) throws Exception {
    try {
      return running.result().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BenchmarkException refused) {
        throw refused;
      }
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** They stand in the result too, but that may have gone into a file or a pipe. */
  private void tellErrors(Result result) {
    Complaints complaints = new Complaints(streams);
    for (WorkloadResult workload : result.workloads()) {
      workload.error().ifPresent(error -> complaints.line(workload.name() + ": " + error));
    }
    result.error().ifPresent(complaints::line);
  }
}
