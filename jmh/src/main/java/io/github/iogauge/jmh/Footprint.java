package io.github.iogauge.jmh;

import io.github.iogauge.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import joptsimple.OptionParser;
import joptsimple.OptionSpec;

/**
 * Measures what the library takes of a program that embeds it: the time from the start of the JVM
 * to the first I/O, the peak of its resident memory, and the smallest heap with which
 * CrystalDiskMark's default profile runs. Each measurement is a JVM of its own.
 */
public final class Footprint {

  /**
   * Enough for the largest block at its depth; no figure but the time to write it grows with it.
   */
  private static final int FILE_SIZE = 32 << 20;

  /** For all that is not measuring, on a slow machine with a slow card. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** More than the profile has, each with its ramp. */
  private static final int RUNS_OF_A_PROFILE = 60;

  private final Path file;
  private final int runs;
  private final Duration time;

  private Footprint(Path file, int runs, Duration time) {
    this.file = file;
    this.runs = runs;
    this.time = time;
  }

  /**
   * Runs the program.
   *
   * @param args {@code --help} tells
   */
  public static void main(String[] args) throws InterruptedException {
    OptionParser parser = new OptionParser();
    OptionSpec<String> target =
        parser
            .accepts("target", "directory; a file is made in it and removed")
            .withRequiredArg()
            .describedAs("DIR");
    OptionSpec<Integer> runs =
        parser
            .accepts("runs", "JVMs for each figure, and for each heap that is tried")
            .withRequiredArg()
            .ofType(Integer.class)
            .defaultsTo(5);
    OptionSpec<String> time =
        parser
            .accepts("time", "length of each of the profile's runs, such as 100ms")
            .withRequiredArg()
            .defaultsTo("100ms");
    OptionSpec<String> json =
        parser.accepts("json", "writes all figures there").withRequiredArg().describedAs("FILE");
    CommandLine.run(
        parser,
        args,
        options -> {
          Path directory = CommandLine.target(options, target);
          int count = CommandLine.count("runs", options.valueOf(runs));
          Duration duration = CommandLine.duration("time", options.valueOf(time));
          FootprintFigures figures;
          try (ScratchFile file = scratchFile(directory)) {
            figures = new Footprint(file.path(), count, duration).measure();
          }
          System.out.print(figures.text());
          if (options.has(json)) {
            write(Path.of(options.valueOf(json)), figures, directory, count, duration);
          }
        });
  }

  private static ScratchFile scratchFile(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new BenchmarkException("target", directory, "is not a directory; name one");
    }
    try {
      return ScratchFile.in(directory, FILE_SIZE);
    } catch (IOException e) {
      throw new BenchmarkException(
          "target", directory, "no file can be made in it (" + e + "); name another directory");
    }
  }

  private FootprintFigures measure() throws IOException, InterruptedException {
    firstIo(); // brings the JVM's own files into the page cache, and is not counted
    List<Start> starts = new ArrayList<>();
    List<Peak> peaks = new ArrayList<>();
    for (int run = 1; run <= runs; run++) {
      System.err.printf("run %d of %d%n", run, runs);
      starts.add(firstIo());
      peaks.add(peak());
    }
    OptionalInt heap = SmallestHeap.search(FootprintFigures.LARGEST_HEAP, this::runsWithHeap);
    boolean peakIsKnown = peaks.stream().allMatch(peak -> peak.bytes() >= 0);
    return new FootprintFigures(
        spread(starts, Start::mainMillis),
        spread(starts, Start::firstIoMillis),
        peakIsKnown ? Optional.of(spread(peaks, Peak::bytesAtMain)) : Optional.empty(),
        peakIsKnown ? Optional.of(spread(peaks, Peak::bytes)) : Optional.empty(),
        heap);
  }

  /** How long it took, from before the process was made. */
  private record Start(long mainMillis, long firstIoMillis) {}

  private Start firstIo() throws IOException, InterruptedException {
    ChildJvm jvm = ChildJvm.run(FirstIo.class, PATIENCE, List.of(), file.toString());
    List<Long> clock = jvm.numbers();
    return new Start(clock.get(0) - jvm.startedMillis(), clock.get(1) - jvm.startedMillis());
  }

  private record Peak(long bytesAtMain, long bytes) {}

  private Peak peak() throws IOException, InterruptedException {
    List<Long> bytes = profile(List.of()).numbers();
    return new Peak(bytes.get(0), bytes.get(1));
  }

  /** Whether the profile runs with a heap, and does so every time. */
  private boolean runsWithHeap(int mebibytes) throws IOException, InterruptedException {
    for (int run = 1; run <= runs; run++) {
      // Without the second option a thread may die of it and others go on.
      List<String> options = List.of("-Xmx" + mebibytes + "m", "-XX:+ExitOnOutOfMemoryError");
      if (!profile(options).succeeded()) {
        System.err.printf("heap of %d MiB: not enough%n", mebibytes);
        return false;
      }
    }
    System.err.printf("heap of %d MiB: enough%n", mebibytes);
    return true;
  }

  private ChildJvm profile(List<String> options) throws IOException, InterruptedException {
    Duration limit = PATIENCE.plus(time.multipliedBy(RUNS_OF_A_PROFILE));
    return ChildJvm.run(ShortProfile.class, limit, options, file.toString(), time.toString());
  }

  private static <T> Spread spread(List<T> measured, ToDoubleFunction<T> figure) {
    return Spread.of(measured.stream().mapToDouble(figure).toArray());
  }

  private static void write(
      Path json, FootprintFigures figures, Path target, int runs, Duration time)
      throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("schema", "iogauge-footprint/1");
    all.put("java", Runtime.version().toString());
    all.put("processors", Runtime.getRuntime().availableProcessors());
    all.put("target", target.toString());
    all.put("runs", runs);
    all.put("timeNanos", time.toNanos());
    all.putAll(figures.json());
    CommandLine.writeJson(json, all);
  }
}
