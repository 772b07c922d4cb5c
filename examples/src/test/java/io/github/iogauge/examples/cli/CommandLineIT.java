package io.github.iogauge.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.iogauge.examples.BuildDirectory;
import io.github.iogauge.testing.DirectorySnapshot;
import io.github.iogauge.testing.MiniJson;
import io.github.iogauge.testing.Requirements;
import io.github.iogauge.testing.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged program as a process of its own, on a real directory. */
class CommandLineIT {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** A result line to the column: nine places of MB/s, nine of IOPS, nine of microseconds. */
  private static final String FIGURES =
      ": (?=.{9} MB/s) *\\d+\\.\\d{3} MB/s \\[(?=.{9} IOPS) *\\d+\\.\\d IOPS\\]"
          + " <(?=.{9} us) *\\d+\\.\\d\\d us>";

  private static final List<String> TESTS =
      List.of(
          "  SEQ    1MiB \\(Q=  8, T= 1\\)",
          "  SEQ    1MiB \\(Q=  1, T= 1\\)",
          "  RND    4KiB \\(Q= 32, T= 1\\)",
          "  RND    4KiB \\(Q=  1, T= 1\\)");

  private static final String[] SHORT = {
    "--size", "32MiB", "--runs", "1", "--time", "300ms", "--warmup", "0s", "--interval", "0s"
  };

  @TempDir(factory = BuildDirectory.class)
  Path directory;

  private DirectorySnapshot before;

  @BeforeEach
  void putAFileOfTheUserThere() throws Exception {
    Files.writeString(directory.resolve("diary.txt"), "Dear diary");
    before = DirectorySnapshot.of(directory);
  }

  @AfterEach
  void theDirectoryIsAsItWas() {
    before.assertUnchanged();
  }

  @Test
  void eightLinesInTheLayoutOfCrystalDiskMark() {
    Shell.Outcome outcome =
        run("--size", "256MiB", "--runs", "1", "--time", "1s", "--interval", "0s", here());

    assertThat(outcome.exitCode()).as(outcome.describe()).isZero();
    List<String> lines = outcome.stdout().lines().toList();
    assertSection(lines, "[Read]");
    assertSection(lines, "[Write]");
    assertThat(lines.stream().filter(line -> line.contains(" IOPS]"))).hasSize(8);
    assertThat(lines).anyMatch(line -> line.startsWith("   Test: 256 MiB (x1) ["));
    assertThat(outcome.stderr()).contains("[1/8] SEQ1M-Q8T1-read run 1/1", "ended after ");
  }

  private static void assertSection(List<String> lines, String heading) {
    int start = lines.indexOf(heading);
    assertThat(start).as(heading).isPositive();
    for (int i = 0; i < TESTS.size(); i++) {
      assertThat(lines.get(start + 1 + i)).matches(TESTS.get(i) + FIGURES);
    }
    assertThat(lines.get(start + 5)).isEmpty();
  }

  @Test
  void jsonAndNothingElseOnStandardOutput() {
    Shell.Outcome outcome = run(SHORT, "--format", "json", here());

    assertThat(outcome.exitCode()).as(outcome.describe()).isZero();
    Object json = MiniJson.parse(outcome.stdout());
    assertThat(MiniJson.string(json, "schema")).isEqualTo("iogauge/1");
    List<?> workloads = MiniJson.list(json, "workloads");
    assertThat(workloads).hasSize(8);
    for (Object workload : workloads) {
      double rate = MiniJson.number(workload, "bytesPerSecond");
      double iops = MiniJson.number(workload, "iops");
      assertThat(iops * MiniJson.number(workload, "blockSize"))
          .isCloseTo(rate, within(rate * 1e-9));
    }
  }

  @Test
  void optionsReachTheResult() {
    Shell.Outcome outcome =
        run(
            SHORT,
            "--format=json",
            "--only=RND4K-Q1T1-read,RND4K-Q1T1-write",
            "--threads=2",
            "--engine=psync",
            "--buffered",
            "--data=zero",
            "--seed=42",
            "--aggregate=mean",
            "--ramp=50ms",
            here());

    assertThat(outcome.exitCode()).as(outcome.describe()).isZero();
    Object json = MiniJson.parse(outcome.stdout());
    assertThat(MiniJson.string(json, "aggregate")).isEqualTo("mean");
    assertThat(MiniJson.number(json, "options", "seed")).isEqualTo(42);
    assertThat(MiniJson.string(json, "options", "data")).isEqualTo("zero");
    assertThat(MiniJson.list(json, "workloads")).hasSize(2);
    for (int i = 0; i < 2; i++) {
      assertThat(MiniJson.string(json, "workloads", i, "name")).startsWith("RND4K-Q1T2-");
      assertThat(MiniJson.string(json, "workloads", i, "engine")).isEqualTo("psync");
      assertThat(MiniJson.at(json, "workloads", i, "direct")).isEqualTo(false);
      assertThat(MiniJson.number(json, "workloads", i, "threads")).isEqualTo(2);
      assertThat(MiniJson.list(json, "workloads", i, "runs")).hasSize(1);
      // Of 300 ms, give or take the I/Os at both ends.
      assertThat(MiniJson.number(json, "workloads", i, "runs", 0, "elapsedNanos"))
          .isBetween(2e8, 2e9);
    }
  }

