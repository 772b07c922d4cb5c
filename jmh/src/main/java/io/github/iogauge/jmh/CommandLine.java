package io.github.iogauge.jmh;

import com.fasterxml.jackson.jr.ob.JSON;
import io.github.iogauge.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;
import joptsimple.OptionSpec;

/** What the programs of this module have in common on the command line. */
final class CommandLine {

  /** What a program does once its options are read. */
  @FunctionalInterface
  interface Program {
    void run(OptionSet options) throws IOException, InterruptedException;
  }

  private CommandLine() {}

  /** Runs a program; what it refuses or what fails becomes one line and exit status 2. */
  static void run(OptionParser parser, String[] args, Program program) throws InterruptedException {
    OptionSpec<Void> help = parser.accepts("help", "shows this").forHelp();
    try {
      OptionSet options = parser.parse(args);
      if (options.has(help)) {
        parser.printHelpOn(System.out);
        return;
      }
      for (Object argument : options.nonOptionArguments()) {
        throw new BenchmarkException("argument", argument, "belongs to no option; --help tells");
      }
      program.run(options);
    } catch (OptionException | BenchmarkException | IOException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  /** The path that must be given. */
  static Path target(OptionSet options, OptionSpec<String> target) {
    if (!options.has(target)) {
      throw new BenchmarkException("target", "(none)", "name one with --target PATH");
    }
    return Path.of(options.valueOf(target));
  }

  /** How often something is done. */
  static int count(String field, int value) {
    if (value < 1) {
      throw new BenchmarkException(field, value, "must be 1 or more");
    }
    return value;
  }

  /** Reads {@code 3s} or {@code 500ms}, more than zero. */
  static Duration duration(String field, String text) {
    try {
      Duration duration = Duration.parse("PT" + (text.endsWith("ms") ? millis(text) : text));
      if (duration.compareTo(Duration.ZERO) > 0) {
        return duration;
      }
    } catch (RuntimeException e) {
      // Said below.
    }
    throw new BenchmarkException(field, text, "must be a time such as 3s or 500ms");
  }

  private static String millis(String text) {
    return Integer.parseInt(text.substring(0, text.length() - 2)) / 1e3 + "s";
  }

  /** Writes a report for programs, in place of what the file held. */
  static void writeJson(Path file, Map<String, Object> report) throws IOException {
    String text = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(report) + "\n";
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      String why = "cannot be written (" + e + "); name a file in a directory that takes one";
      throw new BenchmarkException("json", file, why);
    }
  }
}
