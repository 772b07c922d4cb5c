package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.github.iogauge.AccessPattern;
import io.github.iogauge.DataPattern;
import io.github.iogauge.Interval;
import io.github.iogauge.IoFailure;
import io.github.iogauge.OffsetSequence;
import io.github.iogauge.RunResult;
import io.github.iogauge.SyncPolicy;
import io.github.iogauge.Workload;
import io.github.iogauge.engine.QueueRequest;
import io.github.iogauge.internal.SimulatedDevice.Io;
import io.github.iogauge.internal.SimulatedDevice.Model;
import io.github.iogauge.internal.SimulatedDevice.Sync;
import io.github.iogauge.internal.Worker.State;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a number means: every rule of the measuring loop, on a device that is known exactly. */
@Timeout(60) // against a loop without end; in virtual time nothing here takes long
class WorkerTest {

  private static final int BLOCK = 4096;
  private static final int EIO = 5;
  private static final int ETIMEDOUT = 110;

  /** One worker on a device and a clock of its own. */
  private static final class Bench {
    private final VirtualClock clock;
    private final SimulatedDevice device;
    private final RunControl control = new RunControl(1, new Wakeup());
    private Worker worker;
    private boolean direct;
    private long seed = 1;

    Bench(Model model) {
      this(model, 1_000_000_007L);
    }

    Bench(Model model, long start) {
      clock = new VirtualClock(start);
      device = new SimulatedDevice(clock, model);
    }

    /** Runs a workload on this thread, to its very end. */
    Worker.Outcome run(Workload.Builder builder) {
      return run(builder.build());
    }

    Worker.Outcome run(Workload workload) {
      OffsetSequence offsets = workload.pattern().offsets(0, 1 << 20, workload.blockSize(), seed);
      worker =
          new Worker(
              new WorkerTask(
                  workload,
                  workload.duration(),
                  workload.ramp(),
                  device,
                  new QueueRequest(
                      Path.of("simulated"),
                      workload.writes(),
                      direct,
                      false,
                      workload.queueDepth(),
                      workload.blockSize()),
                  offsets,
                  workload.totalRequests(),
                  DataPattern.RANDOM,
                  seed,
                  Optional.empty(),
                  clock),
              control);
      control.start();
      worker.run();
      return worker.outcome().orElseThrow();
    }

    /** Runs a workload that must not fail. */
    RunResult measure(Workload.Builder builder) {
      Worker.Outcome outcome = run(builder);
      assertThat(outcome.failure()).isEmpty();
      return ThreadResult.merge(List.of(outcome.measured().orElseThrow()));
    }

    RunResult partial(Worker.Outcome outcome) {
      return ThreadResult.merge(List.of(outcome.measured().orElseThrow()));
    }
  }

  private static Bench latency(long millis) {
    return new Bench(SimulatedDevice.latency(Duration.ofMillis(millis)));
  }

  private static Bench rate(double iops) {
    return new Bench(SimulatedDevice.rate(iops));
  }

  private static Workload.Builder reads(int depth) {
    return Workload.randomRead("reads").blockSize(BLOCK).queueDepth(depth);
  }

