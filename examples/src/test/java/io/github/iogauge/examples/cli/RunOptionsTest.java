package io.github.iogauge.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.Aggregate;
import io.github.iogauge.DataPattern;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RunOptionsTest {

  @Test
  void whatIsNotTypedIsLeftToTheSuite() {
    RunOptions options = parsed("/mnt");

    assertThat(options.target).isEqualTo(Path.of("/mnt"));
    assertThat(options.suite).isEqualTo("cdm");
    assertThat(options.size).isNull();
    assertThat(options.runs).isNull();
    assertThat(options.time).isNull();
    assertThat(options.warmUp).isNull();
    assertThat(options.ramp).isNull();
    assertThat(options.interval).isNull();
    assertThat(options.engine).isEqualTo("auto");
    assertThat(options.only).isEmpty();
    assertThat(options.readOnly).isFalse();
    assertThat(options.buffered).isFalse();
    assertThat(options.data).isEqualTo(DataPattern.RANDOM);
    assertThat(options.seed).isEqualTo(1);
    assertThat(options.threads).isNull();
    assertThat(options.aggregate).isNull();
    assertThat(options.format).isEqualTo("text");
    assertThat(options.output).isNull();
    assertThat(options.overwrite).isFalse();
    assertThat(options.destroyData).isNull();
    assertThat(options.dryRun).isFalse();
    assertThat(options.verbose).isFalse();
  }

  @Test
  void everyOptionIsRead() {
    RunOptions options =
        parsed(
            "--suite=other",
            "--size",
            "1.5GiB",
            "--runs",
            "3",
            "--time",
            "1.5s",
            "--warmup",
            "0s",
            "--ramp=500ms",
            "--interval",
            "2m",
            "--engine",
            "psync",
            "--only",
            "a,b",
            "--only",
            "c",
            "--read-only",
            "--buffered",
            "--data",
            "ZERO",
            "--seed",
            "-9223372036854775808",
            "--threads",
            "4",
            "--aggregate",
            "median",
            "--format",
            "json",
            "--output",
            "out.json",
            "--overwrite",
            "--destroy-data",
            "/dev/sdz",
            "--dry-run",
            "-v",
            "/dev/sdz");

    assertThat(options.suite).isEqualTo("other");
    assertThat(options.size).isEqualTo(3L << 29);
    assertThat(options.runs).isEqualTo(3);
    assertThat(options.time).isEqualTo(Duration.ofMillis(1500));
    assertThat(options.warmUp).isZero();
    assertThat(options.ramp).isEqualTo(Duration.ofMillis(500));
    assertThat(options.interval).isEqualTo(Duration.ofMinutes(2));
    assertThat(options.engine).isEqualTo("psync");
    assertThat(options.only).containsExactly("a", "b", "c");
    assertThat(options.readOnly).isTrue();
    assertThat(options.buffered).isTrue();
    assertThat(options.data).isEqualTo(DataPattern.ZERO);
    assertThat(options.seed).isEqualTo(Long.MIN_VALUE);
    assertThat(options.threads).isEqualTo(4);
    assertThat(options.aggregate).isEqualTo(Aggregate.MEDIAN);
    assertThat(options.format).isEqualTo("json");
    assertThat(options.output).isEqualTo(Path.of("out.json"));
    assertThat(options.overwrite).isTrue();
    assertThat(options.destroyData).isEqualTo(Path.of("/dev/sdz"));
    assertThat(options.dryRun).isTrue();
    assertThat(options.verbose).isTrue();
    assertThat(options.target).isEqualTo(Path.of("/dev/sdz"));
  }

  @Test
  void oddNamesOfTargetsAreTakenAsTheyAre() {
    assertThat(parsed("@card").target).isEqualTo(Path.of("@card"));
    assertThat(parsed("--", "--size").target).isEqualTo(Path.of("--size"));
    assertThat(parsed("a b").target).isEqualTo(Path.of("a b"));
    assertThat(parsed("${HOME}").target).isEqualTo(Path.of("${HOME}"));
  }

  private static RunOptions parsed(String... args) {
    RunOptions options = new RunOptions();
    new CommandLine(options).setExpandAtFiles(false).parseArgs(args);
    return options;
  }
}
