package io.github.iogauge.examples.cli;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.Suite;
import io.github.iogauge.Workload;
import io.github.iogauge.preset.CrystalDiskMark;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The suites by the names they have on the command line, and how options change them. */
final class Suites {

  /** A new suite is a line here. */
  private static final Map<String, Supplier<Suite>> BY_NAME =
      new TreeMap<>(Map.of("cdm", CrystalDiskMark::defaultProfile));

  private Suites() {}

  /**
   * The suite of a name.
   *
   * @throws BenchmarkException for an unknown name, listing those that are known
   */
  static Suite named(String name) {
    Supplier<Suite> suite = BY_NAME.get(name);
    if (suite == null) {
      throw new BenchmarkException(
          "suite", name, "no such suite; known are " + String.join(", ", BY_NAME.keySet()));
    }
    return suite.get();
  }

  /** The suite that the options ask for, with the tests and threads that they ask for. */
  static Suite chosen(RunOptions options) {
    Suite suite = named(options.suite);
    if (!options.only.isEmpty()) {
      suite = suite.only(originalNames(suite, options));
    }
    if (options.readOnly || leavesWritesOut(options)) {
      if (suite.workloads().stream().allMatch(Workload::writes)) {
        throw new BenchmarkException(
            "only",
            String.join(",", options.only),
            "with --read-only no test is left; name one that ends in -read");
      }
      suite = suite.readOnly();
    }
    return options.threads == null ? suite : suite.map(w -> withThreads(w, options.threads));
  }

  /**
   * Whether the tests that write are left out without having been asked for: the target is a file
   * or a device, and nothing allows it to be written. A write test named in {@code --only} is not
   * left out; the job refuses it.
   */
  static boolean leavesWritesOut(RunOptions options) {
    if (options.readOnly || !options.only.isEmpty() || !Files.exists(options.target)) {
      return false;
    }
    boolean allowed =
        Files.isDirectory(options.target)
            || (Files.isRegularFile(options.target)
                ? options.overwrite
                : options.destroyData != null);
    return !allowed && named(options.suite).writes();
  }

  /** Names as the suite has them, for those given as they are after {@code --threads}. */
  private static List<String> originalNames(Suite suite, RunOptions options) {
    if (options.threads == null) {
      return options.only;
    }
    return options.only.stream()
        .map(
            name ->
                suite.workloads().stream()
                    .map(Workload::name)
                    .filter(original -> renamed(original, options.threads).equals(name))
                    .findFirst()
                    .orElse(name))
        .toList();
  }

  private static Workload withThreads(Workload workload, int threads) {
    return workload.toBuilder().name(renamed(workload.name(), threads)).threads(threads).build();
  }

  private static String renamed(String name, int threads) {
    return name.replace("T1-", "T" + threads + "-");
  }
}
