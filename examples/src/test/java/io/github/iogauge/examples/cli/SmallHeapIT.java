package io.github.iogauge.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.examples.BuildDirectory;
import io.github.iogauge.testing.DirectorySnapshot;
import io.github.iogauge.testing.MiniJson;
import io.github.iogauge.testing.Shell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program in a JVM with as little heap as the README promises to be enough. */
class SmallHeapIT {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  @TempDir(factory = BuildDirectory.class)
  Path directory;

  /** All runs, block sizes and depths of the profile, on which the heap depends; shorter times. */
  @Test
  void theDefaultProfileRunsWithAHeapOf24MiB() {
    DirectorySnapshot before = DirectorySnapshot.of(directory);

    Shell.Outcome outcome = runWithHeap("24m");

    assertThat(outcome.exitCode()).as(outcome.describe()).isZero();
    Object json = MiniJson.parse(outcome.stdout());
    assertThat(MiniJson.at(json, "error")).isNull();
    List<?> workloads = MiniJson.list(json, "workloads");
    assertThat(workloads).hasSize(8);
    for (Object workload : workloads) {
      assertThat(MiniJson.at(workload, "error")).isNull();
      assertThat(MiniJson.list(workload, "runs")).hasSize(5);
      assertThat(MiniJson.number(workload, "iops")).isPositive();
    }
    before.assertUnchanged();
  }

  /** That the option takes effect, so that the test above would fail if more heap were needed. */
  @Test
  void aHeapThatIsTooSmallIsAnError() {
    Shell.Outcome outcome = runWithHeap("4m");

    assertThat(outcome.exitCode()).as(outcome.describe()).isNotZero();
  }

  private Shell.Outcome runWithHeap(String heap) {
    return Shell.attempt(
        LIMIT,
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + heap,
            // Without it a thread may die of it and others go on.
            "-XX:+ExitOnOutOfMemoryError",
            "-jar",
            System.getProperty("iogauge.cli", "target/iogauge.jar"),
            "run",
            "--size=64MiB",
            "--time=100ms",
            "--interval=0s",
            "--format=json",
            directory.toString()));
  }
}
