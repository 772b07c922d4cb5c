package io.github.iogauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.iogauge.Progress.Phase;
import io.github.iogauge.TargetInfo.Kind;
import io.github.iogauge.engine.FakeEngine;
import io.github.iogauge.engine.IoEngine;
import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.engine.LibaioEngine;
import io.github.iogauge.engine.QueueRequest;
import io.github.iogauge.internal.InTarget;
import io.github.iogauge.testing.DirectorySnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole jobs in a directory with files of the user's, which must all be as they were afterwards.
 */
@Timeout(120) // against a job that does not end
class BenchmarkJobTest {

  private static final long MIB = 1 << 20;
  private static final Duration BRIEF = Duration.ofMillis(150);
  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir(factory = InTarget.class)
  Path directory;

  private DirectorySnapshot before;

  @BeforeEach
  void putFilesOfTheUsersThere() throws IOException {
    Files.writeString(directory.resolve("letter.txt"), "Dear reader,");
    Files.createDirectory(directory.resolve("pictures"));
    Files.write(directory.resolve("pictures/one.raw"), new byte[100_000]);
    before = DirectorySnapshot.of(directory);
  }

  @AfterEach
  void everythingIsAsItWas() {
    before.assertUnchanged();
  }

  private BenchmarkJob.Builder job(Workload... workloads) {
    return BenchmarkJob.builder().target(directory).fileSize(8 * MIB).workloads(workloads);
  }

  private static Workload.Builder timed(Workload.Builder workload, int depth) {
    return workload.queueDepth(depth).duration(BRIEF).ramp(Duration.ofMillis(30));
  }

  private static Workload reads(Duration duration) {
    return Workload.randomRead("reads").duration(duration).build();
  }

  private static FakeEngine fake() {
    return new FakeEngine().withDelay(Duration.ofMillis(1));
  }

  private void assumeDirectIo() {
    try {
      Path probe = Files.createFile(directory.resolve("probe"));
      try {
        new LibaioEngine().alignment(probe, true);
      } finally {
        Files.delete(probe);
      }
    } catch (IOException e) {
      assumeFalse(true, "the file system of target/ does not take O_DIRECT: " + e.getMessage());
    }
  }

  @Nested
  class InADirectory {

    @Test
    void resultHoldsEverythingThatWasAskedFor() {
      assumeDirectIo();
      Instant start = Instant.now();
      Suite suite =
          Suite.builder("mine")
              .title("My own")
              .runs(2)
              .warmUp(Duration.ofMillis(20))
              .interval(Duration.ofMillis(1))
              .aggregate(Aggregate.MEAN)
              .fileSize(8 * MIB)
              .steps(
                  timed(Workload.sequentialRead("seq-read").blockSize(1 << 20), 4).build(),
                  timed(Workload.randomRead("deep"), 8).build(),
                  new Pause(Duration.ofMillis(5)),
                  timed(Workload.randomRead("shallow"), 1).build(),
                  new CacheDrop(),
                  timed(Workload.of("mixed", AccessPattern.random(), 70), 4).threads(2).build(),
                  timed(Workload.randomWrite("synced"), 1).sync(SyncPolicy.fsyncEvery(4)).build(),
                  Workload.sequentialWrite("sized")
                      .blockSize(1 << 16)
                      .queueDepth(4)
                      .bytes(4 * MIB)
                      .sync(SyncPolicy.fsyncAtEnd())
                      .build())
              .build();

      Result result = BenchmarkJob.builder().target(directory).suite(suite).seed(9).build().run();

      assertThat(result.failed()).as("%s", result).isFalse();
      assertThat(result.cancelled()).isFalse();
      assertThat(result.error()).isEmpty();
      assertThat(result.startedAt()).isBetween(start, Instant.now());
      assertThat(result.suite().title()).isEqualTo("My own");
      assertThat(result.suite().aggregate()).isEqualTo(Aggregate.MEAN);
      assertThat(result.options())
          .isEqualTo(new JobOptions("auto", true, DataPattern.RANDOM, 9, false, false));
      assertThat(result.target().kind()).isEqualTo(Kind.DIRECTORY);
      assertThat(result.target().path()).isEqualTo(directory);
      assertThat(result.target().fileSize()).isEqualTo(8 * MIB);
      assertThat(result.target().fileSystem()).isPresent();
      assertThat(result.target().mountPoint()).isPresent();
      assertThat(result.target().device().isPresent())
          .isNotEqualTo(result.target().deviceAbsent().isPresent());
      assertThat(result.host()).isEqualTo(HostInfo.current());
      assertThat(result.workloads())
          .extracting(WorkloadResult::name)
          .containsExactly("seq-read", "deep", "shallow", "mixed", "synced", "sized");
      assertThat(result.workloads())
          .extracting(WorkloadResult::engine)
          .containsExactly("libaio", "libaio", "psync", "libaio", "psync", "libaio");
      for (WorkloadResult workload : result.workloads()) {
        assertThat(workload.runs()).as(workload.name()).hasSize(2);
        assertThat(workload.direct()).isTrue();
        workload.runs().forEach(run -> checkRun(workload.workload(), run));
      }
    }

