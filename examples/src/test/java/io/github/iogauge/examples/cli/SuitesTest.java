package io.github.iogauge.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuitesTest {

  private final RunOptions options = new RunOptions();

  @TempDir private Path directory;

  @BeforeEach
  void measureADirectory() {
    options.target = directory;
  }

  @Test
  void allTestsUnlessToldOtherwise() {
    assertThat(names())
        .containsExactly(
            "SEQ1M-Q8T1-read",
            "SEQ1M-Q1T1-read",
            "RND4K-Q32T1-read",
            "RND4K-Q1T1-read",
            "SEQ1M-Q8T1-write",
            "SEQ1M-Q1T1-write",
            "RND4K-Q32T1-write",
            "RND4K-Q1T1-write");
  }

  @Test
  void onlyKeepsTheOrderOfTheSuite() {
    options.only = List.of("RND4K-Q1T1-write", "SEQ1M-Q8T1-read");

    assertThat(names()).containsExactly("SEQ1M-Q8T1-read", "RND4K-Q1T1-write");
  }

  @Test
  void readOnly() {
    options.readOnly = true;

    assertThat(names()).hasSize(4).allMatch(name -> name.endsWith("-read"));
  }

  @Test
  void onlyWritesAndReadOnlyLeaveNothing() {
    options.readOnly = true;
    options.only = List.of("RND4K-Q1T1-write");

    assertThatThrownBy(this::names)
        .isInstanceOf(BenchmarkException.class)
        .hasMessage(
            "only RND4K-Q1T1-write: with --read-only no test is left; name one that ends in -read");
  }

  @Test
  void aFileIsOnlyReadUnlessItMayBeOverwritten() throws Exception {
    options.target = Files.createFile(directory.resolve("file"));

    assertThat(Suites.leavesWritesOut(options)).isTrue();
    assertThat(names()).hasSize(4).allMatch(name -> name.endsWith("-read"));

    options.overwrite = true;
    assertThat(Suites.leavesWritesOut(options)).isFalse();
    assertThat(names()).hasSize(8);
  }

  @Test
  void aWriteTestThatIsNamedIsNotLeftOutInSilence() throws Exception {
    options.target = Files.createFile(directory.resolve("file"));
    options.only = List.of("RND4K-Q1T1-write");

    // The job refuses it.
    assertThat(Suites.leavesWritesOut(options)).isFalse();
    assertThat(names()).containsExactly("RND4K-Q1T1-write");
  }

  @Test
  void aDeviceIsOnlyReadUnlessItIsNamedTwice() {
    // Not a block device; the job finds that out. It is only neither file nor directory here.
    options.target = Path.of("/dev/null");

    assertThat(Suites.leavesWritesOut(options)).isTrue();
    options.overwrite = true;
    assertThat(Suites.leavesWritesOut(options)).isTrue();
    options.destroyData = Path.of("/dev/zero");
    // Whether it is the same device is for the job to say, not for silence.
    assertThat(Suites.leavesWritesOut(options)).isFalse();
  }

  @Test
  void threadsChangeTheNames() {
    options.threads = 16;

    assertThat(names()).hasSize(8).contains("RND4K-Q32T16-read").allMatch(n -> n.contains("T16-"));
    assertThat(Suites.chosen(options).workloads()).extracting(Workload::threads).containsOnly(16);
  }

  @Test
  void withThreadsATestGoesByBothNames() {
    options.threads = 4;
    options.only = List.of("RND4K-Q32T1-read", "RND4K-Q1T4-read");

    assertThat(names()).containsExactly("RND4K-Q32T4-read", "RND4K-Q1T4-read");
  }

  @Test
  void unknownTestWithThreads() {
    options.threads = 4;
    options.only = List.of("RND4K-Q32T2-read");

    assertThatThrownBy(this::names)
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining("only RND4K-Q32T2-read: no such test");
  }

  private List<String> names() {
    return Suites.chosen(options).workloads().stream().map(Workload::name).toList();
  }
}
