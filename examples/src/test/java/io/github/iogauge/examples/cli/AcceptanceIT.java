package io.github.iogauge.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.iogauge.testing.Fio;
import io.github.iogauge.testing.HugePages;
import io.github.iogauge.testing.LoopDevice;
import io.github.iogauge.testing.MiniJson;
import io.github.iogauge.testing.Requirements;
import io.github.iogauge.testing.Shell;
import io.github.iogauge.testing.Throttle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The packaged program on devices whose true rate is known, and beside fio. Prints every figure it
 * compares; takes about half an hour.
 */
@Tag("acceptance")
@Tag("device")
@Tag("root")
class AcceptanceIT {

  private static final long DEVICE_SIZE = 512L << 20;
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** A test of the profile, and fio's words for it. */
  private record Case(String name, String rw, String blockSize, int depth) {}

  private static final List<Case> CASES =
      List.of(
          new Case("SEQ1M-Q8T1-read", "read", "1m", 8),
          new Case("SEQ1M-Q1T1-read", "read", "1m", 1),
          new Case("RND4K-Q32T1-read", "randread", "4k", 32),
          new Case("RND4K-Q1T1-read", "randread", "4k", 1),
          new Case("SEQ1M-Q8T1-write", "write", "1m", 8),
          new Case("SEQ1M-Q1T1-write", "write", "1m", 1),
          new Case("RND4K-Q32T1-write", "randwrite", "4k", 32),
          new Case("RND4K-Q1T1-write", "randwrite", "4k", 1));

  @BeforeEach
  void needsDevices() {
    Requirements.root();
    Requirements.loopDevices();
    Requirements.throttling();
  }

  @Test
  void random4KibAtDepth32GivesTheRateTheDeviceIsLimitedTo() throws Exception {
    try (LoopDevice device = LoopDevice.create(DEVICE_SIZE);
        Throttle throttle = Throttle.on(device).readIops(1500).writeIops(500).start()) {
      Object json =
          onDevice(throttle, device, "RND4K-Q32T1-read,RND4K-Q32T1-write", "--time", "15s");
      assertRun(json, 0, "iops", 1500, 32);
      assertRun(json, 1, "iops", 500, 32);
    }
  }

  @Test
  void sequential1MibAtDepth8GivesTheRateTheDeviceIsLimitedTo() throws Exception {
    try (LoopDevice device = LoopDevice.create(DEVICE_SIZE);
        Throttle throttle =
            Throttle.on(device)
                .readBytesPerSecond(40_000_000)
                .writeBytesPerSecond(20_000_000)
                .start()) {
      Object json = onDevice(throttle, device, "SEQ1M-Q8T1-read,SEQ1M-Q8T1-write", "--time", "15s");
      assertRun(json, 0, "bytesPerSecond", 40_000_000, 8);
      assertRun(json, 1, "bytesPerSecond", 20_000_000, 8);
    }
  }

  @ParameterizedTest
  @CsvSource({"RND4K-Q32T1-read, 32", "SEQ1M-Q8T1-read, 8"})
  void theDeviceHasAsManyInFlightAsWereAskedFor(String test, double depth) throws Exception {
    LoopDevice outer = LoopDevice.create(DEVICE_SIZE + (64L << 20));
    try (LoopDevice device = LoopDevice.inside(outer, DEVICE_SIZE);
        Throttle throttle =
            Throttle.on(outer).readIops(1500).readBytesPerSecond(40_000_000).start()) {
      Object json = onDevice(throttle, device, test, "--time", "10s");
      double meanDepth = MiniJson.number(json, path(0, "meanDepth"));
      double queueMillis =
          MiniJson.number(json, "workloads", 0, "runs", 0, "deviceCounters", "queueMillis");
      double inFlight = queueMillis * 1e6 / MiniJson.number(json, path(0, "elapsedNanos"));
      print("%s meanDepth %.3f, in flight by the device %.3f", test, meanDepth, inFlight);
      assertThat(meanDepth).isCloseTo(depth, within(depth * 0.03));
      assertThat(inFlight).isCloseTo(depth, within(depth * 0.03));
    }
  }

  @ParameterizedTest
  @CsvSource({"RND4K-Q1T1-write, 30", "RND4K-Q32T1-write, 150"})
  void aDeviceOfOneIoPerSecondEndsWithTheRightFigure(String test, long atMostSeconds)
      throws Exception {
    try (LoopDevice device = LoopDevice.create(DEVICE_SIZE);
        Throttle throttle = Throttle.on(device).writeIops(1).start()) {
      long start = System.nanoTime();
      Shell.Outcome outcome = run(throttle, onDevice(device, test, "--time", "5s"));
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      double iops = MiniJson.number(MiniJson.parse(outcome.stdout()), path(0, "iops"));
      print("%s at 1 IOPS: %.4f IOPS, took %.1f s", test, iops, took.toMillis() / 1e3);
      assertThat(iops).isBetween(0.9, 1.1);
      assertThat(took).isLessThan(Duration.ofSeconds(atMostSeconds));
      if (test.contains("Q32")) {
        assertThat(outcome.stderr()).contains("draining");
      }
    }
  }