    private void checkRun(Workload workload, RunResult run) {
      String name = workload.name();
      assertThat(run.operations()).as(name).isPositive();
      assertThat(run.bytes()).as(name).isEqualTo(run.operations() * workload.blockSize());
      assertThat(run.bytesPerSecond()).as(name).isEqualTo(run.bytes() * 1e9 / run.elapsedNanos());
      assertThat(run.latency().count()).as(name).isEqualTo(run.operations());
      assertThat(run.latency().minNanos()).as(name).isPositive();
      assertThat(run.cpuNanos()).as(name).isPresent();
      assertThat(run.meanDepth())
          .as(name)
          .isPositive()
          .isLessThanOrEqualTo(workload.queueDepth() * workload.threads() + 1e-9);
      assertThat(run.series().stream().mapToLong(s -> s.readBytes() + s.writeBytes()).sum())
          .as(name)
          .isEqualTo(run.bytes());
      if (workload.isSized()) {
        assertThat(run.operations()).as(name).isEqualTo(workload.totalRequests());
        assertThat(run.sync().operations()).as(name).isEqualTo(1);
      } else {
        assertThat(run.elapsedNanos()).as(name).isGreaterThanOrEqualTo(BRIEF.toNanos());
      }
      if (workload.readPercent() == 100) {
        assertThat(run.write().operations()).as(name).isZero();
      }
      if (workload.readPercent() == 0) {
        assertThat(run.read().operations()).as(name).isZero();
      }
      if (name.equals("synced")) {
        assertThat(run.sync().operations())
            .isBetween(run.operations() / 4 - 1, run.operations() / 4 + 1);
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"libaio", "psync", "nio"})
    void everyEngineWorksWithoutAndWithThePageCache(String engine) {
      for (boolean direct : new boolean[] {false, true}) {
        if (direct) {
          assumeDirectIo();
        }
        Result result =
            job(
                    timed(Workload.randomRead("read"), 1).build(),
                    timed(Workload.randomWrite("write"), 1).build())
                .engine(engine)
                .direct(direct)
                .build()
                .run();

        assertThat(result.failed()).as("%s", result).isFalse();
        assertThat(result.workload("read").best().iops()).isPositive();
        assertThat(result.workload("write").best().iops()).isPositive();
        assertThat(result.workload("read").engine()).isEqualTo(engine);
        assertThat(result.workload("read").direct()).isEqualTo(direct);
      }
    }

    @Test
    void theFileIsWrittenFromEndToEndBeforeItIsRead() {
      FakeEngine engine = new FakeEngine();
      // A size that is no multiple of the chunk that the file is filled with.
      long size = 3 * MIB + 12_288;

      Result result =
          job(Workload.randomRead("reads").requests(500).build())
              .fileSize(size)
              .engine(engine)
              .build()
              .run();

      assertThat(result.failed()).isFalse();
      List<FakeEngine.Io> writes = engine.ios().stream().takeWhile(FakeEngine.Io::write).toList();
      long end = 0;
      for (FakeEngine.Io write : writes) {
        assertThat(write.offset()).isEqualTo(end);
        end += write.length();
      }
      assertThat(end).isEqualTo(size);
      assertThat(engine.ios()).hasSize(writes.size() + 500);
      assertThat(engine.ios().stream().skip(writes.size()))
          .noneMatch(FakeEngine.Io::write)
          .allMatch(io -> io.offset() + io.length() <= size && io.offset() % 4096 == 0);
      assertThat(engine.openQueues()).isZero();
    }

