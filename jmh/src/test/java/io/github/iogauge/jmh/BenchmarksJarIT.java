package io.github.iogauge.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.testing.DirectorySnapshot;
import io.github.iogauge.testing.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
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
            NativeCallBenchmark.class.getName() + ".systemCall");
  }

  @Test
  void everyEngineHasItsScoreAndNoFileIsLeft() {
    DirectorySnapshot before = DirectorySnapshot.of(directory);

    String output =
        run(briefly("EngineBenchmark", "-p", "fileSize=4MiB", "-p", "target=" + directory))
            .stdout();

    for (String engine : List.of("psync", "libaio", "nio")) {
      assertThat(score(output, "EngineBenchmark.depth1:iops", engine)).isPositive();
    }
    for (String depth : List.of("8", "32")) {
      assertThat(score(output, "EngineBenchmark.queued:iops", depth + " +libaio")).isPositive();
    }
    assertThat(output).containsPattern("# Target: .*, 4MiB, on \\w+, (O_DIRECT|BUFFERED: )");
    before.assertUnchanged();
  }

  @Test
  void anExistingFileIsOnlyRead() throws Exception {
    byte[] content = new byte[1 << 20];
    new SplittableRandom(7).nextBytes(content);
    Path file = Files.write(directory.resolve("precious.bin"), content);
    DirectorySnapshot before = DirectorySnapshot.of(directory);

    String output =
        run(briefly("EngineBenchmark.depth1", "-p", "engine=psync", "-p", "target=" + file))
            .stdout();

    assertThat(score(output, "EngineBenchmark.depth1:iops", "psync")).isPositive();
    before.assertUnchanged();
  }

  @Test
  void anEngineThatCannotKeepTheDepthSaysSo() {
    DirectorySnapshot before = DirectorySnapshot.of(directory);

    String output =
        run(briefly(
                "EngineBenchmark.queued",
                "-p",
                "engine=psync",
                "-p",
                "depth=8",
                "-p",
                "fileSize=1MiB",
                "-p",
                "target=" + directory))
            .stdout();

    assertThat(output).contains("depth 8: engine psync keeps 1");
    before.assertUnchanged();
  }

  @Test
  void theFloorHasItsScores() {
    String output = run(briefly("NativeCallBenchmark")).stdout();

    assertThat(score(output, "NativeCallBenchmark.nanoTime", "")).isPositive();
    assertThat(score(output, "NativeCallBenchmark.systemCall", "")).isPositive();
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
        String parameters = depth + " +" + readPercent;
        assertThat(score(output, "LoopBenchmark.turn", parameters)).isPositive();
        // The queue and the recorders of a run, shared by its ten million I/Os.
        assertThat(score(output, "LoopBenchmark.turn:gc.alloc.rate.norm", parameters))
            .isLessThan(0.1);
      }
    }
  }

  /**
   * A score of the table at the end: the name, the values of the parameters, the mode, the score.
   */
  private static double score(String output, String benchmark, String parameters) {
    Matcher line =
        Pattern.compile(
                "^"
                    + Pattern.quote(benchmark)
                    + (parameters.isEmpty() ? "" : " .*\\b" + parameters + "\\b.*")
                    + " +(?:thrpt|avgt) +([\\d.]+) +",
                Pattern.MULTILINE)
            .matcher(output);
    assertThat(line.find()).as("%s with %s in%n%s", benchmark, parameters, output).isTrue();
    return Double.parseDouble(line.group(1));
  }

  private static String[] briefly(String benchmark, String... more) {
    List<String> args = new ArrayList<>(List.of(benchmark));
    args.addAll(List.of("-f", "1", "-wi", "0", "-i", "1", "-r", "200ms"));
    args.addAll(List.of(more));
    return args.toArray(String[]::new);
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
