package io.github.iogauge.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.IoFailure;
import io.github.iogauge.examples.BuildDirectory;
import io.github.iogauge.testing.MiniJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a job's outcome; the jobs are not real. */
class RunCommandTest {

  private static final String LINE =
      "  RND    4KiB (Q=  1, T= 1):    40.960 MB/s [  10000.0 IOPS] <   100.00 us>";

  @TempDir(factory = BuildDirectory.class)
  Path directory;

  @Test
  void theResultGoesToStandardOutput() {
    Outcome outcome = Outcome.of(Fakes.endsWith(Fakes.result()), "run", "/mnt");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains(LINE + "\n");
    assertThat(outcome.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"de-DE", "tr-TR", "ar-EG-u-nu-arab", "fa-IR", "hi-IN-u-nu-deva"})
  void figuresLookTheSameEverywhere(String language) {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag(language));
    try {
      assertThat(Outcome.of(Fakes.endsWith(Fakes.result()), "run", "/mnt").out()).contains(LINE);
      assertThat(new DurationOption().convert("1.5s")).hasMillis(1500);
      assertThat(ProgressBarView.line(0.5, "", 20)).startsWith(" 50% [");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void json() {
    Outcome outcome = Outcome.of(Fakes.endsWith(Fakes.result()), "run", "--format", "json", "/mnt");

    assertThat(outcome.status()).isZero();
    assertThat(MiniJson.number(MiniJson.parse(outcome.out()), "workloads", 0, "iops"))
        .isEqualTo(10_000);
  }

  @Test
  void anErrorInAWorkload() {
    IoFailure failure = new IoFailure("read", 4096, 4096, 5, "EIO, input/output error");
    Outcome outcome =
        Outcome.of(
            Fakes.endsWith(Fakes.result(Optional.of(failure), Optional.empty())), "run", "/mnt");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).contains(LINE);
    assertThat(outcome.err())
        .isEqualTo(
            "iogauge: RND4K-Q1T1-read: read of 4096 bytes at offset 4096:"
                + " EIO, input/output error\n");
  }

  @Test
  void anErrorOfTheWholeJob() {
    Outcome outcome =
        Outcome.of(
            Fakes.endsWith(Fakes.result(Optional.empty(), Optional.of("no space\nleft"))),
            "run",
            "/mnt");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).isEqualTo("iogauge: no space?left\n");
  }

  @Test
  void aJobThatIsRefusedAfterItsStart() {
    Outcome outcome =
        Outcome.of(
            Fakes.failsWith(new BenchmarkException("fileSize", 7, "too small")), "run", "/mnt");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).isEqualTo("iogauge: --size 7: too small\n");
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void anErrorOfTheProgram() {
    JobStarter broken = Fakes.failsWith(new IllegalStateException("oops"));

    Outcome terse = Outcome.of(broken, "run", "/mnt");
    assertThat(terse.status()).isEqualTo(70);
    assertThat(terse.err())
        .isEqualTo(
            "iogauge: internal error: java.lang.IllegalStateException: oops; -v tells where\n");

    Outcome verbose = Outcome.of(broken, "run", "-v", "/mnt");
    assertThat(verbose.status()).isEqualTo(70);
    assertThat(verbose.err())
        .startsWith("iogauge: internal error: java.lang.IllegalStateException: oops\n")
        .contains("\tat " + Fakes.class.getPackageName());
  }

  @Test
  void anErrorOfTheVirtualMachine() {
    Outcome outcome =
        Outcome.of(
            job -> {
              throw new UnsatisfiedLinkError("no jnidispatch");
            },
            "run",
            "/mnt");

    assertThat(outcome.status()).isEqualTo(70);
    assertThat(outcome.err()).hasLineCount(1).contains("no jnidispatch");
  }

  @Test
  void theResultGoesToAFile() throws Exception {
    Path file = directory.resolve("result.txt");
    Files.writeString(file, "an older result");

    Outcome outcome =
        Outcome.of(Fakes.endsWith(Fakes.result()), "run", "--output", file.toString(), "/mnt");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).isEmpty();
    assertThat(file).content().contains(LINE);
    assertThat(directory).isDirectoryContaining("glob:**result.txt");
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void throughALinkTheFileIsReplacedNotTheLink() throws Exception {
    Path file = Files.writeString(directory.resolve("result.txt"), "an older result");
    Path link = Files.createSymbolicLink(directory.resolve("latest"), file.getFileName());

    Outcome outcome =
        Outcome.of(Fakes.endsWith(Fakes.result()), "run", "--output", link.toString(), "/mnt");

    assertThat(outcome.status()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(file).content().contains(LINE);
  }

  @Test
  void aResultThatFitsNowhereElseIsPrinted() {
    Path gone = directory.resolve("sub");
    JobStarter starter =
        job -> {
          // Something removes the directory while the job runs.
          gone.toFile().delete();
          return Fakes.endsWith(Fakes.result()).start(job);
        };
    assertThat(gone.toFile().mkdir()).isTrue();

    Outcome outcome = Outcome.of(starter, "run", "--output", gone + "/result.txt", "/mnt");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).contains(LINE);
    assertThat(outcome.err()).startsWith("iogauge: --output " + gone).hasLineCount(1);
  }

  @Test
  void aClosedPipeEndsInAnErrorAndDoesNotHang() {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Streams streams =
        new Streams(
            new PrintStream(closed, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);

    assertThat(Main.execute(streams, Fakes.endsWith(Fakes.result()), "run", "/mnt")).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("iogauge: the result could not be written to standard output\n");
  }

  @Test
  void helpAndVersion() {
    Outcome none = Outcome.of(Fakes.MUST_NOT_START);
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.out()).isEmpty();
    assertThat(none.err()).startsWith("Usage: iogauge ");

    for (String[] args : new String[][] {{"--help"}, {"-h"}, {"help"}}) {
      Outcome help = Outcome.of(Fakes.MUST_NOT_START, args);
      assertThat(help.status()).isZero();
      assertThat(help.out()).startsWith("Usage: iogauge ").contains("Examples:");
      assertThat(help.err()).isEmpty();
    }
    for (String[] args : new String[][] {{"help", "run"}, {"run", "--help"}}) {
      Outcome help = Outcome.of(Fakes.MUST_NOT_START, args);
      assertThat(help.status()).isZero();
      assertThat(help.out())
          .startsWith("Usage: iogauge run ")
          .contains("Exit status:", "  130   interrupted", "  143   ", "Examples:", "--dry-run");
      assertThat(help.out().lines()).allMatch(line -> line.length() <= 100);
    }
    assertThat(Outcome.of(Fakes.MUST_NOT_START, "--version").out()).startsWith("iogauge ");
  }
}
