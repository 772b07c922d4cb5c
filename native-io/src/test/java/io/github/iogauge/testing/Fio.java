package io.github.iogauge.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs fio and reads the figures out of its JSON report. */
public final class Fio {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private Fio() {}

  /**
   * A report of fio.
   *
   * @param version such as {@code fio-3.33}
   * @param jobs one entry per job, or per group with {@code --group_reporting}
   * @param json the whole report as {@link MiniJson} reads it, for what has no accessor here
   */
  public record Report(String version, List<Job> jobs, Object json) {
    /** The only job of a report that has one. */
    public Job job() {
      if (jobs.size() != 1) {
        throw new IllegalStateException("not one job but " + jobs.size());
      }
      return jobs.get(0);
    }
  }

  /**
   * One job.
   *
   * @param name its name
   * @param error errno of the error that ended it, 0 when none did
   * @param read what it read
   * @param write what it wrote
   */
  public record Job(String name, int error, Direction read, Direction write) {}

  /**
   * One direction of one job; all zero when nothing went that way.
   *
   * @param bytes bytes moved
   * @param bytesPerSecond bytes moved over the run time
   * @param iops operations over the run time
   * @param meanLatencyNanos mean time from before submission to completion (fio's {@code lat})
   * @param p99CompletionNanos 99th percentile of the time from after submission to completion
   *     (fio's {@code clat}), to within 1/128; 0 when fio was told not to gather it
   * @param operations operations completed
   * @param runtimeMillis the run time, rounded up
   */
  public record Direction(
      long bytes,
      double bytesPerSecond,
      double iops,
      double meanLatencyNanos,
      long p99CompletionNanos,
      long operations,
      long runtimeMillis) {}

  /** Whether fio is installed. */
  public static boolean available() {
    return Shell.which("fio").isPresent();
  }

  /** The version, such as {@code fio-3.33}. */
  public static String version() {
    return Shell.run("fio", "--version").stdout().strip();
  }

  /** Runs fio with these arguments; the output format is added. */
  public static Report run(String... arguments) {
    return parse(Shell.run(TIMEOUT, command(List.of(arguments))).stdout());
  }

  /** Runs fio with these arguments in the cgroup of a throttle; the output format is added. */
  public static Report run(Throttle throttle, String... arguments) {
    return parse(Shell.run(TIMEOUT, throttle.command(command(List.of(arguments)))).stdout());
  }

  /** The command line for these arguments, for callers that run it themselves. */
  public static List<String> command(List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add("fio");
    line.add("--output-format=json");
    line.addAll(arguments);
    return List.copyOf(line);
  }

  /** Reads what fio printed, notes before the JSON included. */
  public static Report parse(String stdout) {
    int start = stdout.startsWith("{") ? 0 : stdout.indexOf("\n{") + 1;
    int end = stdout.lastIndexOf('}') + 1;
    if (end <= start || stdout.charAt(start) != '{') {
      throw new IllegalArgumentException("no JSON in the output of fio: " + stdout);
    }
    Object json = MiniJson.parse(stdout.substring(start, end));
    List<Job> jobs = new ArrayList<>();
    for (Object job : MiniJson.list(json, "jobs")) {
      jobs.add(
          new Job(
              MiniJson.string(job, "jobname"),
              (int) MiniJson.number(job, "error"),
              direction(MiniJson.at(job, "read")),
              direction(MiniJson.at(job, "write"))));
    }
    return new Report(MiniJson.string(json, "fio version"), List.copyOf(jobs), json);
  }

  private static Direction direction(Object json) {
    Object percentiles = MiniJson.at(json, "clat_ns", "percentile");
    long p99 =
        percentiles instanceof Map<?, ?> map && map.get("99.000000") instanceof Long nanos
            ? nanos
            : 0;
    return new Direction(
        (long) MiniJson.number(json, "io_bytes"),
        MiniJson.number(json, "bw_bytes"),
        MiniJson.number(json, "iops"),
        MiniJson.number(json, "lat_ns", "mean"),
        p99,
        (long) MiniJson.number(json, "total_ios"),
        (long) MiniJson.number(json, "runtime"));
  }
}
