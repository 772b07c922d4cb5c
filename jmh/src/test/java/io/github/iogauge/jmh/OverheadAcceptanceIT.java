package io.github.iogauge.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.AccessPattern;
import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.Suite;
import io.github.iogauge.Workload;
import io.github.iogauge.nativeio.NativeIo;
import io.github.iogauge.testing.MiniJson;
import io.github.iogauge.testing.Requirements;
import io.github.iogauge.testing.Shell;
import io.github.iogauge.testing.Zram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the library costs beside fio and beside a loop in C, on a device that takes no time. All
 * bounds are ratios of measurements that alternate. Prints every figure it compares; takes about
 * ten minutes, and means something only on a machine that does nothing else.
 */
@Tag("acceptance")
@Tag("device")
@Tag("root")
class OverheadAcceptanceIT {

  private static final long SIZE = 1L << 30;
  private static final int PAIRS = 7;
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @TempDir Path directory;

  private Zram device;

  @BeforeEach
  void makeADeviceWithoutLatency() {
    Requirements.zram();
    device = Zram.create(SIZE);
  }

  @AfterEach
  void removeIt() {
    if (device != null) {
      device.close();
    }
  }

  @Test
  @Tag("fio")
  void besideFio() throws Exception {
    Requirements.tool("fio");
    Path json = directory.resolve("comparison.json");
    Shell.Outcome outcome =
        Shell.run(
            LIMIT,
            java(
                "-cp",
                benchmarks(),
                FioComparison.class.getName(),
                "--target=" + device.path(),
                "--size=1GiB",
                "--pairs=" + PAIRS,
                "--time=2s",
                "--only=RND4K-Q32T1-read,RND4K-Q32T2-read,RND4K-Q1T1-read,"
                    + "RND4K-Q1T1-read-libaio,SEQ1M-Q8T1-read",
                "--json=" + json));
    System.out.println(outcome.stdout());
    Object all = MiniJson.parse(Files.readString(json));

    SoftAssertions softly = new SoftAssertions();
    atLeast(softly, all, "RND4K-Q32T1-read", "ratioToFio", 1.6);
    atLeast(softly, all, "RND4K-Q32T1-read", "ratioToFioAtItsBest", 1.0);
    atLeast(softly, all, "RND4K-Q1T1-read-libaio", "ratioToFio", 1.10);
    boolean foreign = NativeIo.binding().orElseThrow().equals("ffm");
    atLeast(softly, all, "RND4K-Q1T1-read", "ratioToFio", foreign ? 1.08 : 0.98);
    atLeast(softly, all, "SEQ1M-Q8T1-read", "ratioToFio", 1.0);
    double speedUp = MiniJson.number(all, "speedUpRatioToFio", "median");
    print("speed-up of two threads, iogauge : fio %.3f, at least 0.95", speedUp);
    softly.assertThat(speedUp).as("speed-up of two threads").isGreaterThanOrEqualTo(0.95);
    atMost(softly, all, "ratioToFio", 0.65);
    atMost(softly, all, "ratioToFioAtItsBest", 0.95);
    softly.assertAll();
  }

  @Test
  void besideALoopInC() throws Exception {
    Requirements.tool("gcc");
    Path program = directory.resolve("aio-loop");
    Path source = directory.resolve("aio-loop.c");
    try (InputStream in = OverheadAcceptanceIT.class.getResourceAsStream("aio-loop.c")) {
      Files.copy(in, source);
    }
    Shell.run("gcc", "-O2", "-Wall", "-Werror", "-o", program.toString(), source.toString());

    iops(); // for the compiler, and not counted
    double[] ratios = new double[PAIRS];
    for (int pair = 0; pair < PAIRS; pair++) {
      double ours = iops();
      double theirs =
          Double.parseDouble(
              Shell.run(
                      program.toString(), device.path().toString(), Long.toString(SIZE), "32", "2")
                  .stdout());
      ratios[pair] = ours / theirs;
      print("iogauge %.0f, C %.0f reads/s, ratio %.3f", ours, theirs, ratios[pair]);
    }
    Spread spread = Spread.of(ratios);
    print("iogauge : C %s, at least 0.95", spread);
    assertThat(spread.median()).isGreaterThanOrEqualTo(0.95);
  }

