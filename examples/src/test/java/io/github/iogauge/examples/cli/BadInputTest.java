package io.github.iogauge.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.examples.BuildDirectory;
import io.github.iogauge.testing.DirectorySnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each is one line that names what was typed and what to type instead, and exit status 2. */
class BadInputTest {

  @TempDir(factory = BuildDirectory.class)
  Path directory;

  static Stream<Arguments> refusedBeforeAnythingStarts() {
    return Stream.of(
        arguments("run", "Missing required parameter: 'TARGET'; see iogauge run --help"),
        arguments("measure .", "measure: one argument too many, or no such command; see iogauge"),
        arguments("run . .", ".: one argument too many"),
        arguments("run --sise 1GiB .", "--sise: no such option, did you mean --size"),
        arguments("run --size", "Missing required parameter for option '--size'"),
        arguments("run --runs 1 --runs 2 .", "option '--runs' (N) should be specified only once"),
        arguments(
            "run --time 5 .", "--time 5: has no unit; write a number and a unit, for example"),
        arguments("run --interval 5x .", "--interval 5x: has an unknown unit; write"),
        arguments("run --warmup -1s .", "--warmup -1s: write a number and a unit"),
        arguments("run --ramp , .", "--ramp ,: write a number and a unit"),
        arguments("run --time 0s .", "--time PT0S: must be more than zero"),
        arguments("run --size 1.5 .", "--size 1.5: is not a whole number of bytes; write"),
        arguments("run --size 1GX .", "--size 1GX: write a number and a unit"),
        arguments("run --size 0 .", "--size 0: must be"),
        arguments("run --runs 0 .", "--runs 0: must be from 1 to 1000"),
        arguments("run --runs -1 .", "--runs -1: must be from 1 to 1000"),
        arguments("run --runs 5.0 .", "--runs 5.0: is not a whole number"),
        arguments("run --threads 0 .", "--threads 0: must be from 1 to 1024"),
        arguments("run --threads 99999999999 .", "--threads 99999999999: is not a whole number"),
        arguments("run --seed x .", "--seed x: is not a whole number"),
        arguments("run --suite foo .", "--suite foo: no such suite; known are cdm"),
        arguments("run --only foo .", "--only foo: no such test in suite cdm; it has SEQ1M-Q8T1"),
        arguments("run --only ,RND4K-Q1T1-read .", "--only : no such test"),
        arguments("run --data ones .", "--data ones: known are random, zero"),
        arguments("run --aggregate max .", "--aggregate max: known are cdm, mean, median"),
        arguments("run --format xml .", "--format xml: known are text, json"),
        arguments("run --output . .", "--output .: is a directory; name a file in it"),
        arguments("run --output /dev/null .", "--output /dev/null: is not an ordinary file"),
        arguments("run --output /nowhere/x .", "--output /nowhere/x: there is no directory /now"),
        arguments("run --output pom.xml pom.xml", "--output pom.xml: is the target itself"));
  }

  @ParameterizedTest
  @MethodSource
  void refusedBeforeAnythingStarts(String typed, String expected) {
    assertRefused(Outcome.of(Fakes.MUST_NOT_START, split(typed)), "iogauge: " + expected);
  }

  private static String[] split(String typed) {
    return typed.split(" ", -1);
  }

  @Test
  void anEmptyTargetIsNotTheCurrentDirectory() {
    assertRefused(Outcome.of(Fakes.MUST_NOT_START, "run", ""), "iogauge: TARGET \"\": is empty;");
  }

  @Test
  void lineFeedsAndEscapesInArgumentsDoNoHarm() {
    assertRefused(
        Outcome.of(Fakes.MUST_NOT_START, "run", "--suite", "a\nb\u001b[31mc", "."),
        "iogauge: --suite a?b?[31mc: no such suite");
  }

  static Stream<Arguments> refusedByTheJob() {
    return Stream.of(
        arguments("run %s/missing", "TARGET %s/missing: "),
        arguments("run --engine warp %s", "--engine warp: "),
        arguments("run --size 1KiB %s", "--size 1024: "),
        arguments("run --size 1000TiB %s", "--size "),
        arguments("run --engine psync %s", "queueDepth "),
        arguments("run --engine nio %s", "queueDepth "),
        arguments("run --only SEQ1M-Q1T1-write %s/diary.txt", ""),
        arguments("run --destroy-data /dev/null %s", "--destroy-data /dev/null: "),
        arguments("run /dev/null", "TARGET /dev/null: "));
  }

  @ParameterizedTest
  @MethodSource("refusedByTheJob")
  void refusedByTheJob(String typed, String expected) throws Exception {
    Files.writeString(directory.resolve("diary.txt"), "x".repeat(10_000));
    DirectorySnapshot before = DirectorySnapshot.of(directory);

    assertRefused(
        Outcome.of(BenchmarkJob::start, split(typed.replace("%s", directory.toString()))),
        "iogauge: " + expected.replace("%s", directory.toString()));

    before.assertUnchanged();
  }

  @ParameterizedTest
  @MethodSource("refusedByTheJob")
  void theDryRunRefusesTheSame(String typed, String expected) throws Exception {
    Files.writeString(directory.resolve("diary.txt"), "x".repeat(10_000));
    String[] args = split(typed.replace("run ", "run --dry-run ").replace("%s", "" + directory));

    assertRefused(
        Outcome.of(Fakes.MUST_NOT_START, args),
        "iogauge: " + expected.replace("%s", directory.toString()));
  }

  @Test
  void remediesNameOptionsNotMethods() throws Exception {
    Path file = Files.writeString(directory.resolve("diary.txt"), "x".repeat(10_000));

    Outcome outcome =
        Outcome.of(BenchmarkJob::start, "run", "--only", "RND4K-Q1T1-write", file.toString());

    assertRefused(outcome, "iogauge: TARGET " + file + ": is an existing file and is only read;");
    assertThat(outcome.err()).contains("(--read-only)", "with --overwrite");
    assertThat(file).hasSize(10_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/proc", "/sys"})
  void aDirectoryThatTakesNoFiles(String target) {
    Assumptions.assumeTrue(Files.isDirectory(Path.of(target)));

    // No room or no permission: whichever is found first.
    Outcome outcome = Outcome.of(BenchmarkJob::start, "run", target);
    assertRefused(outcome, "iogauge: ");
    assertThat(outcome.err()).contains(target);
  }

  @Test
  void aDirectoryThatMustNotBeWritten() throws Exception {
    Path closed = Files.createDirectory(directory.resolve("closed"));
    assertThat(closed.toFile().setWritable(false)).isTrue();
    try {
      Assumptions.assumeFalse(Files.isWritable(closed), "root may write everywhere");

      assertRefused(
          Outcome.of(BenchmarkJob::start, "run", closed.toString()), "iogauge: TARGET " + closed);
      assertRefused(
          Outcome.of(Fakes.MUST_NOT_START, "run", "--output", closed + "/x", "."),
          "iogauge: --output " + closed + "/x: must not write into ");
    } finally {
      assertThat(closed.toFile().setWritable(true)).isTrue();
    }
  }

  private static void assertRefused(Outcome outcome, String expected) {
    assertThat(outcome.err()).startsWith(expected).endsWith("\n").hasLineCount(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.status()).isEqualTo(2);
  }
}
