package io.github.iogauge.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.testing.DirectorySnapshot;
import io.github.iogauge.testing.LoopDevice;
import io.github.iogauge.testing.Requirements;
import io.github.iogauge.testing.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packed benchmarks as a process of their own, as short as can be: that they work, not how
 * fast.
 */
class BenchmarksJarIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  @TempDir Path directory;

  @BeforeEach
  void putAFileOfTheUserThere() throws Exception {
    Files.writeString(directory.resolve("diary.txt"), "Dear diary");
  }

  @Test
  void theBenchmarksAreListed() {
    assertThat(run("-l").stdout())
        .contains(
            EngineBenchmark.class.getName() + ".depth1",
            EngineBenchmark.class.getName() + ".queued",
            "io.github.iogauge.internal.LoopBenchmark.turn",
            NativeCallBenchmark.class.getName() + ".nanoTime",
            NativeCallBenchmark.class.getName() + ".systemCall",
            NativeCallBenchmark.class.getName() + ".systemCallByInterface",
            PeerBenchmark.class.getName() + ".read");
  }

  @Test
  void everyEngineReadsAndWritesAFileOfItsOwnAndNoneIsLeft() {
    DirectorySnapshot before = DirectorySnapshot.of(directory);

    String output =
        run(briefly("EngineBenchmark", directory, "fileSize=4MiB", "blockSize=4096", "depth=2,32"))
            .stdout();

    for (String operation : List.of("read", "write")) {
      for (String engine : List.of("psync", "libaio", "nio", "filechannel")) {
        assertThat(score(output, "EngineBenchmark.depth1:iops", engine, operation)).isPositive();
      }
      for (String depth : List.of("2", "32")) {
        assertThat(score(output, "EngineBenchmark.queued:iops", depth, "libaio", operation))
            .isPositive();
      }
    }
    assertThat(output).containsPattern("# Target: .*, 4MiB, on \\w+, (O_DIRECT|BUFFERED: )");
    before.assertUnchanged();
  }

  @Test
  void megabytesFitTheBlockSize() {
    String output =
        run(briefly(
                "EngineBenchmark.queued",
                directory,
                "fileSize=8MiB",
                "blockSize=1048576",
                "depth=4",
                "operation=read"))
            .stdout();

    double iops = score(output, "EngineBenchmark.queued:iops", "1048576");
    assertThat(score(output, "EngineBenchmark.queued:mbPerSecond", "1048576"))
        .isCloseTo(iops * 1.048576, Offset.offset(0.01 * iops));
  }

  @Test
  void anExistingFileIsReadAndNotWritten() throws Exception {
    Path file = preciousFile();
    DirectorySnapshot before = DirectorySnapshot.of(directory);

    String output =
        run(briefly("EngineBenchmark.depth1", file, "blockSize=4096", "engine=psync")).stdout();

    assertThat(score(output, "EngineBenchmark.depth1:iops", "psync", "read")).isPositive();
    assertThat(output.lines().filter(line -> line.contains("is only read")))
        .singleElement()
        .asString()
        .contains("target " + file, "operation=write", "-p overwrite=" + file);
    before.assertUnchanged();
  }

  @Test
  void anExistingFileIsNotWrittenIfAnotherIsNamedSecond() throws Exception {
    Path file = preciousFile();
    DirectorySnapshot before = DirectorySnapshot.of(directory);

    String output =
        run(briefly(
                "EngineBenchmark.depth1",
                file,
                "blockSize=4096",
                "engine=filechannel",
                "operation=write",
                "overwrite=" + directory.resolve("diary.txt")))
            .stdout();

    assertThat(output)
        .contains("overwrite " + directory.resolve("diary.txt") + ": is not the target " + file);
    before.assertUnchanged();
  }

  @Test
  void anExistingFileNamedTwiceIsWrittenAndKeepsItsSize() throws Exception {
    Path file = preciousFile();
    byte[] content = Files.readAllBytes(file);
    // The same file by another name.
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);

    String output =
        run(briefly(
                "EngineBenchmark.depth1",
                file,
                "blockSize=4096",
                "engine=psync",
                "operation=write",
                "overwrite=" + link))
            .stdout();

    assertThat(score(output, "EngineBenchmark.depth1:iops", "psync", "write")).isPositive();
    assertThat(Files.readAllBytes(file)).hasSameSizeAs(content).isNotEqualTo(content);
    assertThat(directory.resolve("diary.txt")).hasContent("Dear diary");
  }

  @Test
  @Tag("device")
  @Tag("root")
  void aMountedDeviceIsNotWrittenThoughNamedTwice() {
    Requirements.loopDevices();
    try (LoopDevice device = LoopDevice.create(16 << 20)) {
      device.mkfsExt4();
      device.mount();

      String output =
          run(briefly(
                  "EngineBenchmark.depth1",
                  device.path(),
                  "blockSize=4096",
                  "engine=psync",
                  "operation=write",
                  "overwrite=" + device.path()))
              .stdout();

      assertThat(output)
          .contains("must not be written: " + device.path() + " is mounted at")
          .doesNotContain("depth1:iops");
    }
  }

  @Test
  @Tag("device")
  @Tag("root")
  void aFreeDeviceNamedTwiceIsWritten() {
    Requirements.loopDevices();
    try (LoopDevice device = LoopDevice.create(16 << 20)) {
      String output =
          run(briefly(
                  "EngineBenchmark.queued",
                  device.path(),
                  "blockSize=65536",
                  "depth=2",
                  "operation=write",
                  "overwrite=" + device.path()))
              .stdout();

      assertThat(score(output, "EngineBenchmark.queued:iops", "write")).isPositive();
    }
  }

  @Test
  void anEngineThatCannotKeepTheDepthSaysSo() {
    DirectorySnapshot before = DirectorySnapshot.of(directory);

    String output =
        run(briefly(
                "EngineBenchmark.queued",
                directory,
                "engine=psync",
                "depth=8",
                "blockSize=4096",
                "operation=read",
                "fileSize=1MiB"))
            .stdout();

    assertThat(output).contains("depth 8: engine psync keeps 1");
    before.assertUnchanged();
  }

  @Test
  void theFloorHasItsScores() {
    String output = run(briefly("NativeCallBenchmark")).stdout();

    assertThat(score(output, "NativeCallBenchmark.nanoTime")).isPositive();
    assertThat(score(output, "NativeCallBenchmark.systemCall")).isPositive();
    assertThat(score(output, "NativeCallBenchmark.systemCallByInterface")).isPositive();
  }

  @Test
  void everyLibraryHasItsScoreOrIsSkippedWithAReasonAndNoFileIsLeft() throws Exception {
    DirectorySnapshot before = DirectorySnapshot.of(directory);
    Set<Path> temporaryBefore = filesOfLibraries();

    String output = run(briefly("PeerBenchmark", directory, "fileSize=4MiB", "depth=32")).stdout();

    assertThat(score(output, "PeerBenchmark.read:iops", "32", "iogauge")).isPositive();
    for (String library : List.of("artemis", "jasyncfio")) {
      if (!output.contains("library " + library + ": ")) {
        assertThat(score(output, "PeerBenchmark.read:iops", "32", library)).isPositive();
      }
    }
    before.assertUnchanged();
    assertThat(filesOfLibraries()).isEqualTo(temporaryBefore);
  }

  @Test
  void aLibraryThatOpensFilesForWritingIsKeptFromAnExistingOne() throws Exception {
    Path file = preciousFile();
    DirectorySnapshot before = DirectorySnapshot.of(directory);

    String output = run(briefly("PeerBenchmark", file, "library=artemis", "depth=1")).stdout();

    assertThat(output).contains("target " + file + ": was there before and is only read");
    before.assertUnchanged();
  }

  @Test
  void theLoopHasItsScoresAndAllocatesNothingPerIo() {
    // One iteration before, in which classes are loaded.
    String[] arguments = "LoopBenchmark -f 1 -wi 1 -w 100ms -i 1 -r 200ms -prof gc".split(" ", -1);
    String output = run(arguments).stdout();

    assertThat(score(output, "LoopBenchmark.randomOffset", "N/A")).isPositive();
    assertThat(score(output, "LoopBenchmark.sequentialOffset", "N/A")).isPositive();
    assertThat(score(output, "LoopBenchmark.histogram", "N/A")).isPositive();
    for (String depth : List.of("1", "32")) {
      for (String readPercent : List.of("100", "0")) {
        assertThat(score(output, "LoopBenchmark.turn", depth, readPercent)).isPositive();
        // The queue and the recorders of a run, shared by its ten million I/Os.
        assertThat(score(output, "LoopBenchmark.turn:gc.alloc.rate.norm", depth, readPercent))
            .isLessThan(0.1);
      }
    }
  }

  /**
   * A score of the table at the end: the name, some values of parameters in their order, the mode,
   * the score.
   */
  private static double score(String output, String benchmark, String... values) {
    StringBuilder between = new StringBuilder();
    for (String value : values) {
      between.append(" .*\\b").append(value).append("\\b.*");
    }
    Matcher line =
        Pattern.compile(
                "^" + Pattern.quote(benchmark) + between + " +(?:thrpt|avgt) +([\\d.]+) +",
                Pattern.MULTILINE)
            .matcher(output);
    assertThat(line.find()).as("%s with %s in%n%s", benchmark, List.of(values), output).isTrue();
    return Double.parseDouble(line.group(1));
  }

  /** What the compared libraries put there: their native code, and a file of Artemis' own. */
  private static Set<Path> filesOfLibraries() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("(artemis|lib(artemis|jasync)).*"))
          .collect(Collectors.toSet());
    }
  }

  private Path preciousFile() throws IOException {
    byte[] content = new byte[1 << 20];
    new SplittableRandom(7).nextBytes(content);
    return Files.write(directory.resolve("precious.bin"), content);
  }

  private static String[] briefly(String benchmark, Path target, String... parameters) {
    List<String> args = new ArrayList<>(List.of(briefly(benchmark)));
    args.addAll(List.of("-p", "target=" + target));
    for (String parameter : parameters) {
      args.addAll(List.of("-p", parameter));
    }
    return args.toArray(String[]::new);
  }

  private static String[] briefly(String benchmark) {
    return new String[] {benchmark, "-f", "1", "-wi", "0", "-i", "1", "-r", "200ms"};
  }

  private static Shell.Outcome run(String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Another run on this machine, a real one perhaps, is none of this test's business.
    command.add("-Djmh.ignoreLock=true");
    command.add("-jar");
    command.add(System.getProperty("iogauge.benchmarks", "target/benchmarks.jar"));
    command.addAll(List.of(args));
    Shell.Outcome outcome = Shell.run(LIMIT, command);
    // JMH itself draws warnings from newer JDKs; the library and its flags must not.
    assertThat(outcome.stdout() + outcome.stderr()).doesNotContain("restricted method");
    return outcome;
  }
}