  @Test
  @Tag("fio")
  void besideFioOnAThrottledDeviceEveryMedianRatioIsOne() throws Exception {
    Requirements.tool("fio");
    Map<String, List<Double>> ratios = new LinkedHashMap<>();
    try (LoopDevice device = LoopDevice.create(DEVICE_SIZE);
        Throttle throttle =
            Throttle.on(device)
                .readIops(1500)
                .writeIops(1500)
                .readBytesPerSecond(40_000_000)
                .writeBytesPerSecond(40_000_000)
                .start()) {
      for (int pair = 0; pair < 5; pair++) {
        Object json =
            MiniJson.parse(
                run(throttle, onDevice(device, "all", "--time", "10s", "--warmup", "0s")).stdout());
        for (Case test : CASES) {
          double ours = figureOf(json, test.name());
          double fio = fio(throttle, device.path().toString(), test, 10);
          ratios.computeIfAbsent(test.name(), name -> new ArrayList<>()).add(ours / fio);
        }
      }
    }
    ratios.forEach(
        (name, values) ->
            print(
                "%-18s iogauge : fio median %.4f (%.4f to %.4f)",
                name, median(values), min(values), max(values)));
    ratios.forEach(
        (name, values) -> assertThat(median(values)).as(name).isCloseTo(1, within(0.02)));
  }

  @Test
  @Tag("fio")
  void besideFioOnTheMachinesOwnDiskTheRatioIsWithinFiosOwnSpread() throws Exception {
    Requirements.tool("fio");
    Requirements.hugePages();
    Path directory = Requirements.realDiskDirectory();
    // One file for both: blocks that were never written before may be several times slower.
    Path fioFile = directory.resolve("fio.dat");
    Map<String, List<Double>> ours = new LinkedHashMap<>();
    Map<String, List<Double>> first = new LinkedHashMap<>();
    Map<String, List<Double>> second = new LinkedHashMap<>();
    Map<String, List<Double>> plain = new LinkedHashMap<>();
    HugePages pages = HugePages.add(16);
    try {
      Fio.run(
          "--name=layout",
          "--filename=" + fioFile,
          "--size=512m",
          "--rw=write",
          "--bs=1m",
          "--direct=1",
          "--end_fsync=1",
          "--refill_buffers");
      for (int round = 0; round < 7; round++) {
        for (Case test : CASES) {
          List<String> command =
              cli(
                  "--only",
                  test.name(),
                  "--size",
                  "512MiB",
                  "--runs",
                  "1",
                  "--warmup",
                  "2s",
                  "--ramp",
                  "500ms",
                  "--time",
                  "2s",
                  "--interval",
                  "0s",
                  "--format",
                  "json",
                  "--overwrite",
                  fioFile.toString());
          Object json = MiniJson.parse(Shell.run(LIMIT, command).stdout());
          put(ours, test, figureOf(json, test.name()));
          assertCountersAgree(json, test.name());
          put(first, test, fio(null, fioFile.toString(), test, 2, sameShape(test)));
          put(second, test, fio(null, fioFile.toString(), test, 2, sameShape(test)));
          put(plain, test, fio(null, fioFile.toString(), test, 2));
        }
      }
    } finally {
      pages.close();
      Files.deleteIfExists(fioFile);
    }
    List<String> outside = new ArrayList<>();
    for (Case test : CASES) {
      List<Double> toFio = new ArrayList<>();
      List<Double> fioToFio = new ArrayList<>();
      for (int round = 0; round < 7; round++) {
        double a = first.get(test.name()).get(round);
        double b = second.get(test.name()).get(round);
        toFio.add(ours.get(test.name()).get(round) / ((a + b) / 2));
        fioToFio.add(b / a);
      }
      double fiosOwn = fioToFio.stream().mapToDouble(r -> Math.abs(r - 1)).max().orElseThrow();
      print(
          "%-18s iogauge %.2f, fio %.2f, fio again %.2f MB/s; ratio %.3f, fio's spread %.3f"
              + " (fio by its defaults %.2f)",
          test.name(),
          median(ours.get(test.name())) / 1e6,
          median(first.get(test.name())) / 1e6,
          median(second.get(test.name())) / 1e6,
          median(toFio),
          fiosOwn,
          median(plain.get(test.name())) / 1e6);
      // No more than 3 % behind and 5 % apart, or as much as fio is from itself.
      if (median(toFio) < 1 - Math.max(0.03, fiosOwn)
          || median(toFio) > 1 + Math.max(0.05, fiosOwn)) {
        outside.add(test.name() + " " + median(toFio));
      }
    }
    assertThat(outside).isEmpty();
  }

  private static void put(Map<String, List<Double>> figures, Case test, double figure) {
    figures.computeIfAbsent(test.name(), name -> new ArrayList<>()).add(figure);
  }

