package io.github.iogauge.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.testing.DirectorySnapshot;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each example runs, prints what it promises, and leaves the directory as it was. */
class ExamplesTest {

  @TempDir(factory = BuildDirectory.class)
  Path directory;

  private DirectorySnapshot before;

  @BeforeEach
  void putAFileOfTheUserThere() throws Exception {
    Files.writeString(directory.resolve("diary.txt"), "Dear diary");
    Files.createDirectory(directory.resolve("second"));
    before = DirectorySnapshot.of(directory);
  }

  @AfterEach
  void theDirectoryIsAsItWas() {
    before.assertUnchanged();
  }

  @Test
  void quickStart() throws Exception {
    String out = printedBy(Example01QuickStart::main, directory);

    assertThat(out).contains("[Read]", "[Write]", "Profile: Default");
    assertThat(out.lines().filter(line -> line.contains(" MB/s ["))).hasSize(8);
    assertThat(out).containsPattern("Random reads of 4 KiB at depth 32: [1-9]\\d* a second");
  }

  @Test
  void progressAndCancel() throws Exception {
    String out = printedBy(Example02ProgressAndCancel::main, directory);

    assertThat(out).contains("first (1/2) run 1/1", "second (2/2) run 1/1", "finished");
    assertThat(out).contains("Cancelled: true");
    assertThat(out).containsPattern("first: [1-9]\\d* I/Os in 0\\.[45]\\d s");
    assertThat(out).containsPattern("second: [1-9]\\d* I/Os in \\d\\.\\d\\d s");
  }

  @Test
  void ownWorkload() throws Exception {
    String out = printedBy(Example03OwnWorkload::main, directory);

    double reads = number(out, "reads +(\\d+),");
    double writes = number(out, "writes +(\\d+),");
    double syncs = number(out, "syncs +(\\d+),");
    // Drawn at random, so not exact; a slow disk does few.
    assertThat(reads / (reads + writes)).isBetween(0.5, 0.9);
    assertThat(syncs).isBetween(writes / 8 - 2, writes / 8 + 2);
    assertThat(out).containsPattern("together \\d+\\.\\d\\d MB/s, \\d+ IOPS");
  }

  @Test
  void customEngine() throws Exception {
    String out = printedBy(Example04CustomEngine::main, directory);

    // At most the truth, within a percent; below it as far as a busy machine wakes threads up late.
    assertThat(number(out, "one-at-a-time +(\\d+) IOPS")).isBetween(250.0, 505.0);
    assertThat(number(out, "eight-at-a-time +(\\d+) IOPS")).isBetween(2000.0, 4040.0);
    assertThat(number(out, "one-at-a-time .* (\\d+\\.\\d\\d) in flight")).isBetween(0.95, 1.01);
    assertThat(number(out, "eight-at-a-time .* (\\d+\\.\\d\\d) in flight")).isBetween(7.5, 8.05);
  }

  @Test
  void customReport() throws Exception {
    String out = printedBy(Example05CustomReport::main, directory);

    assertThat(out.lines().toList())
        .hasSize(7)
        .startsWith("test;run;MB/s;IOPS;p50 us;p99 us;max us")
        .anyMatch(line -> line.matches("random-read;1(;\\d+\\.\\d+){5}"))
        .anyMatch(line -> line.matches("random-write;3(;\\d+\\.\\d+){5}"));
  }

  @Test
  void startupGatePasses() throws Exception {
    String out =
        printedBy(
            args ->
                assertThat(
                        Example06StartupGate.check(
                            Path.of(args[0]),
                            new Example06StartupGate.Requirement(0.1, Duration.ofMinutes(1))))
                    .isZero(),
            directory);

    assertThat(out).contains("PASS  commits a second:", "PASS  99 of 100 syncs within:");
  }

  @Test
  void startupGateFails() throws Exception {
    String out =
        printedBy(
            args ->
                assertThat(
                        Example06StartupGate.check(
                            Path.of(args[0]),
                            new Example06StartupGate.Requirement(1e9, Duration.ofMinutes(1))))
                    .isEqualTo(3),
            directory);

    assertThat(out).contains("FAIL  commits a second:", "PASS  99 of 100 syncs within:");
  }

  @Test
  void startupGateCannotMeasure() throws Exception {
    String out =
        printedBy(
            args ->
                assertThat(
                        Example06StartupGate.check(
                            Path.of(args[0], "missing"),
                            new Example06StartupGate.Requirement(1, Duration.ofMinutes(1))))
                    .isEqualTo(2),
            directory);

    assertThat(out).startsWith("Cannot measure: target ").hasLineCount(1);
  }

  @Test
  void sideBySide() throws Exception {
    String out = printedBy(Example07SideBySide::main, directory, directory.resolve("second"));

    assertThat(out).containsPattern("(?m)^" + Pattern.quote(directory + "") + " .* MB/s .* IOPS");
    assertThat(out).containsPattern(Pattern.quote(directory.resolve("second") + "") + " .* MB/s");
    assertThat(out).containsPattern("The first is \\d+\\.\\d\\d times as fast as the second\\.");
  }

  private interface Program {
    void run(String[] args) throws Exception;
  }

  private static String printedBy(Program program, Path... directories) throws Exception {
    String[] args = new String[directories.length];
    for (int i = 0; i < args.length; i++) {
      args[i] = directories[i].toString();
    }
    PrintStream original = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      program.run(args);
    } finally {
      System.setOut(original);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static double number(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as("%s in%n%s", pattern, text).isTrue();
    return Double.parseDouble(matcher.group(1));
  }
}
