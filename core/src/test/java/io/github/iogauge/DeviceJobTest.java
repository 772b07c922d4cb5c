package io.github.iogauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import io.github.iogauge.TargetInfo.Kind;
import io.github.iogauge.device.DeviceCounters;
import io.github.iogauge.device.StorageDevice;
import io.github.iogauge.nativeio.DirectFile;
import io.github.iogauge.nativeio.OpenFlag;
import io.github.iogauge.testing.DirectorySnapshot;
import io.github.iogauge.testing.LoopDevice;
import io.github.iogauge.testing.Requirements;
import io.github.iogauge.testing.Shell;
import io.github.iogauge.testing.Throttle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs on block devices of the test's own, and on the file systems made there. */
@Tag("device")
@Tag("root")
@Timeout(180) // against a job that hangs on a device
class DeviceJobTest {

  private static final int MIB = 1 << 20;
  private static final Workload READS =
      Workload.randomRead("reads").queueDepth(4).requests(200).build();
  private static final Workload WRITES =
      Workload.randomWrite("writes").queueDepth(4).requests(200).build();

  @BeforeEach
  void requirements() {
    Requirements.loopDevices();
  }

  private static BenchmarkJob.Builder on(Path target, Workload... workloads) {
    return BenchmarkJob.builder().target(target).workloads(workloads).fileSize(16 * MIB);
  }

