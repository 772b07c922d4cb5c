package io.github.iogauge.jmh;

import io.github.iogauge.nativeio.DirectFile;
import io.github.iogauge.nativeio.OpenFlag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The floor under every I/O: what reading the clock costs, and what crossing into the kernel and
 * back costs. No engine that makes a system call per I/O can be faster than the latter.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NativeCallBenchmark {

  /** An open file. Its name is gone before the benchmark begins, so nothing can be left behind. */
  @State(Scope.Thread)
  public static class OpenFile {

    private DirectFile file;

    /** Makes and opens the file. */
    @Setup(Level.Trial)
    public void open() throws IOException {
      Path path = Files.createTempFile("iogauge-jmh-", ".tmp");
      try {
        file = DirectFile.open(path, OpenFlag.READ);
      } finally {
        Files.delete(path);
      }
    }

    /** Closes it. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
      if (file != null) {
        file.close();
      }
    }
  }

  /** The clock that latencies are taken with; the library reads it twice per batch of I/Os. */
  @Benchmark
  public long nanoTime() {
    return System.nanoTime();
  }

  /**
   * One call as the library makes them, by JNA's direct mapping, of a function that does next to
   * nothing: lseek, one system call.
   */
  @Benchmark
  public long systemCall(OpenFile open) throws IOException {
    return open.file.size();
  }
}