  private double iops() throws IOException {
    Workload workload =
        Workload.of("reads", AccessPattern.random(), 100)
            .blockSize(4096)
            .queueDepth(32)
            .ramp(Duration.ofSeconds(1))
            .duration(Duration.ofSeconds(2))
            .build();
    return BenchmarkJob.builder()
        .target(device.path())
        .engine("libaio")
        .suite(Suite.builder("overhead").steps(workload).fileSize(SIZE).build())
        .build()
        .run()
        .workload("reads")
        .runs()
        .get(0)
        .iops();
  }

  @Test
  void theEnginesAllocateNothingPerIo() throws IOException {
    Path json = directory.resolve("allocation.json");
    String output =
        Shell.run(
                LIMIT,
                java(
                    "-jar",
                    benchmarks(),
                    "EngineBenchmark",
                    "-p",
                    "engine=psync,libaio",
                    "-p",
                    "depth=32",
                    "-p",
                    "blockSize=4096",
                    "-p",
                    "operation=read",
                    "-p",
                    "target=" + device.path(),
                    "-prof",
                    "gc",
                    "-rf",
                    "json",
                    "-rff",
                    json.toString()))
            .stdout();
    SoftAssertions softly = new SoftAssertions();
    int measured = 0;
    for (Object benchmark : (List<?>) MiniJson.parse(Files.readString(json))) {
      double perTurn =
          MiniJson.number(benchmark, "secondaryMetrics", "gc.alloc.rate.norm", "score");
      double turns = MiniJson.number(benchmark, "primaryMetric", "score");
      double iops = MiniJson.number(benchmark, "secondaryMetrics", "iops", "score");
      String name =
          MiniJson.string(benchmark, "benchmark")
              + " "
              + MiniJson.string(benchmark, "params", "engine");
      double bytes = perTurn * turns / iops; // a turn is one I/O or more
      print("%s allocates %.4f B per I/O, at most 0.1", name, bytes);
      softly.assertThat(bytes).as(name).isLessThanOrEqualTo(0.1);
      measured++;
    }
    softly.assertThat(measured).as(output).isEqualTo(3);
    softly.assertAll();
  }

  private static void atLeast(
      SoftAssertions softly, Object all, String test, String other, double bound)
      throws IOException {
    double ratio = median(all, test, other, "iops");
    print("%s IOPS, %s %.3f, at least %.2f", test, other, ratio, bound);
    softly.assertThat(ratio).as("%s %s", test, other).isGreaterThanOrEqualTo(bound);
  }

  private static void atMost(SoftAssertions softly, Object all, String other, double bound)
      throws IOException {
    double ratio = median(all, "RND4K-Q32T1-read", other, "cpuPerIo");
    print("RND4K-Q32T1-read CPU per I/O, %s %.3f, at most %.2f", other, ratio, bound);
    softly.assertThat(ratio).as("CPU per I/O, %s", other).isLessThanOrEqualTo(bound);
  }

  private static double median(Object all, String test, String other, String figure)
      throws IOException {
    for (Object entry : MiniJson.list(all, "cases")) {
      if (MiniJson.string(entry, "name").equals(test)) {
        return MiniJson.number(entry, other, figure, "median");
      }
    }
    throw new AssertionError("no case " + test);
  }

  private static List<String> java(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of(arguments));
    return command;
  }

  private static String benchmarks() {
    return System.getProperty("iogauge.benchmarks", "target/benchmarks.jar");
  }

  private static void print(String format, Object... arguments) {
    System.out.println("ACCEPTANCE " + String.format(Locale.ROOT, format, arguments));
  }
}
