package io.github.iogauge.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fixtures themselves: each does what it says and leaves nothing behind. */
class FixturesTest {
  private static final long MIB = 1 << 20;
  private static final Percentage FIVE_PERCENT = Percentage.withPercentage(5);

  @Test
  void shellKeepsTheStreamsApartAndTellsTheStatus() {
    Shell.Outcome outcome = Shell.attempt("sh", "-c", "echo out; echo err >&2; exit 3");

    assertThat(outcome.exitCode()).isEqualTo(3);
    assertThat(outcome.stdout()).isEqualTo("out\n");
    assertThat(outcome.stderr()).isEqualTo("err\n");
    assertThatThrownBy(() -> Shell.run("sh", "-c", "echo why >&2; exit 1"))
        .hasMessageContaining("exit status 1")
        .hasMessageContaining("why");
  }

  @Test
  void shellEndsWhatTakesTooLong() {
    assertThatThrownBy(() -> Shell.run(Duration.ofMillis(200), List.of("sleep", "60")))
        .hasMessageContaining("no end within");
  }

  @Test
  void shellSignalsWhatItStarted() {
    try (Shell.Running running = Shell.start(List.of("sleep", "60"))) {
      running.signal("TERM");

      assertThat(running.await(Duration.ofSeconds(5)).exitCode()).isEqualTo(128 + 15);
    }
  }

  @Test
  void miniJsonReadsWhatJsonAllows() {
    Object json =
        MiniJson.parse(
            " {\"a\" : [1, -2.5e3, true, false, null, \"x\\n\\u00e9\\\"\"],\n\"b\":{}, \"c\":[]} ");

    List<Object> expected = new ArrayList<>(List.of(1L, -2500.0, true, false));
    expected.add(null);
    expected.add("x\n\u00e9\"");
    assertThat(MiniJson.list(json, "a")).isEqualTo(expected);
    assertThat(MiniJson.number(json, "a", 1)).isEqualTo(-2500.0);
    assertThat(MiniJson.at(json, "b")).isEqualTo(Map.of());
    assertThat(MiniJson.at(json, "absent")).isNull();
    assertThatThrownBy(() -> MiniJson.at(json, "a", 9)).hasMessageContaining("no 9");
    assertThat(MiniJson.parse("100000000000000000000")).isEqualTo(1e20);
  }

  @Test
  void miniJsonRefusesTheRest() {
    for (String bad :
        List.of(
            "",
            "{",
            "[1,]",
            "{\"a\":1,}",
            "NaN",
            "Infinity",
            "01",
            "1.",
            "+1",
            "'a'",
            "tru",
            "\"a",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\t\"",
            "{} {}",
            "{a:1}",
            "[1 2]")) {
      assertThatThrownBy(() -> MiniJson.parse(bad))
          .as(bad)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("position");
    }
  }

  @Test
  void fioReportIsFoundBehindNotes() {
    String direction =
        "{\"io_bytes\":8192,\"bw_bytes\":4096,\"iops\":1.5,\"runtime\":2000,\"total_ios\":3,"
            + "\"lat_ns\":{\"mean\":12.5},\"clat_ns\":{\"percentile\":{\"99.000000\":77}}}";
    String none =
        "{\"io_bytes\":0,\"bw_bytes\":0,\"iops\":0,\"runtime\":0,\"total_ios\":0,"
            + "\"lat_ns\":{\"mean\":0},\"clat_ns\":{}}";

    Fio.Report report =
        Fio.parse(
            "note: {something}\n{\"fio version\":\"fio-3.33\",\"jobs\":[{\"jobname\":\"j\","
                + "\"error\":0,\"read\":"
                + direction
                + ",\"write\":"
                + none
                + "}]}\n");

    assertThat(report.job())
        .isEqualTo(
            new Fio.Job(
                "j",
                0,
                new Fio.Direction(8192, 4096, 1.5, 12.5, 77, 3, 2000),
                new Fio.Direction(0, 0, 0, 0, 0, 0, 0)));
    assertThatThrownBy(() -> Fio.parse("fio: failed")).hasMessageContaining("no JSON");
  }