  private static void refused(BenchmarkJob.Builder job, String field, String... words) {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> job.build().plan())
        .satisfies(e -> assertThat(e.field()).isEqualTo(field))
        .satisfies(e -> assertThat(e.getMessage()).contains(words).hasLineCount(1));
    assertThatExceptionOfType(BenchmarkException.class).isThrownBy(() -> job.build().run());
  }

  @Test
  void isReadWithoutBeingNamedTwice() throws IOException {
    try (LoopDevice device = LoopDevice.create(16 * MIB)) {
      byte[] before = Files.readAllBytes(device.backingFile());

      Result result = on(device.path(), READS).build().run();

      assertThat(result.failed()).as("%s", result).isFalse();
      assertThat(result.target().kind()).isEqualTo(Kind.BLOCK_DEVICE);
      assertThat(result.target().fileSize()).isEqualTo(16 * MIB);
      assertThat(result.target().device().map(StorageDevice::number)).contains(device.number());
      assertThat(result.workload("reads").runs().get(0).operations()).isEqualTo(200);
      assertThat(Files.readAllBytes(device.backingFile())).isEqualTo(before);
    }
  }

  @Test
  void isWrittenOnlyWhenNamedTwice() throws IOException {
    try (LoopDevice device = LoopDevice.create(16 * MIB);
        LoopDevice other = LoopDevice.create(MIB)) {
      byte[] before = Files.readAllBytes(device.backingFile());

      refused(on(device.path(), READS, WRITES), "target", "is only read", "a second time");
      refused(on(device.path(), WRITES).overwrite(true), "target", "is only read");
      refused(
          on(device.path(), WRITES).destroyData(other.path()), "destroyData", "is not the target");

      assertThat(Files.readAllBytes(device.backingFile())).isEqualTo(before);
    }
  }

  @Test
  void isWrittenWithinItsRegionWhenNamedTwice() throws IOException {
    try (LoopDevice device = LoopDevice.create(16 * MIB)) {
      byte[] before = Files.readAllBytes(device.backingFile());

      Result result =
          on(device.path(), WRITES).fileSize(4 * MIB).destroyData(device.path()).build().run();

      assertThat(result.failed()).as("%s", result).isFalse();
      assertThat(result.options().destroyData()).isTrue();
      byte[] after = Files.readAllBytes(device.backingFile());
      assertThat(Arrays.mismatch(before, after)).isBetween(0, 4 * MIB - 1);
      assertThat(Arrays.mismatch(before, 4 * MIB, before.length, after, 4 * MIB, after.length))
          .as("nothing beyond the region")
          .isEqualTo(-1);
    }
  }

  @Test
  void isNotWrittenWhileMounted() {
    try (LoopDevice device = LoopDevice.create(32 * MIB).mkfsExt4();
        LoopDevice.Mounted mounted = device.mount()) {
      refused(
          on(device.path(), WRITES).destroyData(device.path()),
          "target",
          "must not be written",
          "is mounted at " + mounted.path());

      Result result = on(device.path(), READS).build().run();
      assertThat(result.failed()).as("reading is allowed: %s", result).isFalse();
    }
  }

  @Test
  void isNotWrittenWhileAPartitionOfItIsMountedOrAnotherDeviceLiesOnIt() throws IOException {
    Requirements.tool("addpart");
    try (LoopDevice below = LoopDevice.create(32 * MIB)) {
      // Another loop device over it, because that one drops its partitions when it is detached.
      Path disk =
          Path.of(
              Shell.run("losetup", "-P", "-f", "--show", below.path().toString()).stdout().strip());
      Path point = Files.createTempDirectory("iogauge-test-partition-");
      try {
        // Told to the kernel as such, since not every kernel reads partition tables.
        Shell.run("addpart", disk.toString(), "1", "2048", "61440");
        Shell.run("mkfs.ext4", "-q", disk + "p1");
        Shell.run("mount", disk + "p1", point.toString());
        try {
          refused(
              on(disk, WRITES).destroyData(disk),
              "target",
              disk + "p1, a partition of " + disk + ", is mounted at " + point);
        } finally {
          Shell.run("umount", point.toString());
        }
        refused(
            on(below.path(), WRITES).destroyData(below.path()),
            "target",
            "is behind the loop device " + disk);
      } finally {
        Files.delete(point);
        Shell.run("losetup", "-d", disk.toString());
      }
    }
  }

  @Test
  void isNotWrittenWhileSomeoneElseClaimsIt() throws IOException {
    try (LoopDevice device = LoopDevice.create(16 * MIB)) {
      byte[] before = Files.readAllBytes(device.backingFile());
      BenchmarkJob job = on(device.path(), WRITES).destroyData(device.path()).build();
      try (DirectFile claim =
          DirectFile.open(
              device.path(), OpenFlag.READ, OpenFlag.WRITE, OpenFlag.EXCLUSIVE_DEVICE)) {
        assertThat(claim.isBlockDevice()).isTrue();
        assertThatExceptionOfType(BenchmarkException.class)
            .isThrownBy(job::run)
            .withMessageStartingWith("target " + device.path() + ": must not be written: ")
            .withMessageContaining("EBUSY");
        assertThat(Files.readAllBytes(device.backingFile())).isEqualTo(before);
      }
      assertThat(job.run().failed()).as("free again").isFalse();
      assertThat(job.run().failed()).as("and given back by the job").isFalse();
    }
  }

  @Test
  void withSectorsOf4KibRefusesSmallerBlocks() {
    try (LoopDevice device = LoopDevice.create(16 * MIB, 4096)) {
      refused(
          on(device.path(), READS.toBuilder().blockSize(512).build()),
          "blockSize",
          "blockSize 512: reads needs a multiple of 4096 bytes for direct I/O here");

      Result result = on(device.path(), READS).build().run();
      assertThat(result.failed()).as("%s", result).isFalse();
    }
  }

  @Test
  void withSectorsOf512TakesBlocksOf512() {
    try (LoopDevice device = LoopDevice.create(16 * MIB)) {
      for (String engine : new String[] {"libaio", "psync"}) {
        Workload small = READS.toBuilder().blockSize(512).queueDepth(1).build();
        Result result = on(device.path(), small).engine(engine).build().run();
        assertThat(result.failed()).as("%s", result).isFalse();
      }
    }
  }

  @Test
  void ramfsRefusesDirectIoByNameAndWorksBuffered(@TempDir Path parent) throws IOException {
    Path point = Files.createDirectory(parent.resolve("ramfs"));
    Shell.run("mount", "-t", "ramfs", "ramfs", point.toString());
    try {
      DirectorySnapshot before = DirectorySnapshot.of(point);
      assertThatExceptionOfType(BenchmarkException.class)
          .isThrownBy(() -> on(point, READS).fileSize(MIB).build().run())
          .satisfies(e -> assertThat(e.field()).isEqualTo("target"))
          .withMessageContaining("on ramfs")
          .withMessageContaining("buffered");
      before.assertUnchanged();

      Result result = on(point, READS, WRITES).fileSize(MIB).direct(false).build().run();

      assertThat(result.failed()).as("%s", result).isFalse();
      assertThat(result.target().fileSystem()).contains("ramfs");
      before.assertUnchanged();
    } finally {
      Shell.run("umount", point.toString());
    }
  }

  @Test
  void tmpfsCarriesAWarning(@TempDir Path parent) throws IOException {
    Path point = Files.createDirectory(parent.resolve("tmpfs"));
    Shell.run("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", point.toString());
    try {
      Result result = on(point, READS).fileSize(MIB).direct(false).build().run();

      assertThat(result.failed()).as("%s", result).isFalse();
      assertThat(result.target().fileSystem()).contains("tmpfs");
      assertThat(result.target().device()).isEmpty();
      assertThat(result.warnings())
          .anyMatch(w -> w.startsWith("no block device is measured for certain: "));
      refused(
          on(point, READS).fileSize(64 * MIB).direct(false), "fileSize", "needs 67108864 bytes");
    } finally {
      Shell.run("umount", point.toString());
    }
  }

  @Test
  void aSmallFileSystemIsMeasuredAndLeftAsItWas() throws IOException {
    try (LoopDevice device = LoopDevice.create(32 * MIB).mkfsExt4();
        LoopDevice.Mounted mounted = device.mount()) {
      Files.writeString(mounted.path().resolve("letter"), "Dear reader,");
      DirectorySnapshot before = DirectorySnapshot.of(mounted.path());

      refused(on(mounted.path(), WRITES).fileSize(64 * MIB), "fileSize", "bytes free");
      Result result = on(mounted.path(), WRITES, READS).fileSize(8 * MIB).build().run();

      assertThat(result.failed()).as("%s", result).isFalse();
      assertThat(result.target().fileSystem()).contains("ext4");
      assertThat(result.target().device().map(StorageDevice::number)).contains(device.number());
      before.assertUnchanged();
    }
  }

  @Test
  void aDirectoryThatIsReadOnlyIsRefused() {
    try (LoopDevice device = LoopDevice.create(32 * MIB).mkfsExt4();
        LoopDevice.Mounted mounted = device.mount()) {
      mounted.remountReadOnly();

      refused(on(mounted.path(), READS).fileSize(MIB), "target", "is not writable");
    }
  }

  @Test
  void readErrorsInTheMiddleOfARunEndTheWorkloadWithWhatWasMeasured() throws Exception {
    try (LoopDevice device = LoopDevice.create(16 * MIB)) {
      CountDownLatch measuring = new CountDownLatch(1);
      RunningJob running =
          on(
                  device.path(),
                  Workload.randomRead("endless")
                      .queueDepth(8)
                      .ramp(Duration.ZERO)
                      .duration(Duration.ofMinutes(10))
                      .build())
              .onProgress(
                  p -> {
                    if (p.iops() > 0) {
                      measuring.countDown();
                    }
                  })
              .build()
              .start();
      assertThat(measuring.await(60, TimeUnit.SECONDS)).isTrue();

      device.truncateBacking(MIB);
      Result result = running.result().get(60, TimeUnit.SECONDS);

      WorkloadResult workload = result.workload("endless");
      IoFailure failure = workload.error().orElseThrow();
      assertThat(failure.operation()).isEqualTo("read");
      assertThat(failure.errno()).isEqualTo(5);
      assertThat(failure.length()).isEqualTo(4096);
      assertThat(failure.offset()).isBetween((long) MIB - 4096, 16L * MIB - 4096);
      assertThat(failure.description()).startsWith("EIO");
      assertThat(workload.runs()).hasSize(1);
      assertThat(workload.runs().get(0).operations()).isPositive();
      assertThat(result.cancelled()).isFalse();
    }
  }

  @Test
  void writeErrorsAreReportedWithTheirPlace() {
    try (LoopDevice device = LoopDevice.onFullFileSystem(64L * MIB, 4L * MIB)) {
      Result result =
          BenchmarkJob.builder()
              .target(device.path())
              .fileSize(64L * MIB)
              .destroyData(device.path())
              .workloads(
                  Workload.sequentialWrite("writes")
                      .blockSize(65_536)
                      .queueDepth(4)
                      .bytes(64L * MIB)
                      .build(),
                  Workload.randomRead("reads").requests(50).build())
              .build()
              .run();

      WorkloadResult writes = result.workload("writes");
      IoFailure failure = writes.error().orElseThrow();
      assertThat(failure.operation()).isEqualTo("write");
      assertThat(failure.errno()).isIn(5, 28);
      // The kernel may merge writes beside each other; then good ones fail with the bad one.
      assertThat(failure.offset()).isBetween(4L * MIB - 4 * 65_536, 4L * MIB + 4 * 65_536);
      assertThat(writes.runs().get(0).bytes()).isGreaterThanOrEqualTo(3L * MIB);
      assertThat(result.workload("reads").error()).as("the later one still runs").isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"read, 1500", "write, 500"})
  void aThrottledDeviceGivesItsRate(String operation, int iops) {
    Requirements.throttling();
    try (LoopDevice device = LoopDevice.create(64 * MIB);
        Throttle throttle = Throttle.on(device).readIops(1500).writeIops(500).start()) {
      assertThat(throttle.cgroup()).exists();
      Workload workload =
          Workload.of("w", AccessPattern.random(), operation.equals("read") ? 100 : 0)
              .queueDepth(32)
              .ramp(Duration.ofSeconds(1))
              .duration(Duration.ofSeconds(2))
              .build();

      Result result =
          on(device.path(), workload)
              .fileSize(64 * MIB)
              .runs(3)
              .destroyData(device.path())
              .build()
              .run();

      assertThat(result.failed()).as("%s", result).isFalse();
      // The middle of three short runs, since a busy machine disturbs single ones. The kernel
      // releases the whole queue at once, and at each end of the window may stand a part of it.
      double burst = 100.0 * 32 / (2 * iops);
      assertThat(result.workload("w").median().iops()).isCloseTo(iops, withPercentage(3 + burst));
      for (RunResult run : result.workload("w").runs()) {
        double little = run.latency().meanNanos() / 1e9 * run.iops();
        assertThat(run.meanDepth()).isCloseTo(32, withPercentage(2));
        assertThat(little).isCloseTo(run.meanDepth(), withPercentage(3 + burst));
        DeviceCounters counters = run.deviceCounters().orElseThrow();
        long moved = operation.equals("read") ? counters.readBytes() : counters.writeBytes();
        assertThat((double) moved).isCloseTo((double) run.bytes(), withPercentage(3 + burst));
      }
      assertThat(result.warnings()).isEmpty();
    }
  }

  @Test
  void aSlowDeviceEndsAndSaysThatItIsDraining() throws Exception {
    Requirements.throttling();
    try (LoopDevice device = LoopDevice.create(16 * MIB);
        Throttle throttle = Throttle.on(device).readIops(10).start()) {
      assertThat(throttle.cgroup()).exists();
      CountDownLatch draining = new CountDownLatch(1);
      RunningJob running =
          on(
                  device.path(),
                  Workload.randomRead("slow")
                      .queueDepth(16)
                      .ramp(Duration.ofSeconds(1))
                      .duration(Duration.ofSeconds(2))
                      .build())
              .onProgress(
                  p -> {
                    if (p.phase() == Progress.Phase.DRAINING && p.inFlight() > 0) {
                      draining.countDown();
                    }
                  })
              .build()
              .start();

      Result result = running.result().get(120, TimeUnit.SECONDS);

      assertThat(draining.getCount()).isZero();
      RunResult run = result.workload("slow").runs().get(0);
      assertThat(run.iops()).isCloseTo(10, within(0.5));
      assertThat(run.drained()).isBetween(14L, 15L);
    }
  }
}
