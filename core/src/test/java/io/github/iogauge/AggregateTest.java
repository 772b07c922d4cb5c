package io.github.iogauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AggregateTest {

  private record Latency(long count, double meanNanos) implements LatencyStats {
    @Override
    public long minNanos() {
      return 0;
    }

    @Override
    public long maxNanos() {
      return 0;
    }

    @Override
    public double stddevNanos() {
      return 0;
    }

    @Override
    public long percentileNanos(double percent) {
      return 0;
    }
  }

  /** A run of one second with so many reads of 4 KiB. */
  private static RunResult run(long operations, double meanNanos) {
    Transfers none = new Transfers(0, 0, new Latency(0, 0));
    LatencyStats latency = new Latency(operations, meanNanos);
    return new RunResult(
        1_000_000_000,
        1,
        0,
        latency,
        new Transfers(operations * 4096, operations, latency),
        none,
        none,
        Optional.empty(),
        OptionalLong.empty(),
        List.of());
  }

  private static WorkloadResult result(RunResult... runs) {
    Workload workload = Workload.randomRead("w").duration(Duration.ofSeconds(1)).build();
    return new WorkloadResult(workload, "fake", true, List.of(runs), Optional.empty());
  }

  @Test
  void cdmTakesTheBestRateAndTheLowestLatencyOfAnyRun() {
    Summary summary = result(run(100, 5000), run(300, 9000), run(200, 4000)).best();

    assertThat(summary.iops()).isEqualTo(300);
    assertThat(summary.bytesPerSecond()).isEqualTo(300 * 4096);
    assertThat(summary.meanLatencyNanos()).isEqualTo(4000);
    assertThat(summary.megabytesPerSecond()).isEqualTo(1.2288);
  }

  @Test
  void meanIsTheMeanOfTheRuns() {
    Summary summary = result(run(100, 5000), run(300, 9000), run(200, 4000)).mean();

    assertThat(summary.iops()).isEqualTo(200);
    assertThat(summary.meanLatencyNanos()).isEqualTo(6000);
  }

  @Test
  void medianOfAnOddNumberIsTheMiddleOne() {
    Summary summary = result(run(100, 5000), run(900, 9000), run(200, 4000)).median();

    assertThat(summary.iops()).isEqualTo(200);
    assertThat(summary.meanLatencyNanos()).isEqualTo(5000);
  }

  @Test
  void medianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle() {
    Summary summary = result(run(100, 1), run(400, 2), run(200, 6), run(100_000, 100_000)).median();

    assertThat(summary.iops()).isEqualTo(300);
    assertThat(summary.meanLatencyNanos()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(Aggregate.class)
  void ofOneRunIsThatRun(Aggregate aggregate) {
    Summary summary = result(run(123, 456)).summary(aggregate);

    assertThat(summary.iops()).isEqualTo(123);
    assertThat(summary.meanLatencyNanos()).isEqualTo(456);
  }

  @ParameterizedTest
  @EnumSource(Aggregate.class)
  void bytesPerSecondAreIopsTimesBlockSize(Aggregate aggregate) {
    Summary summary = result(run(7, 1), run(13, 1), run(29, 1), run(31, 1)).summary(aggregate);

    assertThat(summary.bytesPerSecond()).isCloseTo(summary.iops() * 4096, within(1e-6));
  }

  @ParameterizedTest
  @EnumSource(Aggregate.class)
  void aRunWithoutIosSpoilsNoLatency(Aggregate aggregate) {
    assertThat(result(run(0, 0), run(10, 7000)).summary(aggregate).meanLatencyNanos())
        .isEqualTo(7000);
    assertThat(result(run(0, 0)).summary(aggregate)).isEqualTo(new Summary(0, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(Aggregate.class)
  void ofNoRunsIsRefusedWithTheReason(Aggregate aggregate) {
    assertThatIllegalStateException()
        .isThrownBy(() -> result().summary(aggregate))
        .withMessage("w was not measured");
    IoFailure failure = new IoFailure("read", 0, 4096, 5, "EIO (I/O error)");
    WorkloadResult failed =
        new WorkloadResult(result().workload(), "fake", true, List.of(), Optional.of(failure));
    assertThatIllegalStateException()
        .isThrownBy(() -> failed.summary(aggregate))
        .withMessage("w was not measured: read of 4096 bytes at offset 0: EIO (I/O error)");
  }

  @Test
  void labelsAreReadInAnyCase() {
    assertThat(Stream.of(Aggregate.values()).map(Aggregate::label))
        .containsExactly("cdm", "mean", "median");
    assertThat(Aggregate.of("CDM")).isEqualTo(Aggregate.CDM);
    assertThat(Aggregate.of("median")).isEqualTo(Aggregate.MEDIAN);
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Aggregate.of("best"))
        .withMessage("aggregate best: known are cdm, mean, median");
  }

  @Test
  void aRunOfNoLengthHasNoRate() {
    RunResult run = run(5, 1);
    RunResult empty =
        new RunResult(
            0,
            0,
            0,
            run.latency(),
            run.read(),
            run.write(),
            run.sync(),
            Optional.empty(),
            OptionalLong.empty(),
            List.of());

    assertThat(empty.iops()).isZero();
    assertThat(empty.bytesPerSecond()).isZero();
  }
}
