package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.RunResult;
import io.github.iogauge.SyncPolicy;
import io.github.iogauge.Transfers;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.device.DeviceCounters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TruthCheckTest {

  private static final long MIB = 1 << 20;
  private static final Workload READS =
      Workload.sequentialRead("reads")
          .blockSize((int) MIB)
          .queueDepth(8)
          .duration(Duration.ofSeconds(5))
          .build();

  @ParameterizedTest
  @ValueSource(longs = {90, 100, 120, 129})
  void aDeviceThatMovedAboutWhatWasAskedIsBelieved(long moved) {
    // 100 MiB asked: from 90 % to 120 %, with 1 MiB of slack and 8 MiB in flight.
    assertThat(check(READS, true, 100, moved, 0)).isEmpty();
  }

  @Test
  void aDeviceThatMovedLessIsToldWithFigures() {
    assertThat(check(READS, true, 100, 29, 0))
        .hasValueSatisfying(
            warning ->
                assertThat(warning)
                    .startsWith("reads: the device moved 30408704 of 104857600 bytes read (29 %)"));
  }

  @Test
  void whatSomethingElseMovedIsToldInEitherDirection() {
    assertThat(check(READS, true, 100, 130, 0))
        .hasValueSatisfying(
            warning ->
                assertThat(warning)
                    .isEqualTo(
                        "reads: the device moved 136314880 bytes while this test moved 104857600;"
                            + " something else used it, so the figures are too low"));
    assertThat(check(READS, true, 100, 100, 30)).isPresent();
    assertThat(check(READS, true, 100, 100, 29)).isEmpty();
  }

  @Test
  void moreIsNoWonderWithAPageCacheOrAJournal() {
    assertThat(check(READS, false, 100, 300, 0)).isEmpty();
    Workload synced = READS.toBuilder().sync(SyncPolicy.fsyncAtEnd()).build();
    assertThat(check(synced, true, 100, 300, 0)).isEmpty();
  }

  @Test
  void withoutCountersNothingIsClaimed() {
    assertThat(TruthCheck.warning(result(READS, true, 100, Optional.empty()))).isEmpty();
  }

  private static Optional<String> check(
      Workload workload, boolean direct, long asked, long read, long written) {
    DeviceCounters device =
        new DeviceCounters(0, 0, read * MIB, 0, 0, 0, written * MIB, 0, 0, 0, 0);
    return TruthCheck.warning(result(workload, direct, asked, Optional.of(device)));
  }

  private static WorkloadResult result(
      Workload workload, boolean direct, long asked, Optional<DeviceCounters> device) {
    Transfers none = new Transfers(0, 0, new LatencyRecorder().stats());
    RunResult run =
        new RunResult(
            5_000_000_000L,
            8,
            0,
            none.latency(),
            new Transfers(asked * MIB, asked, none.latency()),
            none,
            none,
            device,
            OptionalLong.empty(),
            List.of());
    return new WorkloadResult(workload, "libaio", direct, List.of(run), Optional.empty());
  }
}