  @Test
  void theDryRunTouchesNothing() {
    Shell.Outcome outcome = run("--dry-run", "--size", "64MiB", here());

    assertThat(outcome.exitCode()).as(outcome.describe()).isZero();
    assertThat(outcome.stdout())
        .startsWith("Nothing is done yet.")
        .contains(here(), "64MiB (67108864 bytes)", "SEQ1M-Q8T1-read");
    assertThat(outcome.stderr()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalHalfWay(String signal, int expected) throws Exception {
    List<String> command =
        command("--size", "64MiB", "--runs", "1", "--time", "2s", "--interval", "0s", here());
    try (Shell.Running running = Shell.start(command)) {
      long limit = System.nanoTime() + Duration.ofMinutes(2).toNanos();
      // The second test has begun, so the first has a figure.
      while (!running.stderrSoFar().contains("[2/8]") && running.isAlive()) {
        assertThat(System.nanoTime()).as(running.stderrSoFar()).isLessThan(limit);
        Thread.sleep(20);
      }
      running.signal(signal);
      Shell.Outcome outcome = running.await(Duration.ofSeconds(15));

      assertThat(outcome.exitCode()).as(outcome.describe()).isEqualTo(expected);
      assertThat(outcome.stdout().lines()).anyMatch(line -> line.matches(TESTS.get(0) + FIGURES));
      assertThat(outcome.stdout()).contains("cancelled").doesNotContain("[Write]");
    }
  }

  @Test
  void aSignalWhileTheTestFileIsWritten() throws Exception {
    try (Shell.Running running = Shell.start(command("--size", "8GiB", here()))) {
      long limit = System.nanoTime() + Duration.ofMinutes(1).toNanos();
      while (!running.stderrSoFar().contains("writing the test file") && running.isAlive()) {
        assertThat(System.nanoTime()).as(running.stderrSoFar()).isLessThan(limit);
        Thread.sleep(20);
      }
      running.signal("INT");
      Shell.Outcome outcome = running.await(Duration.ofSeconds(15));

      assertThat(outcome.exitCode()).as(outcome.describe()).isEqualTo(130);
      assertThat(outcome.stdout()).contains("cancelled").doesNotContain("IOPS]");
    }
  }

  @Test
  void theReaderOfThePipeGoesAway() {
    Requirements.tool("sh");
    Shell.Outcome outcome =
        Shell.attempt(
            LIMIT,
            List.of(
                "sh",
                "-c",
                "\"$@\" | true",
                "sh",
                java(),
                "-jar",
                jar(),
                "run",
                "--size=16MiB",
                "--only=RND4K-Q1T1-read",
                "--runs=1",
                "--time=100ms",
                "--warmup=0s",
                here()));

    assertThat(outcome.exitCode()).as(outcome.describe()).isZero();
    assertThat(outcome.stderr()).contains("could not be written to standard output");
  }

  @Test
  void onATerminalABarMoves() {
    Requirements.tool("script");
    List<String> command = command(SHORT, "--only", "RND4K-Q1T1-read", here());
    String typed = String.join(" ", command);
    Shell.Outcome outcome =
        Shell.attempt(LIMIT, List.of("env", "TERM=xterm", "script", "-qec", typed, "/dev/null"));

    assertThat(outcome.exitCode()).as(outcome.describe()).isZero();
    assertThat(outcome.stdout())
        .containsPattern(
            "\r +\\d+% \\[=* *\\] \\d:\\d\\d left, \\[1/1\\] RND4K-Q1T1-read run 1/1, ");
    assertThat(outcome.stdout()).containsPattern(TESTS.get(3) + FIGURES);
  }

  @Test
  void badUsageIsOneLine() {
    Shell.Outcome outcome = run("--size", "1.5", here());

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.stdout()).isEmpty();
    assertThat(outcome.stderr()).startsWith("iogauge: --size 1.5: ").hasLineCount(1);
  }

  @Test
  void versionAndHelp() {
    Shell.Outcome version = Shell.run(java(), "-jar", jar(), "--version");
    assertThat(version.stdout()).matches("iogauge \\d+\\.\\d+\\.\\d+.*\n");
    assertThat(version.stderr()).isEmpty();

    Shell.Outcome none = Shell.attempt(java(), "-jar", jar());
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.stderr()).startsWith("Usage: iogauge");
  }

  private String here() {
    return directory.toString();
  }

  private static Shell.Outcome run(String... args) {
    return Shell.attempt(LIMIT, command(args));
  }

  private static Shell.Outcome run(String[] first, String... more) {
    return Shell.attempt(LIMIT, command(first, more));
  }

  private static List<String> command(String[] first, String... more) {
    List<String> args = new ArrayList<>(Arrays.asList(first));
    args.addAll(Arrays.asList(more));
    return command(args.toArray(String[]::new));
  }

  private static List<String> command(String... args) {
    List<String> command = new ArrayList<>();
    // A build in the background may have SIGINT ignored, and that is inherited.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.addAll(List.of(java(), "-jar", jar(), "run"));
    command.addAll(Arrays.asList(args));
    return command;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String jar() {
    return System.getProperty("iogauge.cli", "target/iogauge.jar");
  }
}