  @Test
  void snapshotTellsEveryKindOfChange(@TempDir Path directory) throws IOException {
    Path sub = Files.createDirectory(directory.resolve("sub"));
    Files.writeString(sub.resolve("same"), "same");
    Path changed = Files.writeString(sub.resolve("changed"), "before");
    Path gone = Files.writeString(directory.resolve("gone"), "");
    Files.createSymbolicLink(directory.resolve("link"), Path.of("nowhere"));
    DirectorySnapshot before = DirectorySnapshot.of(directory);
    before.assertUnchanged();

    Files.writeString(changed, "behind"); // as long as before
    Files.delete(gone);
    Files.writeString(directory.resolve("new"), "x");

    assertThat(before.differences(DirectorySnapshot.of(directory)))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("gone: gone"),
            line -> assertThat(line).startsWith("new: new"),
            line -> assertThat(line).startsWith("changed: sub/changed"));
    assertThatThrownBy(before::assertUnchanged)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("sub/changed");
  }

  @Test
  void realDiskDirectoryIsFreshAndOnADevice() throws IOException {
    Path directory = Requirements.realDiskDirectory();

    assertThat(directory).isEmptyDirectory();
    assertThat(Files.getFileStore(directory).name()).startsWith("/dev/");
    Files.delete(directory);
  }

  @Test
  @Tag("device")
  @Tag("root")
  void loopDeviceIsMadeMountedAndGone() throws IOException {
    Requirements.loopDevices();
    LoopDevice device = LoopDevice.create(16 * MIB, 4096);
    LoopDevice.Mounted mounted;
    try (device) {
      assertThat(Files.size(device.backingFile())).isEqualTo(16 * MIB);
      assertThat(queueAttribute(device, "logical_block_size")).isEqualTo("4096");
      assertThat(Kernel.read(Path.of("/sys/dev/block", device.number(), "size")))
          .isEqualTo(Long.toString(16 * MIB / 512));

      mounted = device.mkfsExt4().mount();
      Files.writeString(mounted.path().resolve("file"), "x");
      assertThat(Files.getFileStore(mounted.path()).name()).isEqualTo(device.path().toString());
      mounted.remountReadOnly();
      assertThatThrownBy(() -> Files.delete(mounted.path().resolve("file")))
          .isInstanceOf(IOException.class);
    }

    device.close();
    assertThat(mounted.path()).doesNotExist();
    assertThat(device.backingFile().getParent()).doesNotExist();
    assertThat(Shell.run("losetup", "-l").stdout()).doesNotContain(device.backingFile().toString());
    assertThatThrownBy(device::mkfsExt4).hasMessageContaining("(or no longer) backed by");
  }

  @Test
  @Tag("device")
  @Tag("root")
  void truncatedBackingFailsReadsPastItsEnd() {
    Requirements.loopDevices();
    try (LoopDevice device = LoopDevice.create(4 * MIB)) {
      device.truncateBacking(2 * MIB);

      assertThat(readBlock(device, 1).succeeded()).isTrue();
      assertThat(readBlock(device, 3).stderr()).contains("Input/output error");
    }
  }

  @Test
  @Tag("device")
  @Tag("root")
  void fullFileSystemFailsWritesPastWhatItHas() {
    Requirements.loopDevices();
    try (LoopDevice device = LoopDevice.onFullFileSystem(64 * MIB, 8 * MIB)) {
      assertThat(device.size()).isEqualTo(64 * MIB);
      assertThat(writeBlock(device, 7).succeeded()).isTrue();
      assertThat(writeBlock(device, 8).stderr()).contains("No space left on device");
      assertThat(writeBlock(device, 63).stderr()).contains("No space left on device");
      assertThat(readBlock(device, 63).succeeded()).isTrue();
    }
  }

  @Test
  @Tag("device")
  @Tag("root")
  @Tag("fio")
  void throttleHoldsForOperations() {
    Requirements.loopDevices();
    Requirements.throttling();
    Requirements.tool("fio");
    try (LoopDevice device = LoopDevice.create(64 * MIB);
        Throttle throttle = Throttle.on(device).readIops(1500).writeIops(500).start()) {
      Fio.Direction inside = Fio.run(throttle, job(device, "randread", "4k", 32)).job().read();
      Fio.Direction outside = Fio.run(job(device, "randwrite", "4k", 32)).job().write();

      assertThat(inside.iops()).isCloseTo(1500, FIVE_PERCENT);
      assertThat(inside.iops() * inside.meanLatencyNanos() / 1e9).isCloseTo(32, FIVE_PERCENT);
      assertThat(inside.p99CompletionNanos()).isPositive();
      assertThat(outside.iops()).isCloseTo(500, FIVE_PERCENT);
    }
  }

  @Test
  @Tag("device")
  @Tag("root")
  void throttleHoldsForThisJvmAndEndsWithClose() throws IOException {
    Requirements.loopDevices();
    Requirements.throttling();
    try (LoopDevice device = LoopDevice.create(32 * MIB)) {
      Throttle throttle = Throttle.on(device).readBytesPerSecond(8 * MIB).start();
      try (throttle) {
        // A buffered reader gets at most the limit, and may get less.
        assertThat(secondsToRead(device, 0)).isBetween(1.6, 4.0);
      }

      assertThat(throttle.cgroup()).doesNotExist();
      assertThat(secondsToRead(device, 16 * MIB)).isLessThan(1);
    }
  }

  @Test
  @Tag("device")
  @Tag("root")
  void liftingTheThrottleReleasesWhatItHeldBack() {
    Requirements.loopDevices();
    Requirements.throttling();
    try (LoopDevice device = LoopDevice.create(4 * MIB);
        Throttle throttle = Throttle.on(device).readBytesPerSecond(10_000).start()) {
      List<String> read =
          List.of("dd", "if=" + device.path(), "of=/dev/null", "bs=1M", "iflag=direct");
      try (Shell.Running running = Shell.start(throttle.command(read))) {
        Kernel.waitUntil(Duration.ofMillis(300), () -> !running.isAlive());
        assertThat(running.isAlive()).isTrue();

        throttle.limit(0, 0, 0, 0);

        assertThat(running.await(Duration.ofSeconds(5)).exitCode()).isZero();
      }
    }
  }

  @Test
  @Tag("device")
  @Tag("root")
  void zramIsMadeFullAndGone() throws IOException {
    Requirements.zram();
    Path path;
    try (Zram zram = Zram.create(8 * MIB)) {
      path = zram.path();
      Path sysfs = Path.of("/sys/dev/block", zram.number());
      assertThat(Kernel.read(sysfs.resolve("disksize"))).isEqualTo(Long.toString(zram.size()));
      long stored = Long.parseLong(Kernel.read(sysfs.resolve("mm_stat")).split("\\s+", 2)[0]);
      assertThat(stored).isEqualTo(zram.size());
    }

    assertThat(Path.of("/sys/block").resolve(path.getFileName())).doesNotExist();
  }

  private static String[] job(LoopDevice device, String pattern, String block, int depth) {
    return new String[] {
      "--name=job",
      "--filename=" + device.path(),
      "--rw=" + pattern,
      "--bs=" + block,
      "--iodepth=" + depth,
      "--ioengine=libaio",
      "--direct=1",
      "--time_based",
      "--ramp_time=1",
      "--runtime=2"
    };
  }

  private static double secondsToRead(LoopDevice device, long from) throws IOException {
    long start = System.nanoTime();
    try (FileChannel channel = FileChannel.open(device.path(), StandardOpenOption.READ)) {
      ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
      for (long offset = from; offset < from + 16 * MIB; offset += MIB) {
        buffer.clear();
        assertThat(channel.read(buffer, offset)).isEqualTo(buffer.capacity());
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static Shell.Outcome readBlock(LoopDevice device, int index) {
    return Shell.attempt(
        "dd",
        "if=" + device.path(),
        "of=/dev/null",
        "bs=1M",
        "count=1",
        "skip=" + index,
        "iflag=direct");
  }

  private static Shell.Outcome writeBlock(LoopDevice device, int index) {
    return Shell.attempt(
        "dd",
        "if=/dev/zero",
        "of=" + device.path(),
        "bs=1M",
        "count=1",
        "seek=" + index,
        "oflag=direct");
  }

  private static String queueAttribute(LoopDevice device, String name) {
    return Kernel.read(Path.of("/sys/dev/block", device.number(), "queue", name));
  }

  @Test
  @Tag("root")
  void hugePagesAreThereOnlyForAsLongAsTheyAreNeeded() {
    Requirements.hugePages();
    int before = HugePages.count();
    try (HugePages added = HugePages.add(2)) {
      assertThat(added).isNotNull();
      assertThat(HugePages.count()).isEqualTo(before + 2);
    }
    assertThat(HugePages.count()).isEqualTo(before);
  }
}
