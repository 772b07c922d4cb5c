package io.github.iogauge.report;

import io.github.iogauge.AccessPattern;
import io.github.iogauge.Aggregate;
import io.github.iogauge.DataPattern;
import io.github.iogauge.HostInfo;
import io.github.iogauge.Interval;
import io.github.iogauge.IoFailure;
import io.github.iogauge.JobOptions;
import io.github.iogauge.LatencyStats;
import io.github.iogauge.OffsetSequence;
import io.github.iogauge.Result;
import io.github.iogauge.RunResult;
import io.github.iogauge.Step;
import io.github.iogauge.Suite;
import io.github.iogauge.SyncPolicy;
import io.github.iogauge.TargetInfo;
import io.github.iogauge.Transfers;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.device.DeviceCounters;
import io.github.iogauge.device.StorageDevice;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Results made by hand, and a builder for more of them. */
final class SampleResults {

  static final Instant STARTED = Instant.parse("2024-11-20T09:05:07.250Z");

  static final LatencyStats NO_LATENCY = new FixedLatency(0, 0, 0, 0, 0);

  static final Transfers NOTHING = new Transfers(0, 0, NO_LATENCY);

  private SampleResults() {}

  /** Percentile p of it is p thousand nanoseconds. */
  record FixedLatency(
      long count, long minNanos, long maxNanos, double meanNanos, double stddevNanos)
      implements LatencyStats {

    @Override
    public long percentileNanos(double percent) {
      return count == 0 ? 0 : Math.round(percent * 1000);
    }
  }

  /** A pattern that is not of the library. */
  record OwnPattern(String label) implements AccessPattern {

    @Override
    public boolean partitioned() {
      return false;
    }

    @Override
    public OffsetSequence offsets(long start, long blocks, int blockSize, long seed) {
      throw new UnsupportedOperationException("never run");
    }
  }

  static LatencyStats latency(long count, double meanNanos) {
    return new FixedLatency(count, 1_000, 100_000_000, meanNanos, 250.5);
  }

  /** One second that read so much, at a mean latency. */
  static RunResult readRun(long bytes, int blockSize, double meanNanos) {
    return run(1_000_000_000, bytes, 0, blockSize, meanNanos);
  }

  static RunResult run(
      long elapsedNanos, long readBytes, long writeBytes, int blockSize, double meanNanos) {
    Transfers read = transfers(readBytes, blockSize, meanNanos);
    Transfers write = transfers(writeBytes, blockSize, meanNanos);
    return new RunResult(
        elapsedNanos,
        1,
        0,
        latency(read.operations() + write.operations(), meanNanos),
        read,
        write,
        NOTHING,
        Optional.empty(),
        OptionalLong.empty(),
        List.of());
  }

  private static Transfers transfers(long bytes, int blockSize, double meanNanos) {
    return bytes == 0
        ? NOTHING
        : new Transfers(bytes, bytes / blockSize, latency(bytes / blockSize, meanNanos));
  }

  static WorkloadResult measured(Workload workload, RunResult... runs) {
    return new WorkloadResult(workload, "psync", true, List.of(runs), Optional.empty());
  }

  static WorkloadResult failed(Workload workload, IoFailure failure, RunResult... runs) {
    return new WorkloadResult(workload, "psync", true, List.of(runs), Optional.of(failure));
  }

  static Workload.Builder fiveSeconds(Workload.Builder workload) {
    return workload.duration(Duration.ofSeconds(5));
  }

  /** The eight tests of a published comparison, the first card reader of it. */
  static Result cardReader() {
    List<WorkloadResult> workloads = new ArrayList<>();
    for (String line : resource("a2-card-reader-2023.csv").lines().skip(1).toList()) {
      String[] cells = line.split(",", -1);
      boolean read = cells[0].equals("read");
      boolean sequential = cells[1].equals("SEQ");
      int blockSize = Integer.parseInt(cells[2]);
      Workload workload =
          fiveSeconds(
                  Workload.of(
                          cells[1] + "-" + cells[2] + "-Q" + cells[3] + "-" + cells[0],
                          sequential ? AccessPattern.sequential() : AccessPattern.random(),
                          read ? 100 : 0)
                      .blockSize(blockSize)
                      .queueDepth(Integer.parseInt(cells[3]))
                      .threads(Integer.parseInt(cells[4])))
              .build();
      long bytes = Math.round(Double.parseDouble(cells[5]) * 5e6);
      double latency = Double.parseDouble(cells[7]) * 1e3;
      workloads.add(
          measured(
              workload,
              run(5_000_000_000L, read ? bytes : 0, read ? 0 : bytes, blockSize, latency)));
    }
    return new Builder()
        .suite(
            Suite.builder("cdm")
                .title("Default")
                .runs(5)
                .warmUpLikeRun()
                .interval(Duration.ofSeconds(5))
                .aggregate(Aggregate.CDM))
        .workloads(workloads.toArray(WorkloadResult[]::new))
        .build();
  }

