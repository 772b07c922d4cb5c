package io.github.iogauge.jmh;

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
 * Random reads of 4 KiB through other Java libraries for direct I/O and through this one, each in
 * the way that keeps its queue full at the least cost. A library that does not work on this machine
 * is skipped with a line that says why.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
public class PeerBenchmark {

  private static final int BLOCK_SIZE = 4096;

  /** The loop of a library. */
  @State(Scope.Thread)
  public static class Reads extends OpenLoop {

    /** Whose it is. */
    @Param({"iogauge", "artemis", "jasyncfio"})
    public String library;

    /** How many reads are in flight. */
    @Param({"1", "32"})
    public int depth;

    /** Opens the queue. */
    @Setup(Level.Trial)
    public void open(TargetFile target) throws IOException {
      long blocks = target.blocks(BLOCK_SIZE);
      use(
          switch (library) {
            case "iogauge" -> EngineLoop.open("libaio", target.reading(depth, BLOCK_SIZE), blocks);
            case "artemis" ->
                new ArtemisLoop(
                    target.writing(
                        depth, BLOCK_SIZE, "library=artemis opens every file for writing"),
                    blocks);
            case "jasyncfio" -> new JasyncfioLoop(target.reading(depth, BLOCK_SIZE), blocks);
            default ->
                throw new SkippedException(
                    "library " + library + ": choose iogauge, artemis or jasyncfio");
          });
    }
  }

  /** Random reads of 4 KiB. */
  @Benchmark
  public int read(Reads reads, IoCounters counters) throws IOException {
    return counters.add(reads.turn(), BLOCK_SIZE);
  }
}