    @Test
    void threadsOfASequentialWorkloadWorkDisjointPartsThatCoverTheFile() {
      FakeEngine engine = new FakeEngine();

      Result result =
          job(Workload.sequentialRead("all").threads(3).requests(2048).build())
              .engine(engine)
              .build()
              .run();

      assertThat(result.workload("all").runs().get(0).operations()).isEqualTo(2048);
      List<FakeEngine.Io> reads = engine.ios().stream().filter(io -> !io.write()).toList();
      assertThat(reads.stream().map(FakeEngine.Io::queue).distinct()).hasSize(3);
      Set<Long> offsets = new HashSet<>();
      reads.forEach(io -> assertThat(offsets.add(io.offset())).as("%s", io).isTrue());
      assertThat(offsets).hasSize(2048);
      assertThat(Collections.max(offsets)).isEqualTo(8 * MIB - 4096);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7})
    void requestsAreSharedOverThreadsWithoutLoss(int threads) {
      FakeEngine engine = new FakeEngine();

      Result result =
          job(Workload.randomRead("shared").threads(threads).requests(100).build())
              .engine(engine)
              .build()
              .run();

      assertThat(result.workload("shared").runs().get(0).operations()).isEqualTo(100);
      assertThat(engine.ios().stream().filter(io -> !io.write())).hasSize(100);
    }

    @Test
    void theSameSeedGivesTheSameIos() {
      assertThat(iosWithSeed(5)).isEqualTo(iosWithSeed(5)).isNotEqualTo(iosWithSeed(6));
    }

    private List<FakeEngine.Io> iosWithSeed(long seed) {
      FakeEngine engine = new FakeEngine();
      job(Workload.of("mix", AccessPattern.random(), 50).requests(200).build())
          .engine(engine)
          .seed(seed)
          .build()
          .run();
      return engine.ios();
    }

    @Test
    void everyRunGetsTheSameOffsetsAndWarmUpsAreNotReported() {
      FakeEngine engine = new FakeEngine();

      Result result =
          job(Workload.randomRead("reads").requests(50).build())
              .engine(engine)
              .runs(2)
              .warmUp(Duration.ofSeconds(60))
              .build()
              .run();

      List<FakeEngine.Io> reads = engine.ios().stream().filter(io -> !io.write()).toList();
      assertThat(result.workload("reads").runs()).hasSize(2);
      assertThat(reads).as("the warm-up and two runs").hasSize(150);
      assertThat(reads.subList(50, 100).stream().map(FakeEngine.Io::offset))
          .containsExactlyElementsOf(
              reads.subList(100, 150).stream().map(FakeEngine.Io::offset).toList());
    }

    @Test
    void anAwkwardEngineLosesNothing() {
      FakeEngine engine =
          new FakeEngine()
              .withEmptyReaps(2)
              .withShortTransfers(3)
              .withPartialSubmits(3)
              .withEventsOutOfOrder();

      Result result =
          job(Workload.of("mix", AccessPattern.random(), 50)
                  .blockSize(16_384)
                  .queueDepth(16)
                  .requests(1000)
                  .build())
              .engine(engine)
              .build()
              .run();

      RunResult run = result.workload("mix").runs().get(0);
      assertThat(result.failed()).as("%s", result).isFalse();
      assertThat(run.operations()).isEqualTo(1000);
      assertThat(run.bytes()).isEqualTo(16_384_000);
    }