  /** Every member of the model is set somewhere in it: a timed mix, a sized write, a failure. */
  static Result full() {
    Workload mix =
        fiveSeconds(Workload.of("mix", AccessPattern.random(), 70).queueDepth(32).threads(2))
            .range(1 << 20, 1 << 24)
            .build();
    RunResult mixRun =
        new RunResult(
            2_000_000_000L,
            63.875,
            64,
            latency(3_000, 42_666_666.66666667),
            new Transfers(8_601_600, 2_100, latency(2_100, 40_000_000)),
            new Transfers(3_686_400, 900, latency(900, 48_888_888.88888889)),
            NOTHING,
            Optional.of(
                new DeviceCounters(2_100, 3, 8_601_600, 84, 900, 5, 3_686_400, 44, 1, 1_999, 128)),
            OptionalLong.of(123_456_789),
            List.of(
                new Interval(
                    0, 1_000_000_000, 8_601_600, 2_100, 3_686_400, 900, 42_666_666.7, 99_000_000),
                new Interval(1_000_000_000, 1_000_000_000, 0, 0, 0, 0, 0, 0)));
    Workload log =
        Workload.sequentialWrite("log")
            .blockSize(2_300)
            .bytes(230_000)
            .requests(1_000)
            .sync(SyncPolicy.fdatasyncEvery(1))
            .build();
    RunResult logRun =
        new RunResult(
            3_000_000_000L,
            0.1,
            0,
            latency(100, 12_345.5),
            NOTHING,
            new Transfers(230_000, 100, latency(100, 12_345.5)),
            new Transfers(0, 100, latency(100, 29_000_000)),
            Optional.empty(),
            OptionalLong.empty(),
            List.of());
    Workload broken = fiveSeconds(Workload.randomRead("broken")).build();
    return new Builder()
        .suite(
            Suite.builder("nightly")
                .title("Nightly check")
                .runs(1)
                .warmUp(Duration.ofMillis(1500))
                .interval(Duration.ofMillis(250))
                .fileSize(1 << 26)
                .aggregate(Aggregate.MEDIAN))
        .workloads(
            measured(mix, mixRun),
            new WorkloadResult(log, "nio", false, List.of(logRun), Optional.empty()),
            failed(broken, new IoFailure("read", 8192, 4096, 5, "EIO (Input/output error)")))
        .warnings("mix: the device moved less than was asked", "the governor is powersave")
        .error("the device went away")
        .cancelled(true)
        .build();
  }

  static StorageDevice card() {
    return new StorageDevice(
        "mmcblk0p2",
        "179:2",
        Path.of("/dev/mmcblk0p2"),
        "mmcblk0",
        true,
        63_864_569_856L,
        Optional.of("SR64G"),
        512,
        true,
        false);
  }

  static String resource(String name) {
    try (InputStream in = SampleResults.class.getResourceAsStream("/report/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A result of a card at {@code /media/pi/card}; everything in it can be set otherwise. */
  static final class Builder {
    private Suite.Builder suite = Suite.builder("test").aggregate(Aggregate.CDM);
    private JobOptions options = new JobOptions("auto", true, DataPattern.RANDOM, 1, false, false);
    private TargetInfo target =
        new TargetInfo(
            Path.of("/media/pi/card"),
            TargetInfo.Kind.DIRECTORY,
            1 << 30,
            Optional.of("ext4"),
            Optional.of("/media/pi"),
            Optional.of(card()),
            Optional.empty());
    private WorkloadResult[] workloads = {};
    private List<String> warnings = List.of();
    private Optional<String> error = Optional.empty();
    private boolean cancelled;

    Builder suite(Suite.Builder withoutSteps) {
      this.suite = withoutSteps;
      return this;
    }

    Builder options(boolean direct, DataPattern data) {
      this.options = new JobOptions("auto", direct, data, 1, false, false);
      return this;
    }

    Builder options(JobOptions options) {
      this.options = options;
      return this;
    }

    Builder target(TargetInfo target) {
      this.target = target;
      return this;
    }

    Builder target(Path path, long fileSize) {
      return target(
          new TargetInfo(
              path,
              target.kind(),
              fileSize,
              target.fileSystem(),
              target.mountPoint(),
              target.device(),
              target.deviceAbsent()));
    }

    Builder workloads(WorkloadResult... workloads) {
      this.workloads = workloads;
      return this;
    }

    Builder warnings(String... warnings) {
      this.warnings = List.of(warnings);
      return this;
    }

    Builder error(String error) {
      this.error = Optional.of(error);
      return this;
    }

    Builder cancelled(boolean cancelled) {
      this.cancelled = cancelled;
      return this;
    }

    Result build() {
      Step[] steps = new Step[workloads.length];
      for (int i = 0; i < steps.length; i++) {
        steps[i] = workloads[i].workload();
      }
      if (steps.length == 0) {
        steps = new Step[] {fiveSeconds(Workload.randomRead("never begun")).build()};
      }
      return new Result(
          suite.steps(steps).build(),
          options,
          target,
          new HostInfo("Linux", "6.6.31+rpt-rpi-v8", "aarch64", 4, "17.0.15"),
          STARTED,
          List.of(workloads),
          warnings,
          error,
          cancelled);
    }
  }
}
