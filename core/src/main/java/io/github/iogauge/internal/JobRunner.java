package io.github.iogauge.internal;

import io.github.iogauge.CacheDrop;
import io.github.iogauge.HostInfo;
import io.github.iogauge.IoFailure;
import io.github.iogauge.Pause;
import io.github.iogauge.Plan;
import io.github.iogauge.Progress.Phase;
import io.github.iogauge.Result;
import io.github.iogauge.RunResult;
import io.github.iogauge.RunningJob;
import io.github.iogauge.Step;
import io.github.iogauge.TargetInfo;
import io.github.iogauge.TargetInfo.Kind;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.device.DeviceResolver;
import io.github.iogauge.engine.IoEngine;
import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.engine.QueueRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a job once, from the checks to the removal of what it made. */
public final class JobRunner {

  private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);
  private static final AtomicInteger JOB_NUMBER = new AtomicInteger();

  private final JobSpec spec;
  private final Cancellation cancellation = new Cancellation();
  private final List<WorkloadResult> results = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<Thread> stragglers = new ArrayList<>();
  private String error;

  /** Makes a runner for one run of a job. */
  public JobRunner(JobSpec spec) {
    this.spec = spec;
  }

  /** Runs the job in the background. */
  public RunningJob start() {
    CompletableFuture<Result> future = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                future.complete(run());
              } catch (RuntimeException | Error e) {
                future.completeExceptionally(e);
              }
            },
            "iogauge-job-" + JOB_NUMBER.incrementAndGet());
    thread.setDaemon(true);
    thread.start();
    return new RunningJob() {
      @Override
      public void cancel() {
        cancellation.cancel();
      }

      @Override
      public CompletableFuture<Result> result() {
        return future.copy();
      }
    };
  }

  /** Tells what the job would do. */
  public Plan plan() {
    Preflight preflight = Preflight.check(spec);
    TargetInfo info = preflight.target().info();
    List<String> touches = new ArrayList<>();
    boolean writes = preflight.target().writes();
    switch (info.kind()) {
      case DIRECTORY ->
          touches.add(
              "makes, fills and removes the test file "
                  + preflight.target().realPath().resolve("iogauge-*.tmp"));
      case FILE -> touches.add((writes ? "overwrites the file " : "reads the file ") + info.path());
      case BLOCK_DEVICE ->
          touches.add(
              (writes ? "destroys the data on the device " : "reads the device ") + info.path());
    }
    if (writes) {
      touches.add("writes blocks within the first " + info.fileSize() + " bytes of it");
    }
    return new Plan(
        info,
        touches,
        preflight.bytesToPrepare(),
        preflight.steps(),
        Schedule.total(spec.suite()),
        preflight.warnings());
  }

  /** Runs the job on the calling thread. */
  public Result run() {
    Preflight preflight = Preflight.check(spec);
    Instant startedAt = Instant.now();
    Target target = preflight.target();
    warnings.addAll(preflight.warnings());
    ProgressReporter progress =
        new ProgressReporter(
            spec.listener(),
            spec.suite().workloads().size(),
            spec.suite().runs(),
            Schedule.total(spec.suite()));
    if (target.info().kind() == Kind.DIRECTORY) {
      inDirectory(preflight, progress);
    } else {
      onExisting(preflight, progress);
    }
    progress.finished();
    if (cancellation.wasInterrupted()) {
      Thread.currentThread().interrupt();
    }
    return new Result(
        spec.suite(),
        spec.options(),
        target.info(),
        HostInfo.current(),
        startedAt,
        results,
        warnings,
        Optional.ofNullable(error),
        cancellation.isCancelled());
  }

  private void inDirectory(Preflight preflight, ProgressReporter progress) {
    TestFile file = TestFile.create(preflight.target().realPath(), TestFile.newName());
    ShutdownCleanup cleanup =
        new ShutdownCleanup(
            () -> {
              cancellation.cancel();
              file.remove(); // what it says goes to the log
            });
    try {
      preflight.checkAlignment(file.path());
      try {
        file.reserve(preflight.target().info().fileSize());
      } catch (IOException e) {
        error = "preparing the test file failed: " + Words.of(e);
        return;
      }
      measure(preflight, file.witness(), progress);
    } finally {
      file.remove().ifPresent(warnings::add);
      cleanup.close();
    }
  }

  private void onExisting(Preflight preflight, ProgressReporter progress) {
    Target target = preflight.target();
    if (target.info().kind() == Kind.BLOCK_DEVICE && target.writes()) {
      DeviceClaim claim = DeviceClaim.take(target.realPath(), target.info().device().orElseThrow());
      try {
        measure(preflight, target.witness(), progress);
      } finally {
        release(claim, stragglers);
      }
    } else {
      measure(preflight, target.witness(), progress);
    }
  }

  /** Gives the claim back when no write can be on its way any more, which a cancel may leave. */
  private static void release(DeviceClaim claim, List<Thread> stragglers) {
    if (stragglers.isEmpty()) {
      claim.close();
      return;
    }
    Thread waiter =
        new Thread(
            () -> {
              try {
                for (Thread straggler : stragglers) {
                  straggler.join();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              claim.close();
            },
            "iogauge-release");
    waiter.setDaemon(true);
    waiter.start();
  }

  /** Prepares the file and does all steps, and takes note of the threads that are left waiting. */
  private void measure(Preflight preflight, Witness witness, ProgressReporter progress) {
    TargetInfo info = preflight.target().info();
    WorkloadRunner runner =
        new WorkloadRunner(
            witness,
            info.fileSize(),
            spec.options(),
            info.device().map(new DeviceResolver()::countersReader),
            cancellation,
            progress);
    try {
      steps(preflight, runner, progress, witness.path());
    } finally {
      stragglers.addAll(runner.stragglers());
    }
    if (runner.heldByDevice() > 0) {
      warnings.add(
          "cancelled while the device still held "
              + runner.heldByDevice()
              + " I/Os; their memory is given back when they end");
    }
  }

  private void steps(
      Preflight preflight, WorkloadRunner runner, ProgressReporter progress, Path file) {
    prepare(preflight, runner, progress, file);
    int number = 0;
    for (Step step : spec.suite().steps()) {
      if (error != null || cancellation.isCancelled()) {
        break;
      }
      if (step instanceof Workload workload) {
        if (number > 0 && !spec.suite().interval().isZero()) {
          pause(spec.suite().interval(), progress);
        }
        if (!cancellation.isCancelled()) {
          progress.workload(workload.name(), ++number);
          measure(runner, workload, preflight);
        }
      } else if (step instanceof Pause pause) {
        pause(pause.duration(), progress);
      } else if (step instanceof CacheDrop) {
        dropCache(preflight, file);
      }
    }
  }

  private void measure(WorkloadRunner runner, Workload workload, Preflight preflight) {
    WorkloadResult result = runner.run(workload, preflight.engineFor(workload), spec.suite());
    if (result.isMeasured() || result.error().isPresent()) {
      results.add(result);
      TruthCheck.warning(result).ifPresent(warnings::add);
    }
    if (cancellation.isCancelled() && result.isMeasured() && isCutShort(result)) {
      warnings.add(workload.name() + ": interrupted; its last run is shorter than asked");
    }
    result.error().ifPresent(failure -> LOG.warn("{}: {}", workload.name(), failure));
  }

  private static boolean isCutShort(WorkloadResult result) {
    Workload workload = result.workload();
    RunResult last = result.runs().get(result.runs().size() - 1);
    return workload.isSized()
        ? last.operations() < workload.totalRequests()
        : last.elapsedNanos() < workload.duration().orElseThrow().toNanos();
  }

  private void prepare(
      Preflight preflight, WorkloadRunner runner, ProgressReporter progress, Path file) {
    long bytes = preflight.bytesToPrepare();
    if (bytes == 0) {
      return;
    }
    progress.begin(Phase.PREPARING, 0, Duration.ZERO, bytes);
    IoEngine engine = preflight.engineForLayout();
    int alignment = preflight.alignment(engine, file, spec.options().direct());
    int depth = Math.min(8, engine.maxQueueDepth());
    for (Workload part : WorkloadRunner.layout(bytes, alignment, depth)) {
      Optional<IoFailure> failure = runner.runForEffect(part, engine);
      if (failure.isPresent()) {
        error = "preparing the test file failed: " + failure.get();
        return;
      }
    }
  }

  private void pause(Duration duration, ProgressReporter progress) {
    progress.begin(Phase.PAUSING, 0, duration, 0);
    cancellation.sleep(duration.toMillis());
  }

  private void dropCache(Preflight preflight, Path file) {
    QueueRequest request = new QueueRequest(file, preflight.target().writes(), false, false, 1, 1);
    IoEngine engine = preflight.engineForLayout();
    try (IoQueue queue = engine.open(request)) {
      if (preflight.target().writes()) {
        queue.sync(false);
      }
      if (!queue.dropCache()) {
        warnings.add("engine " + engine.name() + " cannot drop the page cache");
      }
    } catch (IOException e) {
      warnings.add("the page cache was not dropped: " + Words.of(e));
    }
  }
}
