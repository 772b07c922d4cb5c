package io.github.iogauge.internal;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.IoFailure;
import io.github.iogauge.JobOptions;
import io.github.iogauge.Progress.Phase;
import io.github.iogauge.RunResult;
import io.github.iogauge.Suite;
import io.github.iogauge.SyncPolicy;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.device.CountersReader;
import io.github.iogauge.engine.IoEngine;
import io.github.iogauge.engine.QueueRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs one workload on an open-able file: its warm-up, then its counted runs. */
final class WorkloadRunner {

  private final Witness witness;
  private final long fileSize;
  private final JobOptions options;
  private final Optional<CountersReader> counters;
  private final Cancellation cancellation;
  private final ProgressReporter progress;
  private final List<Thread> stragglers = new ArrayList<>();
  private int heldByDevice;

  WorkloadRunner(
      Witness witness,
      long fileSize,
      JobOptions options,
      Optional<CountersReader> counters,
      Cancellation cancellation,
      ProgressReporter progress) {
    this.witness = witness;
    this.fileSize = fileSize;
    this.options = options;
    this.counters = counters;
    this.cancellation = cancellation;
    this.progress = progress;
  }

  /** Runs a workload as often as its suite says; an error or a cancel ends it early. */
  WorkloadResult run(Workload workload, IoEngine engine, Suite suite) {
    List<RunResult> runs = new ArrayList<>();
    Optional<IoFailure> failure = Optional.empty();
    Duration warmUp = Schedule.warmUp(suite, workload);
    if (!warmUp.isZero()) {
      progress.begin(Phase.WARM_UP, 0, warmUp, 0);
      failure = execute(workload, engine, Optional.of(warmUp), Duration.ZERO).failure();
    }
    for (int run = 1; run <= suite.runs() && failure.isEmpty(); run++) {
      if (cancellation.isCancelled()) {
        break;
      }
      progress.begin(Phase.MEASURING, run, Schedule.run(workload), bytesOf(workload));
      RunExecution.Outcome outcome =
          execute(workload, engine, workload.duration(), workload.ramp());
      outcome.measured().filter(measured -> measured.operations() > 0).ifPresent(runs::add);
      failure = outcome.failure();
    }
    return new WorkloadResult(workload, engine.name(), options.direct(), runs, failure);
  }

  /**
   * Runs a workload once for its effect, such as filling a file.
   *
   * @return what ended it early, if anything
   */
  Optional<IoFailure> runForEffect(Workload workload, IoEngine engine) {
    return execute(workload, engine, workload.duration(), workload.ramp()).failure();
  }

  /** I/Os that a device held when a cancelled run was left. */
  int heldByDevice() {
    return heldByDevice;
  }

  /** Threads that still wait for the device after a cancel. */
  List<Thread> stragglers() {
    return stragglers;
  }

  private static long bytesOf(Workload workload) {
    return workload.isSized() ? workload.totalRequests() * workload.blockSize() : 0;
  }

  private RunExecution.Outcome execute(
      Workload workload, IoEngine engine, Optional<Duration> duration, Duration ramp) {
    List<WorkerTask> tasks = new ArrayList<>();
    try {
      for (int thread = 0; thread < workload.threads(); thread++) {
        tasks.add(task(workload, engine, duration, ramp, thread));
      }
    } catch (RuntimeException e) {
      // A pattern of the caller's failed: what other workloads have measured stays.
      return new RunExecution.Outcome(Optional.empty(), Optional.of(Worker.faultOf(e)), 0);
    }
    RunExecution execution = new RunExecution(tasks, cancellation, progress);
    try {
      RunExecution.Outcome outcome = execution.run();
      heldByDevice += outcome.heldByDevice();
      return outcome;
    } finally {
      stragglers.addAll(execution.stillRunning());
    }
  }

  private WorkerTask task(
      Workload workload, IoEngine engine, Optional<Duration> duration, Duration ramp, int thread) {
    int threads = workload.threads();
    long seed = SplitMix64.seed(options.seed(), thread);
    Region region = Region.of(workload, fileSize);
    if (workload.pattern().partitioned()) {
      region = region.part(thread, threads, workload.blockSize());
    }
    long total = workload.totalRequests();
    long requests =
        total == Long.MAX_VALUE
            ? total
            : Region.share(total, thread + 1, threads) - Region.share(total, thread, threads);
    QueueRequest request =
        new QueueRequest(
            witness.path(),
            workload.writes(),
            options.direct(),
            workload.sync().kind() == SyncPolicy.Kind.DSYNC,
            workload.queueDepth(),
            workload.blockSize());
    return new WorkerTask(
        workload,
        duration,
        ramp,
        asked -> witness.open(engine, asked),
        request,
        CheckedOffsets.of(workload, region, seed),
        requests,
        options.data(),
        seed,
        thread == 0 ? Optional.of(new WindowProbe(counters)) : Optional.empty(),
        NanoClock.SYSTEM);
  }

  /** The workloads that fill a file from its start to its end, on the disk when they are done. */
  static List<Workload> layout(long size, int alignment, int depth) {
    int chunk = 1 << 20;
    List<Workload> fill = new ArrayList<>();
    long whole = size / chunk * chunk;
    if (whole > 0) {
      fill.add(fill(0, whole, chunk, depth));
    }
    long rest = size - whole;
    if (rest > 0) {
      if (rest % alignment != 0) {
        throw new BenchmarkException("fileSize", size, "must be a multiple of " + alignment);
      }
      fill.add(fill(whole, rest, (int) rest, 1));
    }
    return fill;
  }

  private static Workload fill(long start, long length, int blockSize, int depth) {
    return Workload.sequentialWrite("layout")
        .blockSize(blockSize)
        .queueDepth(depth)
        .range(start, length)
        .bytes(length)
        .sync(SyncPolicy.fsyncAtEnd())
        .build();
  }
}
