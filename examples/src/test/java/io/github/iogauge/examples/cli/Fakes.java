package io.github.iogauge.examples.cli;

import io.github.iogauge.DataPattern;
import io.github.iogauge.HostInfo;
import io.github.iogauge.IoFailure;
import io.github.iogauge.JobOptions;
import io.github.iogauge.LatencyStats;
import io.github.iogauge.Result;
import io.github.iogauge.RunResult;
import io.github.iogauge.RunningJob;
import io.github.iogauge.Suite;
import io.github.iogauge.TargetInfo;
import io.github.iogauge.Transfers;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** Jobs that end at once, and results that nobody measured. */
final class Fakes {

  /** For input that must be refused before a job is started. */
  static final JobStarter MUST_NOT_START = failsWith(new AssertionError("a job was started"));

  private Fakes() {}

  static JobStarter endsWith(Result result) {
    return job -> new Ended(CompletableFuture.completedFuture(result));
  }

  static JobStarter failsWith(Throwable problem) {
    return job -> new Ended(CompletableFuture.failedFuture(problem));
  }

  private record Ended(CompletableFuture<Result> result) implements RunningJob {
    @Override
    public void cancel() {}
  }

  static Result result() {
    return result(Optional.empty(), Optional.empty());
  }

  /** 10,000 I/Os of 4 KiB in a second, 100 us each. */
  static Result result(Optional<IoFailure> failure, Optional<String> error) {
    Workload workload =
        Workload.randomRead("RND4K-Q1T1-read").duration(Duration.ofSeconds(1)).build();
    LatencyStats latency = new Constant(10_000, 100_000);
    LatencyStats none = new Constant(0, 0);
    RunResult run =
        new RunResult(
            1_000_000_000L,
            1.0,
            0,
            latency,
            new Transfers(40_960_000L, 10_000, latency),
            new Transfers(0, 0, none),
            new Transfers(0, 0, none),
            Optional.empty(),
            OptionalLong.empty(),
            List.of());
    return new Result(
        Suite.of("fake", workload),
        new JobOptions("auto", true, DataPattern.RANDOM, 1, false, false),
        target(),
        HostInfo.current(),
        Instant.EPOCH,
        List.of(new WorkloadResult(workload, "psync", true, List.of(run), failure)),
        List.of(),
        error,
        false);
  }

  static TargetInfo target() {
    return new TargetInfo(
        Path.of("/mnt/card"),
        TargetInfo.Kind.DIRECTORY,
        1L << 30,
        Optional.of("ext4"),
        Optional.of("/mnt"),
        Optional.empty(),
        Optional.of("an overlay file system"));
  }

  private record Constant(long count, long nanos) implements LatencyStats {
    @Override
    public long minNanos() {
      return nanos;
    }

    @Override
    public long maxNanos() {
      return nanos;
    }

    @Override
    public double meanNanos() {
      return nanos;
    }

    @Override
    public double stddevNanos() {
      return 0;
    }

    @Override
    public long percentileNanos(double percent) {
      return nanos;
    }
  }
}
