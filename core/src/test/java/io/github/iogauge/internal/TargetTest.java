package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.TargetInfo.Kind;
import io.github.iogauge.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be used as a target. Nothing is opened for it, let alone written. */
class TargetTest {

  private static final Workload READS = Workload.randomRead("r").requests(1).build();
  private static final Workload WRITES = Workload.randomWrite("w").requests(1).build();

  @TempDir(factory = InTarget.class)
  Path directory;

  private static void refused(Specs spec, String field, String... words) {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Target.examine(spec.build()))
        .satisfies(
            e -> {
              assertThat(e.field()).isEqualTo(field);
              assertThat(e.getMessage()).contains(words).hasLineCount(1);
            });
  }

  @Test
  void aDirectoryIsWritable() {
    Target target = Target.examine(Specs.of(directory).workloads(WRITES).size(8192).build());

    assertThat(target.info().kind()).isEqualTo(Kind.DIRECTORY);
    assertThat(target.info().fileSize()).isEqualTo(8192);
    assertThat(target.writes()).isTrue();
  }

  @Test
  void aDirectoryThatIsNotWritableIsRefused() throws IOException {
    assumeFalse(
        System.getProperty("user.name").equals("root"), "root may write into any directory");
    Path closed =
        Files.createDirectory(
            directory.resolve("closed"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));

    refused(Specs.of(closed), "target", closed.toString(), "is not writable");
  }

  @Test
  void tooLittleSpaceNamesBothFigures() throws IOException {
    long free = Files.getFileStore(directory).getUsableSpace();

    refused(
        Specs.of(directory).size(1L << 60),
        "fileSize",
        "needs 1152921504606846976 bytes",
        String.valueOf(free).substring(0, 2),
        "bytes free");
  }

  @Test
  void whatIsNotThereIsRefused() throws IOException {
    refused(Specs.of(directory.resolve("nowhere")), "target", "nowhere", "cannot be found");
    Path dangling =
        Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("nothing"));
    refused(Specs.of(dangling), "target", "dangling", "cannot be found");
  }

  @Test
  void aFileIsReadAndItsSizeLimitsTheRegion() throws IOException {
    Path file = Files.write(directory.resolve("f"), new byte[10_000]);

    Target target = Target.examine(Specs.of(file).workloads(READS).build());
    assertThat(target.info().kind()).isEqualTo(Kind.FILE);
    assertThat(target.info().fileSize()).isEqualTo(10_000);
    assertThat(Target.examine(Specs.of(file).size(4096).build()).info().fileSize()).isEqualTo(4096);
    refused(Specs.of(file).size(10_001), "fileSize", "more than the 10000 bytes");
  }

  @Test
  void aFileIsWrittenOnlyWithPermission() throws IOException {
    Path file = Files.write(directory.resolve("f"), new byte[10_000]);

    refused(Specs.of(file).workloads(READS, WRITES), "target", "is only read", "overwritten");
    assertThat(Target.examine(Specs.of(file).workloads(WRITES).overwrite().build()).writes())
        .isTrue();
  }

  @Test
  void aLinkToAFileCountsAsTheFile() throws IOException {
    Path file = Files.write(directory.resolve("f"), new byte[10_000]);
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);

    refused(Specs.of(link).workloads(WRITES), "target", "link", "is only read");
    Target target = Target.examine(Specs.of(link).workloads(READS).build());
    assertThat(target.realPath()).isEqualTo(file.toRealPath());
    assertThat(target.info().path()).isEqualTo(link);
  }

  @Test
  void permissionToOverwriteAFileIsNoneToWriteADevice() {
    Path device = someBlockDevice();

    refused(Specs.of(device).workloads(WRITES).overwrite(), "target", "block device", "only read");
  }

  @Test
  void aBlockDeviceIsWrittenOnlyWhenNamedTwice() {
    Path device = someBlockDevice();

    refused(Specs.of(device).workloads(WRITES), "target", device.toString(), "a second time");
    refused(
        Specs.of(device).workloads(WRITES).destroyData(Path.of("/dev/null")),
        "destroyData",
        "/dev/null",
        "is not the target " + device);
    refused(
        Specs.of(device).workloads(READS).destroyData(directory.resolve("nowhere")),
        "destroyData",
        "is not the target");
  }

  /** A device of this machine, of which only the name is used here. */
  private static Path someBlockDevice() {
    try (Stream<Path> devices = Files.list(Path.of("/sys/class/block"))) {
      Optional<Path> device =
          devices
              .map(entry -> Path.of("/dev").resolve(entry.getFileName().toString()))
              .filter(Files::exists)
              .sorted()
              .findFirst();
      assumeTrue(device.isPresent(), "no block device is visible here");
      return device.orElseThrow();
    } catch (IOException e) {
      assumeTrue(false, "no block device is visible here: " + e);
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/null", "/dev/zero", "/dev/tty"})
  void characterDevicesAreRefused(String path) {
    assumeTrue(Files.exists(Path.of(path)), path + " is not there");

    refused(
        Specs.of(Path.of(path)).workloads(WRITES).overwrite(),
        "target",
        path,
        "is neither a directory nor a file nor a block device");
  }

  @Test
  void aPipeIsRefusedWithoutBeingOpened() throws Exception {
    Path pipe = directory.resolve("pipe");
    int status = new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
    assumeTrue(status == 0, "mkfifo does not work here");

    refused(
        Specs.of(pipe).workloads(READS), "target", "is neither a directory nor a file nor a block");
  }

  @Test
  void aFileOfTheKernelHasNoSizeToMeasure() {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Preflight.check(Specs.of(Path.of("/proc/version")).build()))
        .withMessageStartingWith("target /proc/version: is empty");
  }

  @Test
  void destroyDataNamesNothingButDevices() throws IOException {
    Path file = Files.write(directory.resolve("f"), new byte[10_000]);

    refused(Specs.of(file).destroyData(file), "destroyData", "is for block devices");
    refused(Specs.of(directory).destroyData(directory), "destroyData", "is for block devices");
  }
}
