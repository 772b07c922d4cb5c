package io.github.iogauge.nativeio;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a main class of these tests in a JVM of its own, for what only a fresh JVM can show. */
final class ChildJvm {

  private ChildJvm() {}

  /** What the program printed on standard output; the test fails if it did not exit with 0. */
  static String run(Class<?> main, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Arrays.asList(options));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    File errors = File.createTempFile("iogauge-child", ".err");
    try {
      Process process = new ProcessBuilder(command).redirectError(errors).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new AssertionError(
            command
                + " failed: "
                + output
                + new String(Files.readAllBytes(errors.toPath()), StandardCharsets.UTF_8));
      }
      return output;
    } finally {
      Files.deleteIfExists(errors.toPath());
    }
  }
}
