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
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison as a process of its own, as short as can be: that it works, not who wins. */
class FioComparisonIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir Path reports;

  private Path directory;

  @BeforeEach
  void findADirectory() {
    directory = Requirements.realDiskDirectory();
  }

  @AfterEach
  void removeIt() throws Exception {
    if (directory != null) {
      Files.deleteIfExists(directory.resolve("precious.bin"));
      Files.deleteIfExists(directory);
    }
  }

  @Test
  @Tag("fio")
  void bothProgramsMeasureAndTheFileIsGone() throws Exception {
    Requirements.tool("fio");
    DirectorySnapshot before = DirectorySnapshot.of(directory);
    Path json = reports.resolve("comparison.json");

    Shell.Outcome outcome =
        compare(
            List.of(),
            "--target=" + directory,
            "--size=16MiB",
            "--pairs=1",
            "--time=300ms",
            "--only=RND4K-Q32T1-read,SEQ1M-Q1T1-write",
            "--json=" + json);

    assertThat(outcome.exitCode()).as(outcome.stderr()).isZero();
    assertThat(outcome.stdout())
        .containsPattern("RND4K-Q32T1-read +fio +[\\d.]+ \\(")
        .containsPattern("RND4K-Q32T1-read +fio at its best +[\\d.]+ \\(")
        .containsPattern("SEQ1M-Q1T1-write +fio +[\\d.]+ \\(")
        .doesNotContain("NaN")
        .doesNotContain("Infinity");
    Object all = MiniJson.parse(Files.readString(json));
    assertThat(MiniJson.string(all, "fio")).startsWith("fio-");
    assertThat(MiniJson.number(all, "cases", 0, "measured", "iogauge", 0, "iops")).isPositive();
    assertThat(MiniJson.number(all, "cases", 0, "measured", "fio", 0, "cpuNanosPerIo"))
        .isPositive();
    before.assertUnchanged();
  }

  @Test
  @Tag("fio")
  void anExistingFileIsNotWrittenWithoutPermission() throws Exception {
    Requirements.tool("fio");
    Path file = Files.write(directory.resolve("precious.bin"), new byte[1 << 20]);
    DirectorySnapshot before = DirectorySnapshot.of(directory);

    Shell.Outcome outcome =
        compare(List.of(), "--target=" + file, "--size=1MiB", "--only=SEQ1M-Q1T1-write");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.stderr().lines()).singleElement().asString().contains("existing file");
    before.assertUnchanged();
  }

  @Test
  void withoutFioOneLineSaysHowToInstallIt() throws Exception {
    Shell.Outcome outcome =
        compare(List.of("env", "PATH=" + reports), "--target=" + directory, "--size=1MiB");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.stderr().lines())
        .singleElement()
        .asString()
        .contains("not installed")
        .contains("apt-get install fio");
  }

  private static Shell.Outcome compare(List<String> before, String... arguments) {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("iogauge.benchmarks", "target/benchmarks.jar"));
    command.add(FioComparison.class.getName());
    command.addAll(Arrays.asList(arguments));
    return Shell.attempt(LIMIT, command);
  }
}
