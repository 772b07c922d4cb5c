package io.github.iogauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.iogauge.Progress.Phase;
import io.github.iogauge.SyncPolicy.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The small values of the API. */
class ValuesTest {

  static Stream<Arguments> progressLines() {
    return Stream.of(
        Arguments.of(
            progress(Phase.PREPARING, "", 0, 0),
            "preparing the test file, 12.35 MB/s, 3014 IOPS, 125 s left"),
        Arguments.of(
            progress(Phase.WARM_UP, "rnd", 2, 0),
            "rnd (2/8) warm-up, 12.35 MB/s, 3014 IOPS, 125 s left"),
        Arguments.of(
            progress(Phase.MEASURING, "rnd", 2, 3),
            "rnd (2/8) run 3/5, 12.35 MB/s, 3014 IOPS, 125 s left"),
        Arguments.of(
            progress(Phase.DRAINING, "rnd", 2, 3),
            "rnd (2/8) draining 31 I/Os, 12.35 MB/s, 3014 IOPS, 125 s left"),
        Arguments.of(progress(Phase.PAUSING, "rnd", 2, 0), "rnd (2/8) pausing, 125 s left"),
        Arguments.of(progress(Phase.FINISHED, "rnd", 2, 0), "finished, 125 s left"));
  }

  private static Progress progress(Phase phase, String workload, int number, int run) {
    return new Progress(
        phase,
        workload,
        number,
        8,
        run,
        5,
        12_345_678,
        3014.08,
        31,
        Duration.ofSeconds(9),
        Duration.ofMillis(125_900));
  }

  @ParameterizedTest
  @MethodSource("progressLines")
  void progressIsOneLineForALog(Progress progress, String line) {
    assertThat(progress).hasToString(line);
  }

  static Stream<Arguments> impossibleSyncs() {
    return Stream.of(
        Arguments.of(Kind.NONE, 1, false),
        Arguments.of(Kind.NONE, 0, true),
        Arguments.of(Kind.DSYNC, 1, false),
        Arguments.of(Kind.DSYNC, 0, true),
        Arguments.of(Kind.FSYNC, 0, false),
        Arguments.of(Kind.FDATASYNC, 0, false),
        Arguments.of(Kind.FSYNC, -1, true));
  }

  @ParameterizedTest
  @MethodSource("impossibleSyncs")
  void syncPoliciesThatMeanNothingAreRefused(Kind kind, int every, boolean atEnd) {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> new SyncPolicy(kind, every, atEnd))
        .satisfies(e -> assertThat(e.field()).startsWith("sync"));
  }

  @Test
  void syncPoliciesAreNamedAfterTheirCall() {
    assertThat(SyncPolicy.none()).isEqualTo(new SyncPolicy(Kind.NONE, 0, false));
    assertThat(SyncPolicy.fsyncEvery(8)).isEqualTo(new SyncPolicy(Kind.FSYNC, 8, false));
    assertThat(SyncPolicy.fdatasyncEvery(8)).isEqualTo(new SyncPolicy(Kind.FDATASYNC, 8, false));
    assertThat(SyncPolicy.fsyncAtEnd()).isEqualTo(new SyncPolicy(Kind.FSYNC, 0, true));
    assertThat(SyncPolicy.dsync()).isEqualTo(new SyncPolicy(Kind.DSYNC, 0, false));
    assertThatExceptionOfType(BenchmarkException.class).isThrownBy(() -> SyncPolicy.fsyncEvery(0));
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> SyncPolicy.fdatasyncEvery(-3))
        .withMessage("sync.every -3: must be 0 (never) or more writes");
  }

  @Test
  void aWorkloadThatIsNotInTheResultIsNamedWithThoseThatAre() {
    Result result = result(Optional.of("the cat slept on it"));

    assertThat(result.workload("w").name()).isEqualTo("w");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> result.workload("W"))
        .withMessage("no result for workload W (the cat slept on it); there is [w]");
  }

  @Test
  void aResultFailedIfAnythingDid() {
    assertThat(result(Optional.empty()).failed()).isFalse();
    assertThat(result(Optional.of("no")).failed()).isTrue();
  }

  private static Result result(Optional<String> error) {
    Workload workload = Workload.randomRead("w").requests(1).build();
    return new Result(
        Suite.of("s", workload),
        new JobOptions("auto", true, DataPattern.RANDOM, 1, false, false),
        new TargetInfo(
            Path.of("/x"),
            TargetInfo.Kind.DIRECTORY,
            1,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of("none")),
        HostInfo.current(),
        Instant.EPOCH,
        List.of(new WorkloadResult(workload, "fake", true, List.of(), Optional.empty())),
        List.of(),
        error,
        false);
  }

  @Test
  void aFailureSaysWhatIsKnown() {
    assertThat(new IoFailure("read", 8192, 4096, 5, "EIO (I/O error)"))
        .hasToString("read of 4096 bytes at offset 8192: EIO (I/O error)");
    assertThat(new IoFailure("fsync", -1, 0, 28, "ENOSPC (no space)"))
        .hasToString("fsync: ENOSPC (no space)");
    assertThat(new IoFailure("write", 0, 512, 0, "x"))
        .hasToString("write of 512 bytes at offset 0: x");
  }
}
