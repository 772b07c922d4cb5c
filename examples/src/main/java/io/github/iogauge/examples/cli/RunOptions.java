package io.github.iogauge.examples.cli;

import io.github.iogauge.Aggregate;
import io.github.iogauge.DataPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What was typed behind {@code iogauge run}. What was not typed is null where the suite decides.
 */
final class RunOptions {

  @Parameters(
      index = "0",
      paramLabel = "TARGET",
      description = {
        "A directory: a test file is made in it, and removed.",
        "An existing file: only read, unless --overwrite.",
        "A block device: only read, unless --destroy-data."
      })
  Path target;

  @Option(
      names = "--suite",
      paramLabel = "NAME",
      description = "What is run: cdm, the tests of CrystalDiskMark 8 (default).")
  String suite = "cdm";

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = SizeOption.class,
      description = "Size of the test file: 256MiB, 1.5GiB. Default: 1GiB.")
  Long size;

  @Option(
      names = "--runs",
      paramLabel = "N",
      converter = NumberOption.class,
      description = "Counted runs of each test. Default: 5.")
  Integer runs;

  @Option(
      names = "--time",
      paramLabel = "T",
      converter = DurationOption.class,
      description = "Length of a run: 500ms, 5s, 1m, 2h. Default: 5s.")
  Duration time;

  @Option(
      names = "--warmup",
      paramLabel = "T",
      converter = DurationOption.class,
      description =
          "Length of the uncounted run before each test, 0s for none. Default: that of a run.")
  Duration warmUp;

  @Option(
      names = "--ramp",
      paramLabel = "T",
      converter = DurationOption.class,
      description = "Added before each run, not counted. Default: a fifth of a run, at most 1s.")
  Duration ramp;

  @Option(
      names = "--interval",
      paramLabel = "T",
      converter = DurationOption.class,
      description = "Pause between tests. Default: 5s.")
  Duration interval;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description = "How I/O is done: auto (default), libaio, psync or nio.")
  String engine = "auto";

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "Only these tests, for example RND4K-Q32T1-read,RND4K-Q32T1-write.")
  List<String> only = new ArrayList<>();

  @Option(names = "--read-only", description = "Only the tests that do not write.")
  boolean readOnly;

  @Option(
      names = "--buffered",
      description = "Go through the page cache, which is bypassed otherwise (O_DIRECT).")
  boolean buffered;

  @Option(
      names = "--data",
      paramLabel = "KIND",
      converter = DataOption.class,
      description = "What is written: random (default) or zero.")
  DataPattern data = DataPattern.RANDOM;

  @Option(
      names = "--seed",
      paramLabel = "N",
      converter = NumberOption.Wide.class,
      description = "Start of the random numbers, for the same I/Os in the same order. Default: 1.")
  long seed = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = NumberOption.class,
      description = "Threads of every test, each with a queue of its own. Default: the suite's.")
  Integer threads;

  @Option(
      names = "--aggregate",
      paramLabel = "NAME",
      converter = AggregateOption.class,
      description =
          "How runs become one figure: cdm (default: best rate, lowest mean latency), mean or"
              + " median.")
  Aggregate aggregate;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description = "Form of the result: text (default) or json.")
  String format = "text";

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Write the result to this file instead of standard output.")
  Path output;

  @Option(
      names = "--overwrite",
      description = "Allow an existing file as TARGET to be written. ITS CONTENT IS LOST.")
  boolean overwrite;

  @Option(
      names = "--destroy-data",
      paramLabel = "DEVICE",
      description =
          "Allow the block device that is TARGET, and is named here once more, to be written. ITS"
              + " CONTENT IS LOST.")
  Path destroyData;

  @Option(
      names = "--dry-run",
      description = "Print what would be written and read, and how long it takes; do nothing.")
  boolean dryRun;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print where in this program an internal error came from.")
  boolean verbose;
}
