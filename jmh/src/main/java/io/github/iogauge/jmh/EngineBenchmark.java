package io.github.iogauge.jmh;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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
 * Random reads through the library's engines, without its statistics: how many a second each engine
 * gets out of the target.
 *
 * <p>One operation in JMH's sense is one turn of the loop: reap whatever is done, at least one
 * read, and start as many again. How many reads that is changes from turn to turn, so the score
 * proper says little; the line that ends in {@code :iops} counts the reads.
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

  /** A queue of depth 1, which every engine has. */
  @State(Scope.Thread)
  public static class Single extends OpenQueue {

    /** The name of the engine. */
    @Param({"psync", "libaio", "nio"})
    public String engine;

    /** Opens the queue. */
    @Setup(Level.Trial)
    public void open(TargetFile target) throws IOException {
      open(target, engine, 1);
    }
  }

  /** A deep queue, for engines that keep several I/Os in flight. */
  @State(Scope.Thread)
  public static class Deep extends OpenQueue {

    /** The name of the engine. */
    @Param("libaio")
    public String engine;

    /** How many reads are in flight. */
    @Param({"8", "32"})
    public int depth;

    /** Opens the queue. */
    @Setup(Level.Trial)
    public void open(TargetFile target) throws IOException {
      open(target, engine, depth);
    }
  }

  /** What JMH shows beside the score. */
  @AuxCounters
  @State(Scope.Thread)
  public static class Counters {

    /** Reads done; JMH divides by the time. */
    public long iops;
  }

  /** Depth 1: one read after the other. */
  @Benchmark
  public int depth1(Single queue, Counters counters) throws IOException {
    int done = queue.turn();
    counters.iops += done;
    return done;
  }

  /** More than one read in flight. */
  @Benchmark
  public int queued(Deep queue, Counters counters) throws IOException {
    int done = queue.turn();
    counters.iops += done;
    return done;
  }
}
