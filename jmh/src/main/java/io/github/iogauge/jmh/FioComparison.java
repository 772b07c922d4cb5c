package io.github.iogauge.jmh;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.ByteSize;
import io.github.iogauge.Result;
import io.github.iogauge.RunResult;
import io.github.iogauge.Suite;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.jmh.ComparisonTable.Program;
import io.github.iogauge.nativeio.NativeIo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import joptsimple.OptionParser;
import joptsimple.OptionSpec;

/**
 * Runs the library and fio on the same file or device in alternation, and prints what one makes of
 * it divided by what the other does. Timings drift, on virtual machines above all; the ratio of two
 * measurements of the same minute does not.
 *
 * <p>The library runs in this process, warmed up before the first pair is counted; its processor
 * time is that of the whole process within the measuring window.
 */
public final class FioComparison {

  private final BenchmarkJob.Builder job;
  private final Path target;
  private final long size;

  private FioComparison(BenchmarkJob.Builder job, Path target, long size) {
    this.job = job;
    this.target = target;
    this.size = size;
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
            .accepts("target", "directory (a file is made in it and removed), file or block device")
            .withRequiredArg()
            .describedAs("PATH");
    OptionSpec<Integer> pairs =
        parser.accepts("pairs", "rounds").withRequiredArg().ofType(Integer.class).defaultsTo(5);
    OptionSpec<String> time =
        parser
            .accepts("time", "length of each measurement, such as 3s or 500ms")
            .withRequiredArg()
            .defaultsTo("3s");
    OptionSpec<String> size =
        parser
            .accepts("size", "of the file or of the part that is used")
            .withRequiredArg()
            .defaultsTo("512MiB");
    OptionSpec<String> only =
        parser
            .accepts("only", "some of the cases")
            .withRequiredArg()
            .withValuesSeparatedBy(',')
            .describedAs("NAME,...");
    OptionSpec<String> json =
        parser.accepts("json", "writes all figures there").withRequiredArg().describedAs("FILE");
    parser.accepts("overwrite", "allows an existing file to be written");
    OptionSpec<String> destroy =
        parser
            .accepts("destroy-data", "names the device a second time to have it written")
            .withRequiredArg()
            .describedAs("DEVICE");
    CommandLine.run(
        parser,
        args,
        options -> {
          Path path = CommandLine.target(options, target);
          Duration duration = CommandLine.duration("time", options.valueOf(time));
          int rounds = CommandLine.count("pairs", options.valueOf(pairs));
          String version = FioProcess.version();
          long bytes = ByteSize.parse("size", options.valueOf(size));
          BenchmarkJob.Builder job =
              BenchmarkJob.builder().fileSize(bytes).overwrite(options.has("overwrite"));
          if (options.has(destroy)) {
            job.destroyData(Path.of(options.valueOf(destroy)));
          }
          boolean directory = Files.isDirectory(path);
          boolean mayWrite = directory || options.has("overwrite") || options.has(destroy);
          List<ComparisonCase> cases =
              chosen(ComparisonCase.all(duration), options.valuesOf(only), mayWrite);
          ComparisonTable table;
          if (directory) {
            try (ScratchFile file = ScratchFile.in(path, bytes)) {
              table = new FioComparison(job.overwrite(true), file.path(), bytes).run(cases, rounds);
            }
          } else {
            table = new FioComparison(job, path, bytes).run(cases, rounds);
          }
          System.out.print(table.text());
          if (options.has(json)) {
            write(Path.of(options.valueOf(json)), table, version, path, duration, rounds);
          }
        });
  }

  private static List<ComparisonCase> chosen(
      List<ComparisonCase> all, List<String> names, boolean mayWrite) {
    for (String name : names) {
      if (all.stream().noneMatch(test -> test.name().equals(name))) {
        throw new BenchmarkException(
            "only",
            name,
            "no such case; there are "
                + String.join(", ", all.stream().map(ComparisonCase::name).toList()));
      }
    }
    return all.stream()
        .filter(test -> names.isEmpty() || names.contains(test.name()))
        // What is named explicitly stays, and is refused by the library's own guards.
        .filter(test -> mayWrite || !test.workload().writes() || names.contains(test.name()))
        .toList();
  }

  private ComparisonTable run(List<ComparisonCase> cases, int pairs)
      throws IOException, InterruptedException {
    // Asks the guards about every case before fio, which has none, touches anything.
    for (ComparisonCase test : cases) {
      job(test).plan();
    }
    FioProcess fio = new FioProcess(target, size);
    ComparisonTable table = new ComparisonTable();
    for (ComparisonCase test : cases) {
      iogauge(test); // for the compiler, and not counted
      for (int pair = 1; pair <= pairs; pair++) {
        System.err.printf("%s, pair %d of %d%n", test.name(), pair, pairs);
        table.add(test.name(), Program.IOGAUGE, iogauge(test));
        table.add(test.name(), Program.FIO, fio.run(test, false));
        table.add(test.name(), Program.FIO_AT_ITS_BEST, fio.run(test, true));
      }
    }
    return table;
  }

  private BenchmarkJob job(ComparisonCase test) {
    Workload workload = test.workload();
    return job.target(target)
        .engine(test.engine())
        .suite(Suite.builder("comparison").steps(workload).fileSize(size).build())
        .build();
  }

  private Sample iogauge(ComparisonCase test) throws IOException {
    Result result = job(test).run();
    WorkloadResult workload = result.workload(test.name());
    if (workload.error().isPresent()) {
      throw new IOException("iogauge: " + test.name() + ": " + workload.error().get());
    }
    RunResult run = workload.runs().get(0);
    return new Sample(
        run.iops(),
        run.latency().meanNanos(),
        run.latency().percentileNanos(99),
        (double) cpuNanos(run) / run.operations());
  }

  private static long cpuNanos(RunResult run) throws IOException {
    return run.cpuNanos()
        .orElseThrow(() -> new IOException("iogauge: this Java does not tell its processor time"));
  }

  private static void write(
      Path file, ComparisonTable table, String version, Path target, Duration time, int pairs)
      throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("schema", "iogauge-fio-comparison/1");
    all.put("fio", version);
    all.put("java", Runtime.version().toString());
    NativeIo.binding().ifPresent(binding -> all.put("binding", binding));
    all.put("target", target.toString());
    all.put("timeNanos", time.toNanos());
    all.put("pairs", pairs);
    all.putAll(table.json());
    CommandLine.writeJson(file, all);
  }
}