  private static Workload.Builder writes(int depth) {
    return Workload.sequentialWrite("writes").blockSize(BLOCK).queueDepth(depth);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static long nanos(long millis) {
    return millis * 1_000_000;
  }

  @Nested
  class TimedWindow {

    @Test
    void opensAtTheFirstCompletionAfterTheRampAndDoesNotCountIt() {
      // Completions at 300, 600, 900, 1200 ms and so on. The ramp ends at 1000: 1200 opens. The
      // deadline is 3200: 3300 closes and counts. Counted are 1500, 1800, ... 3300.
      RunResult run = latency(300).measure(reads(1).ramp(seconds(1)).duration(seconds(2)));

      assertThat(run.elapsedNanos()).isEqualTo(nanos(2100));
      assertThat(run.operations()).isEqualTo(7);
      assertThat(run.bytes()).isEqualTo(7 * BLOCK);
    }

    @Test
    void opensAtACompletionExactlyAtTheEndOfTheRampAndClosesAtOneExactlyAtTheDeadline() {
      RunResult run = latency(250).measure(reads(1).ramp(seconds(1)).duration(seconds(1)));

      assertThat(run.elapsedNanos()).isEqualTo(nanos(1000));
      assertThat(run.operations()).isEqualTo(4);
    }

    @Test
    void countsNoneOfSeveralThatOpenItTogetherAndAllOfThoseThatCloseIt() {
      RunResult run = latency(250).measure(reads(4).ramp(seconds(1)).duration(seconds(1)));

      assertThat(run.elapsedNanos()).isEqualTo(nanos(1000));
      assertThat(run.operations()).isEqualTo(16);
      assertThat(run.meanDepth()).isEqualTo(4.0);
      assertThat(run.drained()).isZero();
    }

    @Test
    void opensAtTheFirstSubmissionWithoutARamp() {
      RunResult run = latency(300).measure(reads(1).ramp(Duration.ZERO).duration(seconds(1)));

      assertThat(run.elapsedNanos()).isEqualTo(nanos(1200));
      assertThat(run.operations()).isEqualTo(4);
    }

    @Test
    void rampIsAFifthOfAShortTimeAndASecondOfALongOneUnlessSet() {
      // 100 ms a piece: the window of 3 s opens at 600 ms, that of 30 s at 1000 ms.
      Bench brief = latency(100);
      assertThat(brief.measure(reads(1).duration(seconds(3))).operations()).isEqualTo(30);
      assertThat(brief.clock.elapsed()).isEqualTo(nanos(3600));

      Bench longer = latency(100);
      assertThat(longer.measure(reads(1).duration(seconds(30))).operations()).isEqualTo(300);
      assertThat(longer.clock.elapsed()).isEqualTo(nanos(31_000));
    }

    @ParameterizedTest
    @CsvSource({"1500, 32", "500, 32", "1500, 1", "777, 8", "333333, 64"})
    void rateIsExactlyThatOfTheDevice(double iops, int depth) {
      RunResult run = rate(iops).measure(reads(depth).ramp(seconds(1)).duration(seconds(5)));

      assertThat(run.iops()).isCloseTo(iops, within(iops * 1e-6));
      assertThat(run.bytesPerSecond()).isCloseTo(iops * BLOCK, within(iops * BLOCK * 1e-6));
      assertThat(run.meanDepth()).isCloseTo(depth, within(1e-9));
    }

    @Test
    void theBurstThatAThrottleGrantsAtFirstIsOverWhenTheWindowOpens() {
      Bench bench = new Bench(SimulatedDevice.burstThenRate(150, 1500));

      RunResult run = bench.measure(reads(32).ramp(seconds(1)).duration(seconds(5)));

      assertThat(run.iops()).isCloseTo(1500, within(1500 * 1e-6));
    }

    @Test
    void withoutARampTheBurstIsCounted() {
      Bench bench = new Bench(SimulatedDevice.burstThenRate(150, 1500));

      RunResult run = bench.measure(reads(32).ramp(Duration.ZERO).duration(seconds(1)));

      assertThat(run.operations()).isEqualTo(1650);
    }

    @Test
    void aDeviceThatNeedsSecondsPerIoGivesTheRightFigureAndIsDrained() {
      Bench bench = rate(0.7);

      RunResult run = bench.measure(reads(32).ramp(seconds(1)).duration(seconds(5)));

      // Completions every 1.43 s: the first opens, the fifth is past 1.43 + 5 s.
      assertThat(run.operations()).isEqualTo(4);
      assertThat(run.iops()).isCloseTo(0.7, within(1e-8));
      assertThat(run.drained()).isEqualTo(31);
      assertThat(run.meanDepth()).isCloseTo(32, within(1e-9));
      // 32 at first and 4 refills, none of them left behind.
      assertThat(bench.device.ios()).hasSize(36);
      assertThat(bench.device.inFlight()).isZero();
      assertThat(bench.clock.elapsed() / 1e9).isCloseTo(36 / 0.7, within(1e-6));
    }

    @Test
    void aDeviceSlowerThanTheWholeTimeStillGivesOneInterval() {
      RunResult run = latency(20_000).measure(reads(1).ramp(seconds(1)).duration(seconds(5)));

      assertThat(run.operations()).isEqualTo(1);
      assertThat(run.iops()).isEqualTo(0.05);
      assertThat(run.latency().meanNanos()).isEqualTo(20e9);
    }

    @Test
    void whatIsInFlightAtTheEndIsDrainedReportedAndNotCounted() {
      // Slots come back one after another, 100 ms apart, so 3 of 4 are in flight at the deadline.
      Bench bench = rate(10);

      RunResult run = bench.measure(reads(4).ramp(Duration.ZERO).duration(seconds(1)));

      assertThat(run.operations()).isEqualTo(10);
      assertThat(run.drained()).isEqualTo(3);
      assertThat(bench.device.ios()).hasSize(13);
      assertThat(bench.device.inFlight()).isZero();
      assertThat(run.latency().count()).isEqualTo(10);
      assertThat(run.series().stream().mapToLong(Interval::readOperations).sum()).isEqualTo(10);
      assertThat(bench.worker.operationsDone()).as("progress knows all").isEqualTo(13);
    }

    @Test
    void theQueueIsKeptFullUntilTheWindowCloses() {
      Bench bench = rate(1000);

      RunResult run = bench.measure(reads(16).ramp(seconds(1)).duration(seconds(2)));

      int untilClosed = bench.device.waitedWith().size() - (int) run.drained();
      assertThat(bench.device.waitedWith().subList(0, untilClosed)).containsOnly(16);
      assertThat(bench.device.waitedWith().subList(untilClosed, untilClosed + 15))
          .containsExactly(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
    }

    @ParameterizedTest
    @CsvSource({"1500, 32", "40, 8", "1500, 1"})
    void meanLatencyTimesIopsIsTheMeanDepth(double iops, int depth) {
      RunResult run = rate(iops).measure(reads(depth).ramp(seconds(1)).duration(seconds(15)));

      double little = run.latency().meanNanos() / 1e9 * run.iops();
      assertThat(little).isCloseTo(run.meanDepth(), within(1e-3 * depth));
      assertThat(run.meanDepth()).isCloseTo(depth, within(1e-9));
    }

    @Test
    void littlesLawHoldsWithLatenciesThatDiffer() {
      // From 1 to 9 ms in turn, so completions come in another order than submissions.
      Bench bench = new Bench((number, at) -> at + nanos(1 + number * 5 % 9));

      RunResult run = bench.measure(reads(16).ramp(seconds(1)).duration(seconds(20)));

      double little = run.latency().meanNanos() / 1e9 * run.iops();
      assertThat(run.meanDepth()).isEqualTo(16.0);
      assertThat(little).isCloseTo(16, within(0.01));
    }

    @Test
    void meanDepthIsTheTimeIntegralOfIosInFlight() {
      // An fsync of 30 ms after every 2 writes of 10 ms: two in flight for 10 of every 40 ms.
      Bench bench = latency(10);
      bench.device.syncTakes(millis(30));

      RunResult run =
          bench.measure(
              writes(2).ramp(Duration.ZERO).duration(millis(410)).sync(SyncPolicy.fsyncEvery(2)));

      // Closed at 410 ms, after 11 rounds of writes and 10 of syncs.
      assertThat(run.elapsedNanos()).isEqualTo(nanos(410));
      assertThat(run.operations()).isEqualTo(22);
      assertThat(run.meanDepth()).isCloseTo(2.0 * 110 / 410, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -5_000_000_000L, Long.MAX_VALUE - 2_000_000_000L, Long.MIN_VALUE})
    void anyReadingOfTheClockWillDoAsAStart(long start) {
      Bench timed = new Bench(SimulatedDevice.rate(1000), start);
      assertThat(timed.measure(reads(8).ramp(seconds(1)).duration(seconds(4))).operations())
          .isEqualTo(4000);

      Bench sized = new Bench(SimulatedDevice.rate(1000), start);
      RunResult run = sized.measure(reads(8).requests(5000));
      assertThat(run.operations()).isEqualTo(5000);
      assertThat(run.elapsedNanos()).isEqualTo(nanos(5000));
    }

    @Test
    void emptyLooksAtTheQueueChangeNothing() {
      // Each completion is later than the worker waits at once.
      RunResult run = latency(170).measure(reads(3).ramp(Duration.ZERO).duration(seconds(1)));

      assertThat(run.operations()).isEqualTo(18);
      assertThat(run.latency().maxNanos()).isEqualTo(nanos(170));
    }
  }

  @Nested
  class SizedWindow {

    @Test
    void lastsFromTheFirstSubmissionToTheLastCompletion() {
      // Four, four and two at a time, 100 ms each.
      Bench bench = latency(100);

      RunResult run = bench.measure(reads(4).requests(10));

      assertThat(run.elapsedNanos()).isEqualTo(nanos(300));
      assertThat(run.operations()).isEqualTo(10);
      assertThat(run.meanDepth()).isCloseTo(10.0 / 3, within(1e-12));
      assertThat(run.drained()).isZero();
      assertThat(bench.device.ios()).hasSize(10);
    }

    @Test
    void holdsTheFsyncAtItsEnd() {
      Bench bench = latency(100);
      bench.device.syncTakes(millis(50));

      RunResult run = bench.measure(writes(4).requests(10).sync(SyncPolicy.fsyncAtEnd()));

      assertThat(run.elapsedNanos()).isEqualTo(nanos(350));
      assertThat(run.operations()).isEqualTo(10);
      assertThat(run.sync().operations()).isEqualTo(1);
      assertThat(run.sync().latency().meanNanos()).isEqualTo(50e6);
      assertThat(bench.device.syncs()).containsExactly(new Sync(nanos(300), false, 0, 10));
    }

    @Test
    void hasNoFsyncUnlessAskedFor() {
      Bench bench = latency(100);

      assertThat(bench.measure(writes(4).requests(10)).sync().operations()).isZero();
      assertThat(bench.device.syncs()).isEmpty();
    }

    @Test
    void takesNoRampFromTheWorkload() {
      RunResult run = latency(100).measure(reads(1).requests(3).ramp(seconds(1)));

      assertThat(run.elapsedNanos()).isEqualTo(nanos(300));
      assertThat(run.operations()).isEqualTo(3);
    }

    @Test
    void bytesEndItRoundedUpToBlocks() {
      RunResult run = latency(1).measure(reads(4).bytes(10 * BLOCK + 1));

      assertThat(run.operations()).isEqualTo(11);
      assertThat(run.bytes()).isEqualTo(11 * BLOCK);
    }

    @Test
    void theLowerOfBytesAndRequestsEndsIt() {
      assertThat(latency(1).measure(reads(1).bytes(5 * BLOCK).requests(9)).operations())
          .isEqualTo(5);
      assertThat(latency(1).measure(reads(1).bytes(9 * BLOCK).requests(5)).operations())
          .isEqualTo(5);
    }

    @Test
    void itsDurationEndsItEarlyAndAllThatWasSubmittedCounts() {
      Bench bench = rate(10);
      bench.device.syncTakes(millis(70));

      RunResult run =
          bench.measure(
              writes(4).requests(1000).duration(seconds(1)).sync(SyncPolicy.fsyncAtEnd()));

      // At 1 s the tenth completes and no more are submitted; the three in flight come by 1.3 s.
      assertThat(run.operations()).isEqualTo(13);
      assertThat(run.elapsedNanos()).isEqualTo(nanos(1370));
      assertThat(run.drained()).isZero();
      assertThat(bench.device.ios()).hasSize(13);
    }

    @Test
    void oneRequestAtAGreatDepthIsEnough() {
      RunResult run = latency(40).measure(reads(64).requests(1));

      assertThat(run.operations()).isEqualTo(1);
      assertThat(run.meanDepth()).isEqualTo(1.0);
    }

    @Test
    void theSecondsOfItsSeriesCoverTheFsyncToo() {
      Bench bench = latency(100);
      bench.device.syncTakes(millis(2500));

      RunResult run = bench.measure(writes(1).requests(5).sync(SyncPolicy.fsyncAtEnd()));

      assertThat(run.elapsedNanos()).isEqualTo(nanos(3000));
      assertThat(run.series()).hasSize(3);
      assertThat(run.series().stream().mapToLong(Interval::durationNanos).sum())
          .isEqualTo(run.elapsedNanos());
      assertThat(run.series().get(0).writeOperations()).isEqualTo(5);
      assertThat(run.series().get(2).writeOperations()).isZero();
    }
  }

  @Nested
  class Submission {

    @Test
    void handsOverEightAtATimeAtMost() {
      Bench bench = latency(10);

      bench.measure(reads(32).requests(640));

      assertThat(bench.device.submits()).isNotEmpty().allMatch(count -> count == 8);
    }

    @Test
    void handsOverMoreAtATimeToADeviceThatIsDoneBeforeTheCallReturns() {
      Bench bench = new Bench((number, at) -> at);

      bench.measure(reads(32).requests(320));

      assertThat(bench.device.submits().subList(0, 3)).containsExactly(8, 16, 8);
      assertThat(bench.device.submits().subList(3, 12)).containsOnly(32);
    }

    @Test
    void handsOverEightAtATimeAgainOnceTheDeviceTakesItsTime() {
      Bench bench =
          new Bench((number, at) -> number < 100 ? at : at + Duration.ofMillis(1).toNanos());

      bench.measure(reads(32).requests(320));

      List<Integer> submits = bench.device.submits();
      assertThat(submits.subList(0, 5)).containsExactly(8, 16, 8, 32, 32);
      // The next call was sized by what the instant device had shown.
      assertThat(submits.subList(6, submits.size())).allMatch(count -> count <= 8);
    }

    @Test
    void reapedSlotsAreRefilledAtOnce() {
      Bench bench = rate(100);

      bench.measure(reads(32).requests(64));

      assertThat(bench.device.submits().subList(0, 4)).containsExactly(8, 8, 8, 8);
      assertThat(bench.device.submits().subList(4, 36)).containsOnly(1);
    }

    @Test
    void whatTheKernelDoesNotTakeAtOnceIsNotLost() {
      Bench bench = latency(10);
      bench.device.takesInTurn(3, 0, 2, 1, 0, 0, 7, 5, 0, 1);

      RunResult run =
          bench.measure(Workload.sequentialRead("all").blockSize(BLOCK).queueDepth(8).requests(50));

      assertThat(run.operations()).isEqualTo(50);
      assertThat(bench.device.ios().stream().map(Io::offset).sorted().toList())
          .isEqualTo(LongStream.range(0, 50).mapToObj(i -> i * BLOCK).toList());
    }

    @Test
    void latencyOfWhatTheKernelTookLaterCountsFromTheFirstAttempt() {
      Bench bench = latency(10);
      bench.device.takesInTurn(1, 0);

      // Two are offered and one is taken; the other follows 10 ms later and takes 20 ms in all.
      RunResult run = bench.measure(reads(2).requests(2));

      assertThat(run.latency().minNanos()).isEqualTo(nanos(10));
      assertThat(run.latency().maxNanos()).isEqualTo(nanos(20));
      assertThat(run.meanDepth()).isEqualTo(1.5);
    }

    @Test
    void aKernelThatTakesNothingAtFirstIsAskedAgain() {
      Bench bench = latency(10);
      bench.device.takesInTurn(0, 0, 0, 0);

      assertThat(bench.measure(reads(4).requests(8)).operations()).isEqualTo(8);
    }

    @Test
    void completionsInAnyOrderKeepTheirLatencyAndOffset() {
      Bench bench = new Bench((number, at) -> at + nanos(number % 2 == 0 ? 30 : 10));
      bench.device.lastFirst();

      RunResult run = bench.measure(reads(8).requests(400));

      assertThat(run.operations()).isEqualTo(400);
      assertThat(run.latency().minNanos()).isEqualTo(nanos(10));
      assertThat(run.latency().maxNanos()).isEqualTo(nanos(30));
      assertThat(run.latency().meanNanos()).isEqualTo(20e6);
    }

    @Test
    void everyWriteCarriesOtherData() {
      Bench bench = latency(1);

      bench.measure(writes(8).requests(2000));

      assertThat(new HashSet<>(bench.device.firstWords())).hasSize(2000);
    }
  }

  @Nested
  class Syncing {

    @Test
    void everyNthWriteWaitsForAllInFlightAndIsCountedApart() {
      Bench bench = latency(10);
      bench.device.syncTakes(millis(5));

      RunResult run = bench.measure(writes(4).requests(20).sync(SyncPolicy.fdatasyncEvery(10)));

      assertThat(bench.device.syncs()).hasSize(2);
      assertThat(bench.device.syncs()).allMatch(s -> s.unfinished() == 0 && s.dataOnly());
      assertThat(bench.device.syncs().stream().map(Sync::after)).containsExactly(10L, 20L);
      assertThat(run.operations()).isEqualTo(20);
      assertThat(run.write().operations()).isEqualTo(20);
      assertThat(run.sync().operations()).isEqualTo(2);
      assertThat(run.sync().latency().meanNanos()).isEqualTo(5e6);
      assertThat(run.sync().bytes()).isZero();
      assertThat(run.latency().maxNanos()).as("writes only").isEqualTo(nanos(10));
      // Ten writes at depth 4 take three rounds.
      assertThat(run.elapsedNanos()).isEqualTo(nanos(70));
    }

    @Test
    void syncsOfTheRampAreNotCounted() {
      Bench bench = latency(10);
      bench.device.syncTakes(millis(10));

      RunResult run =
          bench.measure(
              writes(1).ramp(seconds(1)).duration(seconds(1)).sync(SyncPolicy.fsyncEvery(1)));

      // A write, a sync, a write: 10 ms each.
      assertThat(run.operations()).isEqualTo(50);
      assertThat(run.sync().operations()).isEqualTo(50);
      assertThat(bench.device.syncs().size()).isGreaterThan(95);
    }

    @Test
    void readsNeitherTriggerNorCountTowardsASync() {
      Bench bench = latency(1);

      bench.measure(reads(4).requests(100).sync(SyncPolicy.fsyncEvery(10)));

      assertThat(bench.device.syncs()).isEmpty();
    }

    @Test
    void theSyncAtTheEndOfATimedWorkloadComesAfterTheWindow() {
      Bench bench = latency(100);
      bench.device.syncTakes(seconds(3));

      RunResult run =
          bench.measure(
              writes(2).ramp(Duration.ZERO).duration(seconds(1)).sync(SyncPolicy.fsyncAtEnd()));

      assertThat(run.elapsedNanos()).isEqualTo(nanos(1000));
      assertThat(run.sync().operations()).isEqualTo(1);
      assertThat(run.sync().latency().meanNanos()).isEqualTo(3e9);
    }

    @Test
    void aSyncThatFailsEndsTheWorkloadAndIsNamed() {
      Bench bench = latency(10);
      bench.device.syncFails(new IOException("no medium"));

      Worker.Outcome outcome = bench.run(writes(2).requests(100).sync(SyncPolicy.fsyncEvery(10)));

      assertThat(outcome.failure()).contains(new IoFailure("fsync", -1, 0, 0, "no medium"));
      assertThat(bench.partial(outcome).operations()).isEqualTo(10);
      assertThat(bench.device.ios()).hasSize(10);
    }
  }

  @Nested
  class ShortTransfers {

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void areContinuedAndCountedOnceWithTheirFullLatency(int depth) {
      Bench bench = latency(10);
      bench.device.answering(io -> io.length() == BLOCK ? 1000 : io.length());

      RunResult run = bench.measure(reads(depth).requests(20));

      assertThat(run.operations()).isEqualTo(20);
      assertThat(run.bytes()).isEqualTo(20 * BLOCK);
      assertThat(run.latency().minNanos()).isEqualTo(nanos(20));
      assertThat(run.latency().maxNanos()).isEqualTo(nanos(20));
      assertThat(run.elapsedNanos()).isEqualTo(nanos(20L / depth * 20));
      assertThat(run.meanDepth()).isEqualTo(depth);
      assertThat(bench.device.ios()).hasSize(40);
    }

    @Test
    void theRestGoesWhereItBelongs() {
      Bench bench = latency(10);
      bench.device.answering(io -> io.length() > 1000 ? 1000 : io.length());

      bench.measure(writes(1).requests(2));

      assertThat(bench.device.ios())
          .extracting(Io::bufferOffset, Io::length, Io::offset)
          .startsWith(
              tuple(0, 4096, 0L),
              tuple(1000, 3096, 1000L),
              tuple(2000, 2096, 2000L),
              tuple(3000, 1096, 3000L),
              tuple(4000, 96, 4000L),
              tuple(0, 4096, 4096L));
    }

    @Test
    void areContinuedOfDirectIoOnlyWhereTheRestIsAligned() {
      Bench aligned = latency(10);
      aligned.direct = true;
      aligned.device.answering(io -> io.length() == BLOCK ? 1024 : io.length());
      assertThat(aligned.measure(reads(1).requests(5)).operations()).isEqualTo(5);

      Bench odd = latency(10);
      odd.direct = true;
      odd.device.answering(io -> 1000);
      assertThat(odd.run(reads(1).requests(5)).failure())
          .get()
          .extracting(IoFailure::description)
          .isEqualTo("only 1000 bytes were moved");
    }

    @Test
    void thatBringNothingAreTheEndOfTheFileAndAnError() {
      Bench bench = latency(10);
      bench.device.answering(io -> io.number() == 7 ? 0 : io.length());

      Worker.Outcome outcome = bench.run(reads(1).ramp(Duration.ZERO).duration(seconds(1)));

      IoFailure failure = outcome.failure().orElseThrow();
      assertThat(failure.operation()).isEqualTo("read");
      assertThat(failure.offset()).isEqualTo(bench.device.ios().get(7).offset());
      assertThat(failure.length()).isEqualTo(BLOCK);
      assertThat(failure.errno()).isZero();
      assertThat(failure.description()).isEqualTo("end of file or device");
      assertThat(bench.partial(outcome).operations()).isEqualTo(7);
    }

    @Test
    void thatAreCutShortAgainAtTheEndNameTheRest() {
      Bench bench = latency(10);
      bench.device.answering(io -> io.length() == BLOCK ? 1024 : 0);

      IoFailure failure = bench.run(writes(1).requests(3)).failure().orElseThrow();

      assertThat(failure.offset()).isEqualTo(1024);
      assertThat(failure.length()).isEqualTo(BLOCK - 1024);
    }

    @Test
    void inFlightAtTheEndAreDrainedToo() {
      Bench bench = rate(10);
      bench.device.answering(io -> io.length() == BLOCK ? 1024 : io.length());

      RunResult run = bench.measure(reads(4).ramp(Duration.ZERO).duration(seconds(1)));

      assertThat(bench.device.inFlight()).isZero();
      assertThat(run.bytes()).isEqualTo(run.operations() * BLOCK);
      assertThat(bench.worker.operationsDone()).isEqualTo(run.operations() + run.drained());
    }
  }

  @Nested
  class Failures {

    @Test
    void endTheWorkloadWithWhatWasMeasuredUntilThen() {
      Bench bench = latency(10);
      bench.device.answering(io -> io.number() == 123 ? -EIO : io.length());

      Worker.Outcome outcome = bench.run(writes(1).ramp(millis(100)).duration(seconds(60)));

      IoFailure failure = outcome.failure().orElseThrow();
      assertThat(failure.operation()).isEqualTo("write");
      assertThat(failure.offset()).isEqualTo(123L * BLOCK);
      assertThat(failure.length()).isEqualTo(BLOCK);
      assertThat(failure.errno()).isEqualTo(EIO);
      assertThat(failure.description()).startsWith("EIO");
      assertThat(failure.toString()).startsWith("write of 4096 bytes at offset 503808: EIO");
      RunResult run = bench.partial(outcome);
      // 1.24 s until the error, less the ramp; the one that failed is not counted.
      assertThat(run.operations()).isEqualTo(113);
      assertThat(run.elapsedNanos()).isEqualTo(nanos(1140));
      assertThat(run.latency().count()).isEqualTo(113);
      assertThat(bench.control.isStopped()).as("the other threads end too").isTrue();
    }

    @Test
    void atDepthTheOthersAreDrainedAndTheFirstErrorIsTheOneReported() {
      Bench bench = rate(100);
      bench.device.answering(io -> io.number() >= 50 ? -EIO : io.length());

      Worker.Outcome outcome = bench.run(writes(8).requests(1000));

      assertThat(outcome.failure()).get().extracting(IoFailure::offset).isEqualTo(50L * BLOCK);
      assertThat(bench.partial(outcome).operations()).isEqualTo(50);
      assertThat(bench.device.inFlight()).isZero();
      assertThat(bench.device.ios()).hasSize(58);
      assertThat(bench.device.isClosed()).isTrue();
    }

    @Test
    void beforeTheWindowOpensLeaveNothingMeasured() {
      Bench bench = latency(10);
      bench.device.answering(io -> -EIO);

      Worker.Outcome outcome = bench.run(reads(4).ramp(seconds(1)).duration(seconds(1)));

      assertThat(outcome.measured()).isEmpty();
      assertThat(outcome.failure()).isPresent();
      assertThat(bench.device.ios()).hasSize(4);
    }

    @Test
    void amongSeveralCompletionsOfOneMomentDoNotSpoilTheOthers() {
      Bench bench = latency(10);
      bench.device.answering(io -> io.number() == 5 ? -EIO : io.length());

      Worker.Outcome outcome = bench.run(reads(4).requests(100));

      assertThat(bench.partial(outcome).operations()).isEqualTo(7);
    }

    @Test
    void whileDrainingAreReportedThoughNothingIsCounted() {
      Bench bench = rate(10);
      bench.device.answering(io -> io.number() == 11 ? -EIO : io.length());

      Worker.Outcome outcome = bench.run(reads(4).ramp(Duration.ZERO).duration(seconds(1)));

      assertThat(outcome.failure()).get().extracting(IoFailure::errno).isEqualTo(EIO);
      assertThat(bench.partial(outcome).operations()).isEqualTo(10);
      assertThat(bench.partial(outcome).drained()).isEqualTo(3);
      assertThat(bench.device.inFlight()).isZero();
    }

    @Test
    void ofTheQueueItselfEndTheWorkload() {
      Bench bench = latency(10);
      bench.device.at(millis(105), () -> bench.device.reapFails(new IOException("gone")));

      Worker.Outcome outcome = bench.run(reads(2).ramp(Duration.ZERO).duration(seconds(1)));

      assertThat(outcome.failure()).contains(new IoFailure("wait", -1, 0, 0, "gone"));
      assertThat(bench.partial(outcome).operations()).isEqualTo(20);
      assertThat(bench.worker.state()).isEqualTo(State.ENDED);
      assertThat(bench.device.isClosed()).isTrue();
    }

    @Test
    void aDeviceThatAnswersNothingIsGivenUpAfterTenMinutes() {
      Bench bench = new Bench((number, at) -> SimulatedDevice.NEVER);

      Worker.Outcome outcome = bench.run(reads(4).requests(100));

      assertThat(outcome.failure()).get().extracting(IoFailure::errno).isEqualTo(ETIMEDOUT);
      assertThat(bench.worker.state()).isEqualTo(State.ENDED);
      assertThat(bench.device.isClosed()).isTrue();
      assertThat(bench.clock.elapsed()).isBetween(nanos(600_000), nanos(1_300_000));
    }

    @Test
    void oneIoThatIsLostIsWaitedForInTheDrainAndThenGivenUp() {
      Bench bench =
          new Bench((number, at) -> number == 20 ? SimulatedDevice.NEVER : at + nanos(10));

      Worker.Outcome outcome = bench.run(reads(4).ramp(Duration.ZERO).duration(seconds(1)));

      assertThat(bench.partial(outcome).operations()).isGreaterThan(300);
      assertThat(outcome.failure()).get().extracting(IoFailure::errno).isEqualTo(ETIMEDOUT);
      assertThat(bench.worker.state()).isEqualTo(State.ENDED);
      assertThat(bench.device.isClosed()).isTrue();
      assertThat(bench.device.inFlight()).isEqualTo(1);
    }

    @Test
    void oneIoOfTwentyMinutesAmongOthersIsNoReasonToGiveUp() {
      Bench bench = new Bench((number, at) -> at + nanos(number == 20 ? 1_200_000 : 1000));

      RunResult run = bench.measure(reads(4).ramp(seconds(1)).duration(seconds(1500)));

      assertThat(run.latency().maxNanos()).isEqualTo(nanos(1_200_000));
      assertThat(run.latency().percentileNanos(50)).isCloseTo(nanos(1000), within(1_000_000L));
    }

    @Test
    void anExceptionInsideIsReportedAndNothingStaysOpen() {
      Bench bench = latency(10);
      bench.device.answering(
          io -> {
            throw new IllegalStateException("bug");
          });

      Worker.Outcome outcome = bench.run(reads(4).requests(100));

      assertThat(outcome.failure())
          .get()
          .extracting(IoFailure::description)
          .isEqualTo("internal error: java.lang.IllegalStateException: bug");
      assertThat(bench.device.isClosed()).isTrue();
    }
  }

  @Nested
  class Cancelling {

    @Test
    void publishesThePartialWindowAtItsLastCompletion() {
      Bench bench = latency(100);
      bench.device.at(millis(2450), bench.control::stop);

      Worker.Outcome outcome = bench.run(reads(2).ramp(seconds(1)).duration(seconds(60)));

      RunResult run = bench.partial(outcome);
      assertThat(outcome.failure()).isEmpty();
      assertThat(run.elapsedNanos()).isEqualTo(nanos(1400));
      assertThat(run.operations()).isEqualTo(28);
      assertThat(run.drained()).isEqualTo(2);
      assertThat(run.meanDepth()).isEqualTo(2.0);
      assertThat(bench.device.inFlight()).as("drained all the same").isZero();
    }

    @Test
    void ofASizedWorkloadKeepsWhatWasDone() {
      Bench bench = latency(100);
      bench.device.at(millis(1050), bench.control::stop).syncTakes(seconds(9));

      Worker.Outcome outcome = bench.run(writes(1).requests(100).sync(SyncPolicy.fsyncAtEnd()));

      RunResult run = bench.partial(outcome);
      assertThat(run.operations()).isEqualTo(10);
      assertThat(run.elapsedNanos()).isEqualTo(nanos(1000));
      assertThat(bench.device.syncs()).isEmpty();
    }

    @Test
    void duringTheRampMeasuresNothing() {
      Bench bench = latency(100);
      bench.device.at(millis(450), bench.control::stop);

      Worker.Outcome outcome = bench.run(reads(2).ramp(seconds(1)).duration(seconds(60)));

      assertThat(outcome.measured()).isEmpty();
      assertThat(outcome.failure()).isEmpty();
    }

    @Test
    void beforeTheStartDoesNoIo() {
      Bench bench = latency(100);
      bench.control.stop();

      assertThat(bench.run(reads(2).duration(seconds(1))).measured()).isEmpty();
      assertThat(bench.device.ios()).isEmpty();
      assertThat(bench.device.isClosed()).isTrue();
    }

    @Test
    void publishesBeforeTheDeviceAnswersAndTellsWhatItHolds() {
      Bench bench = new Bench((number, at) -> number < 5 ? at + nanos(100) : at + nanos(90_000));
      StringBuilder seen = new StringBuilder();
      bench
          .device
          .at(seconds(10), bench.control::stop)
          .at(
              seconds(60),
              () ->
                  seen.append(bench.worker.state())
                      .append(' ')
                      .append(bench.worker.outcome().orElseThrow().measured().isPresent())
                      .append(' ')
                      .append(bench.worker.inFlight()));

      bench.run(reads(1).ramp(Duration.ZERO).duration(seconds(60)));

      assertThat(seen).hasToString("DRAINING true 1");
    }
  }

  @Nested
  class Mixing {

    @Test
    void drawsTheShareOfReadsAtRandom() {
      Bench bench = rate(1e6);

      RunResult run =
          bench.measure(
              Workload.of("mixed", AccessPattern.random(), 70).queueDepth(8).requests(100_000));

      // The standard deviation of the number of reads is 145.
      assertThat(run.read().operations()).isBetween(69_400L, 70_600L);
      assertThat(run.read().operations() + run.write().operations()).isEqualTo(100_000);
      assertThat(run.read().bytes()).isEqualTo(run.read().operations() * BLOCK);
      assertThat(run.write().bytes()).isEqualTo(run.write().operations() * BLOCK);
      assertThat(run.latency().count()).isEqualTo(100_000L);
      assertThat(run.read().latency().count()).isEqualTo(run.read().operations());
    }

    @Test
    void isTheSameForTheSameSeed() {
      assertThat(mix(7)).isEqualTo(mix(7)).isNotEqualTo(mix(8));
    }

    private static List<String> mix(long seed) {
      Bench bench = rate(1e6);
      bench.seed = seed;
      bench.measure(Workload.of("mixed", AccessPattern.random(), 70).requests(200));
      return bench.device.ios().stream().map(io -> io.write() + "@" + io.offset()).toList();
    }

    @Test
    void keepsReadsAndWritesApart() {
      Bench bench = new Bench((number, at) -> at + nanos(10));
      bench.device.answering(Io::length);

      RunResult run =
          bench.measure(Workload.of("mixed", AccessPattern.random(), 50).requests(1000));

      long writes = bench.device.ios().stream().filter(Io::write).count();
      assertThat(run.write().operations()).isEqualTo(writes);
      assertThat(run.read().operations()).isEqualTo(1000 - writes);
    }
  }

  @Nested
  class SeriesOfSeconds {

    @Test
    void addsUpToTheTotals() {
      Bench bench = rate(1500);

      RunResult run =
          bench.measure(
              Workload.of("mixed", AccessPattern.random(), 70)
                  .queueDepth(32)
                  .ramp(seconds(1))
                  .duration(millis(3500)));

      List<Interval> series = run.series();
      assertThat(series).hasSize(4);
      assertThat(series.stream().mapToLong(Interval::startNanos))
          .containsExactly(0L, nanos(1000), nanos(2000), nanos(3000));
      assertThat(series.stream().mapToLong(Interval::durationNanos).sum())
          .isEqualTo(run.elapsedNanos());
      assertThat(series.stream().mapToLong(Interval::readBytes).sum())
          .isEqualTo(run.read().bytes());
      assertThat(series.stream().mapToLong(Interval::writeBytes).sum())
          .isEqualTo(run.write().bytes());
      assertThat(series.stream().mapToLong(Interval::readOperations).sum())
          .isEqualTo(run.read().operations());
      assertThat(series.stream().mapToLong(Interval::writeOperations).sum())
          .isEqualTo(run.write().operations());
      assertThat(series.stream().limit(3))
          .allMatch(second -> second.readOperations() + second.writeOperations() == 1500);
      assertThat(series.stream().mapToLong(Interval::maxLatencyNanos).max())
          .hasValue(run.latency().maxNanos());
    }

    @Test
    void showsSecondsInWhichNothingCompleted() {
      RunResult run = latency(2500).measure(reads(1).ramp(Duration.ZERO).duration(seconds(5)));

      assertThat(run.series().stream().map(Interval::readOperations))
          .containsExactly(0L, 0L, 1L, 0L, 1L);
      assertThat(run.series().get(0).meanLatencyNanos()).isZero();
      assertThat(run.series().get(2).meanLatencyNanos()).isEqualTo(2.5e9);
    }
  }

  @Nested
  class SeveralThreads {

    @Test
    void addUpOverTheLongestTime() {
      Worker.Outcome fast = rate(1000).run(reads(4).ramp(Duration.ZERO).duration(millis(2000)));
      Worker.Outcome slow = rate(400).run(reads(8).ramp(Duration.ZERO).duration(millis(2400)));

      RunResult run =
          ThreadResult.merge(List.of(fast.measured().orElseThrow(), slow.measured().orElseThrow()));

      assertThat(run.elapsedNanos()).isEqualTo(nanos(2400));
      assertThat(run.operations()).isEqualTo(2000 + 960);
      assertThat(run.bytes()).isEqualTo((2000L + 960) * BLOCK);
      assertThat(run.latency().count()).isEqualTo(2960);
      assertThat(run.drained()).isEqualTo(3 + 7);
      assertThat(run.meanDepth()).isCloseTo((4 * 2.0 + 8 * 2.4) / 2.4, within(1e-9));
      assertThat(run.series()).hasSize(3);
      assertThat(run.series().get(0).readOperations()).isEqualTo(1400);
      assertThat(run.series().stream().mapToLong(Interval::readOperations).sum()).isEqualTo(2960);
    }

    @Test
    void mergeTheirHistograms() {
      Worker.Outcome one = latency(10).run(reads(1).requests(900));
      Worker.Outcome other = latency(50).run(reads(1).requests(100));

      RunResult run =
          ThreadResult.merge(List.of(one.measured().orElseThrow(), other.measured().orElseThrow()));

      assertThat(run.latency().meanNanos()).isEqualTo(14e6);
      assertThat(run.latency().minNanos()).isEqualTo(nanos(10));
      assertThat(run.latency().maxNanos()).isEqualTo(nanos(50));
      assertThat(run.latency().percentileNanos(90)).isCloseTo(nanos(10), within(10_000L));
      assertThat(run.latency().percentileNanos(91)).isCloseTo(nanos(50), within(50_000L));
    }

    @Test
    void thatAreTheSameGiveTheMeanDepthOfAllTogether() {
      List<ThreadResult> threads =
          IntStream.range(0, 4)
              .mapToObj(i -> rate(500).run(reads(8).duration(seconds(4))).measured().orElseThrow())
              .toList();

      RunResult run = ThreadResult.merge(threads);

      assertThat(run.iops()).isCloseTo(2000, within(2000 * 1e-6));
      assertThat(run.meanDepth()).isCloseTo(32, within(1e-9));
    }
  }
}
