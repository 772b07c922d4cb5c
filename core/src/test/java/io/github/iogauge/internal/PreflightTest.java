package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.Workload;
import io.github.iogauge.engine.FakeEngine;
import io.github.iogauge.nativeio.NativeIo;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {

  @TempDir(factory = InTarget.class)
  Path directory;

  @AfterEach
  void nothingWasWritten() {
    assertThat(directory).isEmptyDirectory();
  }

  private static Workload.Builder reads() {
    return Workload.randomRead("reads").requests(1000);
  }

  private Specs spec(Workload.Builder workload) {
    return Specs.of(directory).workloads(workload.build()).engine(new FakeEngine());
  }

  private static void refused(Specs spec, String message) {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Preflight.check(spec.build()))
        .withMessage(message);
  }

  @Test
  void aSizeSmallerThanABlockIsRefused() {
    refused(
        spec(reads().blockSize(1 << 20)).size(65_536),
        "fileSize 65536: is too small for reads, which needs at least 1048576 bytes");
  }

  @Test
  void aRangeThatDoesNotFitIsRefused() {
    refused(
        spec(reads().range(8192, 65_536)).size(65_536),
        "fileSize 65536: is too small for reads, which needs at least 73728 bytes");
  }

  @Test
  void notEnoughSpaceIsRefusedWithBothFigures() {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Preflight.check(spec(reads()).size(1L << 60).build()))
        .withMessageMatching(
            "fileSize 1152921504606846976: needs 1152921504606846976 bytes, and .* has [0-9]+ bytes"
                + " free; choose a smaller size");
  }

  @Test
  void blocksThatAreNoMultipleOfTheSectorAreRefusedForDirectIo() {
    assumeTrue(
        Preflight.check(spec(reads()).size(65_536).build()).target().info().device().isPresent(),
        "no device is known behind target/");

    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Preflight.check(spec(reads().blockSize(1000)).size(65_536).build()))
        .withMessageMatching("blockSize 1000: reads needs a multiple of (512|4096) bytes .*");
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Preflight.check(spec(reads().range(100, 0)).size(65_536).build()))
        .withMessageStartingWith("rangeStart 100: reads needs a multiple of ");
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Preflight.check(spec(reads()).size(65_537).build()))
        .withMessageMatching(
            "fileSize 65537: must be a multiple of .*; the nearest below is 65536");
  }

  @Test
  void anyBlockSizeWillDoForThePageCache() {
    assertThat(
            Preflight.check(spec(reads().blockSize(1000)).size(65_537).buffered().build())
                .bytesToPrepare())
        .isEqualTo(65_537);
  }

  @Test
  void moreThreadsThanBlocksAreRefusedWhereEachNeedsAPart() {
    refused(
        spec(Workload.sequentialRead("seq").threads(9).requests(100)).size(8 * 4096),
        "threads 9: each thread of seq needs a part of its own, and there are only 8 blocks");
    assertThat(Preflight.check(spec(reads().threads(9)).size(8 * 4096).build()).steps()).hasSize(1);
  }

  @Test
  void moreThreadsThanIosAreRefused() {
    refused(
        spec(Workload.randomRead("few").threads(4).requests(3)).size(65_536),
        "threads 4: is more than few has I/Os to do");
  }

  @Test
  void depthsAboveWhatTheSystemHasLeftAreRefused() throws IOException {
    assumeTrue(NativeIo.aioUnavailable().isEmpty(), "Linux AIO does not work here");
    long max = limit();
    assumeTrue(max < 1024L * 65_536, "fs.aio-max-nr is beyond what a workload can ask for");
    int threads = (int) Math.min(1024, max / 65_536 + 1);

    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(
            () ->
                Preflight.check(
                    Specs.of(directory)
                        .workloads(reads().queueDepth(65_536).threads(threads).build())
                        .size(1 << 20)
                        .build()))
        .withMessageMatching(
            "queueDepth 65536: reads needs [0-9]+ asynchronous I/Os, and the system has [0-9]+ left"
                + " \\(fs.aio-max-nr "
                + max
                + "\\); lower the depth, or raise the limit with sysctl fs.aio-max-nr");
  }

  private static long limit() throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(Path.of("/proc/sys/fs/aio-max-nr"))) {
      return Long.parseLong(reader.readLine());
    }
  }

  @Test
  void onlyLibaioCountsAgainstThatLimit() {
    assertThat(
            Preflight.check(spec(reads().queueDepth(65_536).threads(1000)).size(1 << 20).build())
                .steps())
        .hasSize(1);
  }

  @Test
  void warnsOfLeftovers() throws IOException {
    Path left = Files.createFile(directory.resolve("iogauge-99999999999-0123abcd.tmp"));
    try {
      assertThat(Preflight.check(spec(reads()).size(65_536).build()).warnings())
          .anyMatch(w -> w.startsWith(left.toString()));
    } finally {
      Files.delete(left);
    }
  }

  @Test
  void describesTheSteps() {
    assertThat(
            Preflight.check(spec(reads().blockSize(65_536).queueDepth(8)).size(1 << 20).build())
                .steps())
        .containsExactly(
            "reads: read random 64KiB, depth 8, threads 1, engine fake, 1 run of 1000 I/Os");
  }
}