    @Test
    void queuesAreOpenedAsTheJobSays() {
      FakeEngine engine = fake();

      job(
              Workload.randomRead("r").blockSize(8192).queueDepth(5).requests(10).build(),
              Workload.randomWrite("w").requests(10).sync(SyncPolicy.dsync()).build())
          .engine(engine)
          .direct(false)
          .build()
          .run();

      List<QueueRequest> requests = engine.requests();
      QueueRequest read = requests.get(requests.size() - 2);
      QueueRequest write = requests.get(requests.size() - 1);
      assertThat(read.write()).isFalse();
      assertThat(read.depth()).isEqualTo(5);
      assertThat(read.blockSize()).isEqualTo(8192);
      assertThat(read.synchronous()).isFalse();
      assertThat(write.write()).isTrue();
      assertThat(write.synchronous()).isTrue();
      assertThat(requests).noneMatch(QueueRequest::direct);
      assertThat(requests).extracting(QueueRequest::file).containsOnly(read.file());
      assertThat(read.file().getParent()).isEqualTo(directory);
    }

    @Test
    void whatAnEarlierProcessLeftIsReportedAndLeftAlone() throws IOException {
      Path left = Files.createFile(directory.resolve("iogauge-99999999999-0123abcd.tmp"));
      try {
        Result result = job(reads(BRIEF)).engine(fake()).build().run();

        assertThat(result.warnings())
            .anyMatch(w -> w.contains(left.toString()) && w.contains("99999999999"));
        assertThat(left).exists();
      } finally {
        Files.delete(left);
      }
    }

