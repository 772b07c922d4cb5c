package io.github.iogauge.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.testing.DirectorySnapshot;
import io.github.iogauge.testing.MiniJson;
import io.github.iogauge.testing.Requirements;
import io.github.iogauge.testing.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The footprint as a process of its own, as short as can be. */
class FootprintIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  @TempDir Path reports;

  private Path directory;
  private DirectorySnapshot before;

  @BeforeEach
  void findADirectoryWithAFileOfTheUser() throws Exception {
    directory = Requirements.realDiskDirectory();
    Files.writeString(directory.resolve("diary.txt"), "Dear diary");
    before = DirectorySnapshot.of(directory);
  }

  @AfterEach
  void theDirectoryIsAsItWas() throws Exception {
    if (directory != null) {
      before.assertUnchanged();
      Files.delete(directory.resolve("diary.txt"));
      Files.delete(directory);
    }
  }

  @Test
  void allFiguresAreThereAndNoneIsLessThanTheJvmsOwnShare() throws Exception {
    Path json = reports.resolve("footprint.json");

    Shell.Outcome outcome =
        footprint("--target=" + directory, "--runs=1", "--time=10ms", "--json=" + json);

    assertThat(outcome.exitCode()).as(outcome.describe()).isZero();
    assertThat(outcome.stdout())
        .containsPattern("JVM start to main, ms +\\d+ \\(")
        .containsPattern("JVM start to first I/O done, ms +\\d+ \\(")
        .containsPattern("peak resident memory at main, MiB +[\\d.]+ \\(")
        .containsPattern("peak resident memory, MiB +[\\d.]+ \\(")
        .containsPattern("smallest heap for the profile +-Xmx\\d+m");
    Object figures = MiniJson.parse(Files.readString(json));
    assertThat(MiniJson.string(figures, "java")).isEqualTo(Runtime.version().toString());
    assertThat(MiniJson.number(figures, "mainMillis", "min")).isPositive();
    assertThat(MiniJson.number(figures, "firstIoMillis", "median"))
        .isGreaterThan(MiniJson.number(figures, "mainMillis", "median"));
    assertThat(MiniJson.number(figures, "peakBytesAtMain", "min")).isGreaterThan(1 << 20);
    assertThat(MiniJson.number(figures, "peakBytes", "median"))
        .isGreaterThan(MiniJson.number(figures, "peakBytesAtMain", "median"));
    // What the README promises.
    assertThat(MiniJson.number(figures, "smallestHeapMiB")).isBetween(2.0, 24.0);
  }

  @Test
  void whatCannotBeUsedIsRefusedInOneLine() {
    assertRefused("target (none): name one with --target");
    assertRefused(
        "target " + directory.resolve("diary.txt") + ": is not a directory",
        "--target=" + directory.resolve("diary.txt"));
    assertRefused("runs 0: must be 1 or more", "--target=" + directory, "--runs=0");
    assertRefused("time 5: must be a time", "--target=" + directory, "--time=5");
    assertRefused("argument now: belongs to no option", "--target=" + directory, "now");
  }

  private static void assertRefused(String reason, String... arguments) {
    Shell.Outcome outcome = footprint(arguments);

    assertThat(outcome.exitCode()).as(outcome.describe()).isEqualTo(2);
    assertThat(outcome.stdout()).isEmpty();
    assertThat(outcome.stderr().lines()).singleElement().asString().startsWith(reason);
  }

  private static Shell.Outcome footprint(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("iogauge.benchmarks", "target/benchmarks.jar"));
    command.add(Footprint.class.getName());
    command.addAll(List.of(arguments));
    return Shell.attempt(LIMIT, command);
  }
}
