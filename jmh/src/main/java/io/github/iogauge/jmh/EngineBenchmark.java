package io.github.iogauge.jmh;

import io.github.iogauge.engine.QueueRequest;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Random I/O through the library's engines, without its statistics: how much each engine gets out
 * of the target. And the same through the JDK alone, {@code filechannel}, which uses nothing of the
 * library.
 *
 * <p>One operation in JMH's sense is one turn of the loop: reap whatever is done, at least one I/O,
 * and start as many again. How many I/Os that is changes from turn to turn, so the score proper
 * says little; the lines that end in {@code :iops} and {@code :mbPerSecond} count the I/Os.
 *
 * <p>Engines whose calls block keep a single I/O in flight. There are therefore two benchmarks,
 * each with the engines that can do it, in place of one whose parameters would not fit together.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
public class EngineBenchmark {

  /** The name of what is no engine of the library. */
  private static final String FILE_CHANNEL = "filechannel";

  /** What both benchmarks vary. */
  @State(Scope.Thread)
  public abstract static class Blocks extends OpenLoop {

    /** The size of each I/O in bytes. */
    @Param({"4096", "65536", "1048576"})
    public int blockSize;

    /** {@code read} or {@code write}. */
    @Param({"read", "write"})
    public String operation;

    final void open(TargetFile target, String engine, int depth) throws IOException {
      QueueRequest request =
          switch (operation) {
            case "read" -> target.reading(depth, blockSize);
            case "write" -> target.writing(depth, blockSize, "operation=write writes to it");
            default ->
                throw new SkippedException("operation " + operation + ": choose read or write");
          };
      long blocks = target.blocks(blockSize);
      use(
          engine.equals(FILE_CHANNEL)
              ? new FileChannelLoop(request, blocks)
              : EngineLoop.open(engine, request, blocks));
    }
  }

  /** A queue of depth 1, which every engine has. */
  @State(Scope.Thread)
  public static class Single extends Blocks {

    /** The name of the engine. */
    @Param({"psync", "libaio", "nio", FILE_CHANNEL})
    public String engine;

    /** Opens the queue. */
    @Setup(Level.Trial)
    public void open(TargetFile target) throws IOException {
      open(target, engine, 1);
    }
  }

  /** A deeper queue, for engines that keep several I/Os in flight. */
  @State(Scope.Thread)
  public static class Deep extends Blocks {

    /** The name of the engine. */
    @Param("libaio")
    public String engine;

    /** How many I/Os are in flight. */
    @Param({"2", "4", "8", "16", "32"})
    public int depth;

    /** Opens the queue. */
    @Setup(Level.Trial)
    public void open(TargetFile target) throws IOException {
      open(target, engine, depth);
    }
  }

  /** Depth 1: one I/O after the other. */
  @Benchmark
  public int depth1(Single queue, IoCounters counters) throws IOException {
    return counters.add(queue.turn(), queue.blockSize);
  }

  /** More than one I/O in flight. */
  @Benchmark
  public int queued(Deep queue, IoCounters counters) throws IOException {
    return counters.add(queue.turn(), queue.blockSize);
  }
}
