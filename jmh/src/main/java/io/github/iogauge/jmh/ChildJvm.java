package io.github.iogauge.jmh;

import io.github.iogauge.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of its own for a program that embeds the library: the same java and class path as here, and
 * no option but those given and the one that the library asks for.
 *
 * @param startedMillis the clock before the process was made
 * @param succeeded whether it exited with 0 within its time
 * @param output the lines it printed, on standard error too
 */
record ChildJvm(long startedMillis, boolean succeeded, List<String> output) {

  /** Since when the JVM warns about native access that was not allowed. */
  private static final int WARNS = 24;

  /** Runs a program to its end; one that takes longer than the limit is ended. */
  static ChildJvm run(Class<?> main, Duration limit, List<String> options, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= WARNS) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(args));
    // A file rather than a pipe: a program that hangs must not keep the reader.
    Path output = Files.createTempFile("iogauge-jmh-", ".out");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
      long startedMillis = System.currentTimeMillis();
      Process process = builder.start();
      try {
        boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        return new ChildJvm(
            startedMillis, ended && process.exitValue() == 0, Files.readAllLines(output));
      } finally {
        process.destroyForcibly();
      }
    } finally {
      Files.delete(output);
    }
  }

  /**
   * The numbers that it printed.
   *
   * @throws IOException with its own words if it did not get so far
   */
  List<Long> numbers() throws IOException {
    String last = output.isEmpty() ? "" : output.get(output.size() - 1);
    if (!succeeded || !last.matches("-?\\d+( -?\\d+)*")) {
      // The first line: below it stands, if anything, where in the program it happened.
      throw new IOException(output.isEmpty() ? "a JVM ended and said nothing" : output.get(0));
    }
    List<Long> numbers = new ArrayList<>();
    for (String number : last.split(" ", -1)) {
      numbers.add(Long.valueOf(number));
    }
    return numbers;
  }

  /** In the child: ends it, with one line, unless every test has its result. */
  static void exitIfFailed(Result result) {
    boolean complete = result.workloads().size() == result.suite().workloads().size();
    if (result.failed() || !complete) {
      System.err.println(
          result
              .error()
              .or(
                  () ->
                      result.workloads().stream()
                          .flatMap(w -> w.error().map(e -> w.name() + ": " + e).stream())
                          .findFirst())
              .orElse("not every test has a result"));
      System.exit(1);
    }
  }
}
