package io.github.iogauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.iogauge.engine.FakeEngine;
import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.internal.InTarget;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs around code that is not ours and goes wrong, and beside others who are at the same files.
 */
@Timeout(60) // against a job that hangs
class MisbehaviourTest {

  private static final long MIB = 1 << 20;

  @TempDir(factory = InTarget.class)
  Path directory;

  private BenchmarkJob.Builder job(Workload... workloads) {
    return BenchmarkJob.builder().target(directory).fileSize(MIB).workloads(workloads);
  }

  @Test
  void noThreadGoesOnWritingAfterAListenerThrewAnError() throws Exception {
    FakeEngine engine = new FakeEngine().withDelay(Duration.ofMillis(1));
    BenchmarkJob job =
        job(Workload.randomWrite("writes").duration(Duration.ofMinutes(10)).build())
            .engine(engine)
            .onProgress(
                p -> {
                  if (p.workload().equals("writes") && p.inFlight() > 0) {
                    throw new AssertionError("listener");
                  }
                })
            .build();

    assertThatExceptionOfType(AssertionError.class).isThrownBy(job::run);

    assertThat(engine.openQueues()).isZero();
  }

  @Test
  void aFileThatTookTheNameOfTheTestFileIsNotWritten() throws Exception {
    Path letter = Files.writeString(directory.resolve("letter.txt"), "x".repeat((int) MIB));
    AtomicBoolean replaced = new AtomicBoolean();

    Result result =
        job(
                Workload.randomRead("reads").requests(10).build(),
                Workload.randomWrite("writes").requests(10).build())
            .engine("nio")
            .direct(false)
            .onProgress(
                p -> {
                  if (p.workload().equals("writes") && replaced.compareAndSet(false, true)) {
                    replaceTestFileBy(letter);
                  }
                })
            .build()
            .run();

    assertThat(replaced).isTrue();
    assertThat(letter).hasContent("x".repeat((int) MIB));
    assertThat(result.workload("reads").error()).isEmpty();
    assertThat(result.workload("writes").error())
        .hasValueSatisfying(
            failure ->
                assertThat(failure.toString())
                    .contains("is not the file any more that was examined"));
    assertThat(result.warnings()).anyMatch(warning -> warning.contains("is left alone"));
  }

  private void replaceTestFileBy(Path file) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "iogauge-*.tmp")) {
      for (Path testFile : files) {
        // Kept under another name, so that its number is not used again.
        Files.move(testFile, directory.resolve("moved"));
        Files.createLink(testFile, file);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aPatternThatLeavesItsRegionIsStoppedBeforeItDoes() throws IOException {
    Path file = Files.write(directory.resolve("file"), new byte[(int) (8 * MIB)]);

    Result result =
        job(workload("wild", pattern(n -> n * 65_536 * 8)))
            .target(file)
            .overwrite(true)
            .engine("nio")
            .direct(false)
            .build()
            .run();

    assertThat(result.workload("wild").error())
        .hasValueSatisfying(
            failure ->
                assertThat(failure.toString())
                    .contains(
                        "pattern own: gave offset 1048576; its blocks start from 0 to 1044480"));
    assertThat(Files.size(file)).isEqualTo(8 * MIB);
    byte[] content = Files.readAllBytes(file);
    assertThat(Arrays.copyOfRange(content, (int) MIB, content.length))
        .isEqualTo(new byte[(int) (7 * MIB)]);
  }

  @Test
  void aPatternThatThrowsEndsItsWorkloadOnly() {
    FakeEngine engine = new FakeEngine();

    Result result =
        job(
                Workload.randomRead("first").requests(10).build(),
                workload(
                    "none",
                    new OwnPattern(
                        () -> {
                          throw new IllegalStateException("no offsets today");
                        })),
                workload(
                    "some",
                    pattern(
                        n -> {
                          if (n == 5) {
                            throw new IllegalStateException("out of offsets");
                          }
                          return 0;
                        })),
                Workload.randomRead("last").requests(10).build())
            .engine(engine)
            .build()
            .run();

    assertThat(result.workload("first").error()).isEmpty();
    assertThat(result.workload("none").error().orElseThrow().toString())
        .contains("no offsets today");
    assertThat(result.workload("some").error().orElseThrow().toString()).contains("out of offsets");
    assertThat(result.workload("last").error()).isEmpty();
    assertThat(engine.openQueues()).isZero();
  }

  @Test
  void aQueueThatCannotBeClosedDoesNotHoldTheJob() {
    Result result =
        job(Workload.randomRead("reads").requests(10).build())
            .engine(
                with(
                    "close",
                    (queue, args) -> {
                      throw new IllegalStateException("will not close");
                    }))
            .build()
            .run();

    assertThat(result.workload("reads").runs()).hasSize(1);
  }

  @Test
  void completionsThatCannotBeAreNoFigures() {
    Result tooFew =
        job(Workload.randomRead("reads").requests(10).build())
            .engine(with("reap", (queue, args) -> -1))
            .build()
            .run();
    assertThat(tooFew.error().orElseThrow()).contains("reported -1 completions of");

    Result wrongSlot =
        job(Workload.randomRead("reads")
                .queueDepth(4)
                .duration(Duration.ofMinutes(10))
                .ramp(Duration.ZERO)
                .build())
            .engine(with("slot", (queue, args) -> 0))
            .build()
            .run();
    assertThat(wrongSlot.failed()).isTrue();
    assertThat(
            wrongSlot.error().orElse("")
                + wrongSlot.workloads().stream()
                    .flatMap(w -> w.error().stream())
                    .map(IoFailure::toString)
                    .findFirst()
                    .orElse(""))
        .contains("slot 0, which is not in flight");
  }

  /** What one method of a queue does instead. */
  private interface Behaviour {
    Object instead(IoQueue queue, Object... args);
  }

  private static FakeEngine with(String method, Behaviour behaviour) {
    return new FakeEngine()
        .withDelay(Duration.ofMillis(1))
        .withQueues(
            queue ->
                (IoQueue)
                    Proxy.newProxyInstance(
                        IoQueue.class.getClassLoader(),
                        new Class<?>[] {IoQueue.class},
                        (proxy, called, args) ->
                            called.getName().equals(method)
                                ? behaviour.instead(queue, args)
                                : call(called, queue, args)));
  }

  private static Object call(Method method, IoQueue queue, Object[] args) throws Throwable {
    try {
      return method.invoke(queue, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static Workload workload(String name, AccessPattern pattern) {
    return Workload.of(name, pattern, 0).requests(100).build();
  }

  /** The n-th offset, from 0. */
  private interface Offset {
    long of(long n);
  }

  private static AccessPattern pattern(Offset offset) {
    return new OwnPattern(
        () -> {
          long[] n = new long[1];
          return () -> offset.of(n[0]++);
        });
  }

  private record OwnPattern(Supplier<OffsetSequence> offsets) implements AccessPattern {

    @Override
    public String label() {
      return "own";
    }

    @Override
    public boolean partitioned() {
      return false;
    }

    @Override
    public OffsetSequence offsets(long start, long blocks, int blockSize, long seed) {
      return offsets.get();
    }
  }

  @Test
  void aRangeThatWouldOverflowIsRefused() {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(
            () ->
                Workload.sequentialWrite("s")
                    .blockSize(4096)
                    .range(4096, Long.MAX_VALUE - 4000)
                    .requests(50)
                    .build())
        .withMessageStartingWith("rangeLength " + (Long.MAX_VALUE - 4000));
  }
}
