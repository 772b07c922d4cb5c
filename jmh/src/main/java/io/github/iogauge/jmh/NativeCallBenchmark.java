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
 * back costs, in both ways that JNA offers. No engine that makes a system call per I/O can be
 * faster than the direct one.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NativeCallBenchmark {

  private static final int O_RDONLY = 0;
  private static final int SEEK_END = 2;

  /** A file opened by the library, which binds the C library by JNA's direct mapping. */
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
        Files.delete(path); // so nothing can be left behind
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

  /** A file of the same kind, opened by JNA's interface mapping. */
  @State(Scope.Thread)
  public static class InterfaceMappedFile {

    private InterfaceMappedLibC libc;
    private int fd = -1;

    /** Makes and opens the file. */
    @Setup(Level.Trial)
    public void open() throws IOException {
      libc = InterfaceMappedLibC.load();
      Path path = Files.createTempFile("iogauge-jmh-", ".tmp");
      try {
        fd = libc.open(path.toString(), O_RDONLY);
        if (fd < 0) {
          throw new IOException("open " + path + " failed");
        }
      } finally {
        Files.delete(path);
      }
    }

    /** Closes it. */
    @TearDown(Level.Trial)
    public void close() {
      if (fd >= 0) {
        libc.close(fd);
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

  /** The same call by JNA's interface mapping, which is why the library does without that. */
  @Benchmark
  public long systemCallByInterface(InterfaceMappedFile open) {
    return open.libc.lseek(open.fd, 0, SEEK_END);
  }
}
