package io.github.iogauge.jmh;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs the fio that is installed, and reads its report. */
final class FioProcess {

  private static final String MISSING =
      "fio: is not installed or not on the PATH; install it, on Debian with: apt-get install fio";

  private final Path target;
  private final long size;

  /**
   * Names what fio works on.
   *
   * @param target an existing file or block device
   * @param size of the part that is used, in bytes from its start
   */
  FioProcess(Path target, long size) {
    this.target = target;
    this.size = size;
  }

  /**
   * The version that is installed.
   *
   * @throws IOException with one line that says how to install it
   */
  static String version() throws IOException, InterruptedException {
    return run(List.of("fio", "--version")).strip();
  }

  /** Runs one job, or several of one group, and returns what the group did. */
  Sample run(ComparisonCase test, boolean atItsBest) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add("fio");
    command.addAll(atItsBest ? test.fioAtItsBest() : test.fioArguments());
    command.add("--filename=" + target.toString().replace(":", "\\:"));
    command.add("--size=" + size);
    command.add("--lat_percentiles=1");
    command.add("--clat_percentiles=0");
    command.add("--output-format=json");
    String report = run(command);
    return sample(report.substring(Math.max(0, report.indexOf('{'))), test);
  }

  static Sample sample(String json, ComparisonCase test) throws IOException {
    Map<String, Object> job = map(list(JSON.std.mapFrom(json).get("jobs")).get(0));
    if (number(job.get("error")) != 0) {
      throw new IOException("fio: " + test.name() + " ended with error " + job.get("error"));
    }
    Map<String, Object> side = map(job.get(test.workload().operation()));
    Map<String, Object> latency = map(side.get("lat_ns"));
    // Percent of one processor, averaged over the threads of the group.
    double cpu = number(job.get("usr_cpu")) + number(job.get("sys_cpu"));
    double nanos = cpu / 100 * number(side.get("runtime")) * 1e6 * test.workload().threads();
    return new Sample(
        number(side.get("iops")),
        number(latency.get("mean")),
        number(map(latency.get("percentile")).get("99.000000")),
        nanos / number(side.get("total_ios")));
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new IOException(MISSING, e);
    }
    try {
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException("fio: ended with status " + status + "\n" + output);
      }
      return output;
    } finally {
      process.destroy();
    }
  }

  @SuppressWarnings("unchecked") // JSON objects are maps from strings
  private static Map<String, Object> map(Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw new IOException("fio: its report lacks an object that was expected");
  }

  private static List<?> list(Object value) throws IOException {
    if (value instanceof List<?> list && !list.isEmpty()) {
      return list;
    }
    throw new IOException("fio: its report lacks a list that was expected");
  }

  private static double number(Object value) throws IOException {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new IOException("fio: its report lacks a number that was expected");
  }
}