  /** What the device counted within the window, against what the run counted. */
  private static void assertCountersAgree(Object json, String name) throws IOException {
    double bytes = MiniJson.number(json, path(0, "bytes"));
    String side = name.endsWith("read") ? "readBytes" : "writeBytes";
    double device = MiniJson.number(json, "workloads", 0, "runs", 0, "deviceCounters", side);
    assertThat(device / bytes).as("bytes by the device, %s", name).isCloseTo(1, within(0.02));
  }

  private static void assertRun(Object json, int workload, String field, double truth, double depth)
      throws IOException {
    double rate = MiniJson.number(json, path(workload, field));
    double iops = MiniJson.number(json, path(workload, "iops"));
    double meanDepth = MiniJson.number(json, path(workload, "meanDepth"));
    double mean = MiniJson.number(json, "workloads", workload, "runs", 0, "latencyNanos", "mean");
    double little = mean / 1e9 * iops;
    print(
        "%s %s %.2f (limit %.0f, %+.3f %%), meanDepth %.3f, latency x IOPS %.3f",
        MiniJson.string(json, "workloads", workload, "name"),
        field,
        rate,
        truth,
        (rate / truth - 1) * 100,
        meanDepth,
        little);
    assertThat(rate).isCloseTo(truth, within(truth * 0.01));
    assertThat(meanDepth).isCloseTo(depth, within(depth * 0.02));
    assertThat(little).isCloseTo(meanDepth, within(meanDepth * 0.03));
  }

  private static Object[] path(int workload, String field) {
    return new Object[] {"workloads", workload, "runs", 0, field};
  }

  private static double figureOf(Object json, String name) throws IOException {
    for (Object workload : MiniJson.list(json, "workloads")) {
      if (name.equals(MiniJson.string(workload, "name"))) {
        return MiniJson.number(workload, "bytesPerSecond");
      }
    }
    throw new AssertionError("no result for " + name);
  }

  private static double fio(Throttle throttle, String file, Case test, int seconds, String... more)
      throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of(
            "--name=" + test.name(),
            "--filename=" + file,
            "--size=512m",
            "--direct=1",
            "--ioengine=" + (test.depth() > 1 ? "libaio" : "psync"),
            "--iodepth=" + test.depth(),
            "--rw=" + test.rw(),
            "--bs=" + test.blockSize(),
            "--time_based",
            "--runtime=" + seconds,
            "--ramp_time=1"));
    arguments.addAll(Arrays.asList(more));
    Fio.Report report =
        throttle == null
            ? Fio.run(arguments.toArray(String[]::new))
            : Fio.run(throttle, arguments.toArray(String[]::new));
    Fio.Job job = report.job();
    return (test.rw().endsWith("read") ? job.read() : job.write()).bytesPerSecond();
  }

  /**
   * What makes fio hand over to the kernel what iogauge does. A virtual disk in the host's memory
   * is faster than either program, so that otherwise not the disk is compared but this:
   *
   * <ul>
   *   <li>In scattered memory 1 MiB is two requests to the device, in contiguous memory one, at up
   *       to three times the rate.
   *   <li>A call per I/O, fio's default, tells the host of each; eight in a call gave up to three
   *       times the IOPS.
   *   <li>By default fio rewrites some bytes of every 512 that it writes, and notes which blocks it
   *       has visited; both take as long as the I/O itself there.
   * </ul>
   */
  private static String[] sameShape(Case test) {
    return new String[] {
      "--norandommap",
      "--scramble_buffers=0",
      "--iomem=mmaphuge",
      "--hugepage-size=2m",
      "--iodepth_batch=" + Math.min(8, test.depth()),
      "--iodepth_batch_complete_min=1",
      "--iodepth_batch_complete_max=" + test.depth()
    };
  }

  private static Object onDevice(Throttle throttle, LoopDevice device, String only, String... more)
      throws Exception {
    return MiniJson.parse(run(throttle, onDevice(device, only, more)).stdout());
  }

  private static List<String> onDevice(LoopDevice device, String only, String... more) {
    List<String> arguments = new ArrayList<>();
    if (!only.equals("all")) {
      arguments.addAll(List.of("--only", only));
    }
    arguments.addAll(
        List.of("--runs", "1", "--ramp", "1s", "--interval", "0s", "--size", "512MiB"));
    arguments.addAll(Arrays.asList(more));
    arguments.addAll(
        List.of(
            "--format",
            "json",
            "--destroy-data",
            device.path().toString(),
            device.path().toString()));
    return cli(arguments.toArray(String[]::new));
  }

  private static Shell.Outcome run(Throttle throttle, List<String> command) throws Exception {
    return Shell.run(LIMIT, throttle.command(command));
  }

  private static List<String> cli(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-jar");
    command.add(System.getProperty("iogauge.cli"));
    command.add("run");
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  private static double min(List<Double> values) {
    return values.stream().mapToDouble(d -> d).min().orElseThrow();
  }

  private static double max(List<Double> values) {
    return values.stream().mapToDouble(d -> d).max().orElseThrow();
  }

  @SuppressWarnings("AnnotateFormatMethod")
  private static void print(String format, Object... values) {
    System.err.println("ACCEPTANCE " + String.format(Locale.ROOT, format, values));
  }
}
