package io.github.iogauge.jmh;

import io.github.iogauge.AccessPattern;
import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.OffsetSequence;
import io.github.iogauge.Result;
import io.github.iogauge.Workload;
import java.nio.file.Path;

/**
 * A program that embeds the library and reads one block of an existing file; {@link Footprint}
 * starts it. It prints by the clock when {@code main} began and when the block had been read.
 */
public final class FirstIo {

  private FirstIo() {}

  /**
   * Runs the program.
   *
   * @param args the file
   */
  public static void main(String[] args) {
    long mainMillis = System.currentTimeMillis();
    Witness witness = new Witness();
    // At depth 1 the second offset is asked for when the first I/O is done.
    Workload twoReads = Workload.of("first-io", witness, 100).requests(2).build();
    Result result =
        BenchmarkJob.builder().target(Path.of(args[0])).workloads(twoReads).build().run();
    ChildJvm.exitIfFailed(result);
    System.out.println(mainMillis + " " + witness.secondAskedMillis);
  }

  /** Blocks from the first one on, and when the second was asked for. */
  private static final class Witness implements AccessPattern {

    private volatile long secondAskedMillis;

    @Override
    public String label() {
      return "sequential";
    }

    @Override
    public boolean partitioned() {
      return true;
    }

    @Override
    public OffsetSequence offsets(long start, long blocks, int blockSize, long seed) {
      return new OffsetSequence() {
        private long next = start;

        @Override
        public long next() {
          if (next == start + blockSize) {
            secondAskedMillis = System.currentTimeMillis();
          }
          long offset = next;
          next += blockSize;
          return offset;
        }
      };
    }
  }
}