    @Test
    void aSymbolicLinkToADirectoryIsFollowed() throws IOException {
      Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
      try {
        Result result =
            job(Workload.randomRead("r").requests(5).build())
                .target(link)
                .engine(fake())
                .build()
                .run();
        assertThat(result.failed()).isFalse();
      } finally {
        Files.delete(link);
      }
    }
  }

  @Nested
  class Planning {

    @Test
    void writesNothingAndTellsWhatWouldBeDone() {
      FakeEngine engine = fake();
      Plan plan =
          BenchmarkJob.builder()
              .target(directory)
              .suite(
                  Suite.builder("s")
                      .runs(3)
                      .warmUpLikeRun()
                      .interval(Duration.ofSeconds(7))
                      .fileSize(8 * MIB)
                      .steps(
                          Workload.randomRead("a").duration(Duration.ofSeconds(10)).build(),
                          new Pause(Duration.ofSeconds(4)),
                          Workload.sequentialWrite("b").bytes(MIB).build())
                      .build())
              .engine(engine)
              .build()
              .plan();

      assertThat(plan.target().kind()).isEqualTo(Kind.DIRECTORY);
      assertThat(plan.bytesToPrepare()).isEqualTo(8 * MIB);
      assertThat(plan.touches().get(0))
          .contains("makes, fills and removes")
          .contains(directory.toString());
      assertThat(plan.steps()).hasSize(3);
      assertThat(plan.steps().get(0)).startsWith("a: read random 4KiB, depth 1, threads 1");
      assertThat(plan.steps().get(1)).isEqualTo("pause of 4 s");
      assertThat(plan.steps().get(2)).startsWith("b: write sequential").contains("256 I/Os");
      // A warm-up of 10 s, three runs of 10 s with a ramp of 1 s, the pause and the interval.
      assertThat(plan.duration()).isEqualTo(Duration.ofSeconds(10 + 33 + 4 + 7));
      assertThat(engine.requests()).isEmpty();
      before.assertUnchanged();
    }

    @Test
    void refusesWhatARunWouldRefuse() {
      BenchmarkJob job = job(reads(BRIEF)).target(directory.resolve("nowhere")).build();

      assertThatExceptionOfType(BenchmarkException.class).isThrownBy(job::plan);
      assertThatExceptionOfType(BenchmarkException.class).isThrownBy(job::run);
    }
  }

  @Nested
  class Ending {

    private Consumer<Progress> once(Phase phase, Runnable action) {
      AtomicBoolean done = new AtomicBoolean();
      return progress -> {
        if (progress.phase() == phase && !done.getAndSet(true)) {
          action.run();
        }
      };
    }

    @Test
    void cancelFromAnotherThreadKeepsWhatWasMeasured() throws Exception {
      CountDownLatch measuring = new CountDownLatch(1);
      RunningJob running =
          job(
                  Workload.randomRead("first").requests(20).build(),
                  Workload.randomRead("second").ramp(Duration.ZERO).duration(LONG).build(),
                  Workload.randomRead("third").requests(20).build())
              .engine(fake())
              .onProgress(
                  p -> {
                    if (p.workload().equals("second") && p.iops() > 0) {
                      measuring.countDown();
                    }
                  })
              .build()
              .start();
      assertThat(measuring.await(60, TimeUnit.SECONDS)).isTrue();

      running.cancel();
      running.cancel();
      Result result = running.result().get();

      assertThat(result.cancelled()).isTrue();
      assertThat(result.failed()).isFalse();
      assertThat(result.workloads())
          .extracting(WorkloadResult::name)
          .containsExactly("first", "second");
      assertThat(result.workload("second").runs().get(0).operations()).isPositive();
      assertThat(result.warnings())
          .containsOnlyOnce("second: interrupted; its last run is shorter than asked")
          .noneMatch(warning -> warning.startsWith("first: interrupted"));
      running.cancel();
    }

    @Test
    void cancelWhileTheFileIsPreparedMeasuresNothing() throws Exception {
      CountDownLatch preparing = new CountDownLatch(1);
      FakeEngine stuck = new FakeEngine().withLost(io -> io.offset() >= 4 * MIB);
      RunningJob running =
          job(reads(LONG))
              .engine(stuck)
              .onProgress(once(Phase.PREPARING, preparing::countDown)::accept)
              .build()
              .start();
      assertThat(preparing.await(60, TimeUnit.SECONDS)).isTrue();

      running.cancel();
      Result result = running.result().get();

      assertThat(result.cancelled()).isTrue();
      assertThat(result.workloads()).isEmpty();
    }

    @Test
    void cancelDoesNotWaitForADeviceThatHoldsIosAndSaysSo() throws Exception {
      CountDownLatch stuck = new CountDownLatch(1);
      FakeEngine engine =
          fake()
              .withLost(
                  io -> {
                    if (!io.write()) {
                      stuck.countDown();
                    }
                    return !io.write();
                  });
      RunningJob running = job(reads(LONG)).engine(engine).build().start();
      assertThat(stuck.await(60, TimeUnit.SECONDS)).isTrue();

      running.cancel();
      Result result = running.result().get();

      assertThat(result.cancelled()).isTrue();
      assertThat(result.warnings())
          .anyMatch(w -> w.startsWith("cancelled while the device still held 1 I/Os"));
    }

    @Test
    void interruptOfTheCallingThreadCancelsAndStays() throws Exception {
      AtomicReference<Result> result = new AtomicReference<>();
      AtomicBoolean stillInterrupted = new AtomicBoolean();
      CountDownLatch measuring = new CountDownLatch(1);
      BenchmarkJob job =
          job(reads(LONG))
              .engine(fake())
              .onProgress(once(Phase.MEASURING, measuring::countDown)::accept)
              .build();
      Thread caller =
          new Thread(
              () -> {
                result.set(job.run());
                stillInterrupted.set(Thread.currentThread().isInterrupted());
              });
      caller.start();
      assertThat(measuring.await(60, TimeUnit.SECONDS)).isTrue();

      caller.interrupt();
      caller.join();

      assertThat(result.get().cancelled()).isTrue();
      assertThat(stillInterrupted).isTrue();
    }

    @Test
    void aListenerThatThrowsChangesNothing() {
      Result result =
          job(Workload.randomRead("r").requests(50).build())
              .engine(fake())
              .onProgress(
                  p -> {
                    throw new IllegalStateException("listener");
                  })
              .build()
              .run();

      assertThat(result.failed()).isFalse();
      assertThat(result.workload("r").runs().get(0).operations()).isEqualTo(50);
    }

    @Test
    void progressGoesFromPreparingToFinished() {
      List<Progress> events = Collections.synchronizedList(new ArrayList<>());
      job(reads(BRIEF), Workload.randomWrite("w").requests(10).build())
          .engine(fake())
          .runs(2)
          .warmUp(Duration.ofMillis(10))
          .interval(Duration.ofMillis(1))
          .onProgress(events::add)
          .build()
          .run();

      assertThat(events.get(0).phase()).isEqualTo(Phase.PREPARING);
      assertThat(events.get(0).workload()).isEmpty();
      assertThat(events.get(events.size() - 1).phase()).isEqualTo(Phase.FINISHED);
      assertThat(events.get(events.size() - 1).remaining()).isZero();
      assertThat(events).extracting(Progress::phase).contains(Phase.WARM_UP, Phase.PAUSING);
      assertThat(
              events.stream()
                  .filter(p -> p.phase() == Phase.MEASURING)
                  .map(p -> p.workload() + p.workloadNumber() + "/" + p.workloads() + " " + p.run())
                  .distinct())
          .containsExactly("reads1/2 1", "reads1/2 2", "w2/2 1", "w2/2 2");
    }

    @Test
    void anIoErrorEndsItsWorkloadAndTheLaterOnesStillRun() {
      FakeEngine engine = fake().withErrors(io -> !io.write() && io.offset() == 100 * 4096 ? 5 : 0);

      Result result =
          job(
                  Workload.sequentialRead("reads").requests(200).build(),
                  Workload.sequentialWrite("writes").requests(200).build())
              .runs(3)
              .engine(engine)
              .build()
              .run();

      WorkloadResult reads = result.workload("reads");
      assertThat(result.failed()).isTrue();
      assertThat(result.error()).isEmpty();
      assertThat(reads.error())
          .get()
          .satisfies(
              failure -> {
                assertThat(failure.operation()).isEqualTo("read");
                assertThat(failure.offset()).isEqualTo(409_600);
                assertThat(failure.length()).isEqualTo(4096);
                assertThat(failure.errno()).isEqualTo(5);
              });
      assertThat(reads.runs()).hasSize(1);
      assertThat(reads.runs().get(0).operations()).isEqualTo(100);
      assertThat(result.workload("writes").error()).isEmpty();
      assertThat(result.workload("writes").runs()).hasSize(3);
      assertThat(engine.openQueues()).isZero();
    }

    @Test
    void aWorkloadThatFailsAtOnceIsInTheResultWithoutFigures() {
      Result result =
          job(Workload.sequentialRead("reads").requests(200).build())
              .engine(fake().withErrors(io -> io.write() ? 0 : 5))
              .build()
              .run();

      WorkloadResult reads = result.workload("reads");
      assertThat(reads.isMeasured()).isFalse();
      assertThatIllegalStateException().isThrownBy(reads::best).withMessageContaining("EIO");
    }

    @Test
    void anErrorWhileTheFileIsPreparedEndsTheJob() {
      Result result =
          job(reads(LONG)).engine(fake().withErrors(io -> io.write() ? 28 : 0)).build().run();

      assertThat(result.error())
          .get()
          .asString()
          .startsWith("preparing the test file failed: write of 1048576 bytes at offset 0: ENOSPC");
      assertThat(result.workloads()).isEmpty();
      assertThat(result.failed()).isTrue();
    }

    @Test
    void anExceptionOfAnEngineComesThroughAndTheFileIsGone() {
      IoEngine broken =
          new IoEngine() {
            @Override
            public String name() {
              return "broken";
            }

            @Override
            public Optional<String> unavailable() {
              return Optional.empty();
            }

            @Override
            public int maxQueueDepth() {
              return 1;
            }

            @Override
            public int alignment(Path file, boolean direct) {
              throw new IllegalStateException("bug in the engine");
            }

            @Override
            public IoQueue open(QueueRequest request) {
              throw new IllegalStateException("bug in the engine");
            }
          };

      assertThatIllegalStateException()
          .isThrownBy(() -> job(reads(BRIEF)).engine(broken).build().run())
          .withMessage("bug in the engine");
      before.assertUnchanged();
    }

    @Test
    void anErrorThrownByAListenerComesThroughAndTheFileIsGone() {
      BenchmarkJob job =
          job(reads(BRIEF))
              .engine(fake())
              .onProgress(
                  p -> {
                    throw new AssertionError("listener");
                  })
              .build();

      assertThatExceptionOfType(AssertionError.class).isThrownBy(job::run).withMessage("listener");
      before.assertUnchanged();
      assertThat(job.start().result())
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(AssertionError.class);
    }

    @Test
    void aRefusedJobFailsItsFuture() {
      assertThat(job(reads(BRIEF)).engine("warp").build().start().result())
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(BenchmarkException.class);
    }
  }

  @Nested
  class SideBySide {

    @Test
    void twoJobsInOneDirectoryDoNotDisturbEachOther() throws Exception {
      FakeEngine one = fake();
      FakeEngine other = fake();
      RunningJob first = job(reads(BRIEF)).engine(one).build().start();
      RunningJob second =
          job(Workload.sequentialWrite("writes").requests(100).build())
              .engine(other)
              .build()
              .start();

      assertThat(first.result().get().workload("reads").best().iops()).isPositive();
      assertThat(second.result().get().workload("writes").runs().get(0).operations())
          .isEqualTo(100);
      assertThat(one.requests().get(0).file()).isNotEqualTo(other.requests().get(0).file());
    }

    @Test
    void oneJobMayRunTwiceAtOnce() throws Exception {
      BenchmarkJob job =
          job(Workload.randomRead("reads").requests(50).build()).engine(fake()).build();
      RunningJob first = job.start();
      RunningJob second = job.start();

      assertThat(first.result().get().workload("reads").runs().get(0).operations()).isEqualTo(50);
      assertThat(second.result().get().workload("reads").runs().get(0).operations()).isEqualTo(50);
    }

    @Test
    void realEnginesToo() throws Exception {
      assumeDirectIo();
      RunningJob first = job(timed(Workload.randomRead("r"), 4).build()).build().start();
      RunningJob second = job(timed(Workload.randomWrite("w"), 4).build()).build().start();

      assertThat(first.result().get().workload("r").best().iops()).isPositive();
      assertThat(second.result().get().workload("w").best().iops()).isPositive();
    }
  }

  @Nested
  class OnAnExistingFile {

    private Path file;
    private byte[] content;

    @BeforeEach
    void makeFile(@TempDir(factory = InTarget.class) Path elsewhere) throws IOException {
      content = new byte[1 << 20];
      Arrays.fill(content, (byte) 7);
      file = Files.write(elsewhere.resolve("data"), content);
    }

    private BenchmarkJob.Builder onFile(Workload... workloads) {
      return BenchmarkJob.builder().target(file).workloads(workloads).direct(false);
    }

    @Test
    void readsIt() throws IOException {
      Result result = onFile(reads(BRIEF)).build().run();

      assertThat(result.failed()).as("%s", result).isFalse();
      assertThat(result.target().kind()).isEqualTo(Kind.FILE);
      assertThat(result.target().fileSize()).isEqualTo(1 << 20);
      assertThat(Files.readAllBytes(file)).isEqualTo(content);
    }

    @Test
    void refusesToWriteItUnlessToldTo() throws IOException {
      BenchmarkJob job =
          onFile(reads(BRIEF), Workload.randomWrite("w").requests(1).build()).build();

      assertThatExceptionOfType(BenchmarkException.class)
          .isThrownBy(job::run)
          .withMessageContaining("is an existing file and is only read")
          .satisfies(e -> assertThat(e.field()).isEqualTo("target"));
      assertThat(Files.readAllBytes(file)).isEqualTo(content);
    }

    @Test
    void writesItWhenToldToAndKeepsTheRest() throws IOException {
      Result result =
          onFile(Workload.sequentialWrite("w").requests(4).build())
              .overwrite(true)
              .fileSize(65_536)
              .build()
              .run();

      assertThat(result.failed()).as("%s", result).isFalse();
      byte[] now = Files.readAllBytes(file);
      assertThat(now).hasSize(content.length);
      assertThat(Arrays.copyOf(now, 65_536)).isNotEqualTo(Arrays.copyOf(content, 65_536));
      assertThat(Arrays.copyOfRange(now, 65_536, now.length))
          .isEqualTo(Arrays.copyOfRange(content, 65_536, now.length));
    }

    @Test
    void planSaysWhetherItIsOverwritten() {
      assertThat(onFile(reads(BRIEF)).build().plan().touches())
          .containsExactly("reads the file " + file);
      assertThat(onFile(reads(BRIEF)).build().plan().bytesToPrepare()).isZero();
      Plan plan =
          onFile(Workload.randomWrite("w").requests(1).build()).overwrite(true).build().plan();
      assertThat(plan.touches().get(0)).isEqualTo("overwrites the file " + file);
      assertThat(plan.bytesToPrepare()).isEqualTo(1 << 20);
    }

    @Test
    void refusesMoreThanThereIs() {
      assertThatExceptionOfType(BenchmarkException.class)
          .isThrownBy(() -> onFile(reads(BRIEF)).fileSize((1 << 20) + 1).build().run())
          .withMessage(
              "fileSize 1048577: is more than the 1048576 bytes of "
                  + file
                  + "; choose at most these");
    }

    @Test
    void destroyDataIsForBlockDevices() {
      assertThatExceptionOfType(BenchmarkException.class)
          .isThrownBy(() -> onFile(reads(BRIEF)).destroyData(file).build().run())
          .satisfies(e -> assertThat(e.field()).isEqualTo("destroyData"));
    }
  }

  @Nested
  class BadSettings {

    @Test
    void anUnknownEngineIsNamedWithThoseThereAre() {
      assertThatExceptionOfType(BenchmarkException.class)
          .isThrownBy(() -> job(reads(BRIEF)).engine("warp").build().run())
          .withMessage("engine warp: no such engine; known are auto, libaio, psync, nio");
    }

    @Test
    void missingPartsAreNamed() {
      assertThatExceptionOfType(BenchmarkException.class)
          .isThrownBy(() -> BenchmarkJob.builder().workloads(reads(BRIEF)).build())
          .satisfies(e -> assertThat(e.field()).isEqualTo("target"));
      assertThatExceptionOfType(BenchmarkException.class)
          .isThrownBy(() -> BenchmarkJob.builder().target(directory).build())
          .satisfies(e -> assertThat(e.field()).isEqualTo("suite"));
      assertThatExceptionOfType(BenchmarkException.class)
          .isThrownBy(() -> job(reads(BRIEF)).data(null).build())
          .satisfies(e -> assertThat(e.field()).isEqualTo("data"));
      assertThatExceptionOfType(BenchmarkException.class)
          .isThrownBy(() -> job(reads(BRIEF)).onProgress(null).build())
          .satisfies(e -> assertThat(e.field()).isEqualTo("onProgress"));
    }

    @Test
    void settingsOfTheJobReplaceThoseOfTheSuite() {
      Suite suite =
          Suite.builder("s")
              .fileSize(8 * MIB)
              .steps(
                  Workload.randomRead("timed").duration(LONG).build(),
                  Workload.randomRead("sized").requests(3).duration(LONG).build())
              .build();

      Result result =
          BenchmarkJob.builder()
              .target(directory)
              .suite(suite)
              .fileSize(MIB)
              .runs(2)
              .duration(Duration.ofMillis(20))
              .ramp(Duration.ofMillis(3))
              .aggregate(Aggregate.MEDIAN)
              .engine(fake())
              .build()
              .run();

      assertThat(result.suite().runs()).isEqualTo(2);
      assertThat(result.suite().aggregate()).isEqualTo(Aggregate.MEDIAN);
      assertThat(result.target().fileSize()).isEqualTo(MIB);
      Workload timed = result.workload("timed").workload();
      assertThat(timed.duration()).contains(Duration.ofMillis(20));
      assertThat(timed.ramp()).isEqualTo(Duration.ofMillis(3));
      assertThat(result.workload("sized").workload().duration()).contains(LONG);
      assertThat(result.workload("timed").runs()).hasSize(2);
    }
  }
}
