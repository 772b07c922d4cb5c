package io.github.iogauge.internal;

import io.github.iogauge.AccessPattern;
import io.github.iogauge.DataPattern;
import io.github.iogauge.OffsetSequence;
import io.github.iogauge.Workload;
import io.github.iogauge.engine.QueueRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the library adds to each I/O, with no I/O: the next offset, a latency put into the
 * histogram, and a whole turn of the measuring loop over an engine that does nothing. In
 * nanoseconds per I/O; with {@code -prof gc}, bytes allocated per I/O.
 *
 * <p>It stands in this package because the loop is nobody's API.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LoopBenchmark {

  private static final int IOS =
      10_000_000; // so many that the queue and recorders of a run count for nothing
  private static final int BLOCK_SIZE = 4096;
  private static final long BLOCKS = 262_144;

  /** The offsets of one thread. */
  @State(Scope.Thread)
  public static class Offsets {
    private final OffsetSequence random = AccessPattern.random().offsets(0, BLOCKS, BLOCK_SIZE, 1);
    private final OffsetSequence sequential =
        AccessPattern.sequential().offsets(0, BLOCKS, BLOCK_SIZE, 1);
  }

  /** A recorder, and latencies of some spread to put into it. */
  @State(Scope.Thread)
  public static class Recorder {
    private final LatencyRecorder latencies = new LatencyRecorder();
    private final SplitMix64 random = new SplitMix64(1);
  }

  /** The workload of the loop. */
  @State(Scope.Thread)
  public static class Loop {

    /** I/Os in flight. */
    @Param({"1", "32"})
    public int depth;

    /** The share of reads in percent. */
    @Param({"100", "0"})
    public int readPercent;

    private WorkerTask task() {
      Workload workload =
          Workload.of("loop", AccessPattern.random(), readPercent)
              .blockSize(BLOCK_SIZE)
              .queueDepth(depth)
              .requests(IOS)
              .build();
      return new WorkerTask(
          workload,
          Optional.empty(),
          Duration.ZERO,
          NoOpQueue::new,
          new QueueRequest(Path.of("nothing"), workload.writes(), true, false, depth, BLOCK_SIZE),
          workload.pattern().offsets(0, BLOCKS, BLOCK_SIZE, 1),
          IOS,
          DataPattern.RANDOM,
          1,
          Optional.empty(),
          NanoClock.SYSTEM);
    }
  }

  /** The next random offset. */
  @Benchmark
  public long randomOffset(Offsets offsets) {
    return offsets.random.next();
  }

  /** The next offset in order. */
  @Benchmark
  public long sequentialOffset(Offsets offsets) {
    return offsets.sequential.next();
  }

  /** A random number, and the histogram that takes it. */
  @Benchmark
  public void histogram(Recorder recorder) {
    recorder.latencies.record(20_000 + recorder.random.below(80_000));
  }

  /** A run of ten million I/Os that take no time, from the opening of the queue to its closing. */
  @Benchmark
  @OperationsPerInvocation(IOS)
  public long turn(Loop loop) {
    RunControl control = new RunControl(1, new Wakeup());
    control.start();
    Worker worker = new Worker(loop.task(), control);
    worker.run();
    long done = worker.operationsDone();
    if (done != IOS) {
      throw new IllegalStateException("the loop did " + done + " of " + IOS + " I/Os");
    }
    return done;
  }
}
