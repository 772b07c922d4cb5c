package io.github.iogauge.jmh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The figures of all pairs, and what follows from them: for each case, iogauge divided by fio,
 * paired by the round in which both were measured, as median, minimum and maximum.
 */
final class ComparisonTable {

  /** Who measured. */
  enum Program {
    IOGAUGE("iogauge", "Iogauge"),
    FIO("fio", "Fio"),
    FIO_AT_ITS_BEST("fio at its best", "FioAtItsBest");

    private final String label;
    private final String keyEnding;

    Program(String label, String keyEnding) {
      this.label = label;
      this.keyEnding = keyEnding;
    }

    String label() {
      return label;
    }
  }

  /** What is compared; for all but the rate, less is better. */
  private record Figure(String key, String heading, ToDoubleFunction<Sample> of) {}

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("iops", "IOPS", Sample::iops),
          new Figure("meanLatency", "mean latency", Sample::meanLatencyNanos),
          new Figure("p99Latency", "p99 latency", Sample::p99LatencyNanos),
          new Figure("cpuPerIo", "CPU per I/O", Sample::cpuNanosPerIo));

  private static final Program[] OTHERS = {Program.FIO, Program.FIO_AT_ITS_BEST};

  private final Map<String, Map<Program, List<Sample>>> samples = new LinkedHashMap<>();

  void add(String test, Program program, Sample sample) {
    samples
        .computeIfAbsent(test, name -> new LinkedHashMap<>())
        .computeIfAbsent(program, p -> new ArrayList<>())
        .add(sample);
  }

  /** The table as text. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%-24s %-16s", "iogauge : fio", ""));
    for (Figure figure : FIGURES) {
      text.append(String.format(Locale.ROOT, " %-22s", figure.heading()));
    }
    text.append(System.lineSeparator());
    samples.forEach(
        (test, programs) -> {
          for (Program other : OTHERS) {
            text.append(String.format(Locale.ROOT, "%-24s %-16s", test, other.label()));
            for (Figure figure : FIGURES) {
              Spread ratios = Spread.of(ratios(programs, other, figure));
              text.append(String.format(Locale.ROOT, " %-22s", text(ratios)));
            }
            text.append(System.lineSeparator());
          }
        });
    if (hasBothThreadCounts()) {
      for (Program other : OTHERS) {
        text.append(
            String.format(
                Locale.ROOT,
                "%-24s %-16s %s%n",
                "speed-up of 2 threads",
                other.label(),
                text(Spread.of(speedUpRatios(other)))));
      }
    }
    return text.toString();
  }

  /** Ours divided by theirs, round by round. */
  private static double[] ratios(
      Map<Program, List<Sample>> programs, Program other, Figure figure) {
    return divide(
        values(programs, Program.IOGAUGE, figure.of()), values(programs, other, figure.of()));
  }

  private static String text(Spread spread) {
    return String.format(
        Locale.ROOT, "%.3f (%.3f to %.3f)", spread.median(), spread.min(), spread.max());
  }

  /** Everything, for programs: each measurement, and the ratios. */
  Map<String, Object> json() {
    List<Object> cases = new ArrayList<>();
    samples.forEach(
        (test, programs) -> {
          Map<String, Object> entry = new LinkedHashMap<>();
          entry.put("name", test);
          for (Program other : OTHERS) {
            Map<String, Object> ratios = new LinkedHashMap<>();
            for (Figure figure : FIGURES) {
              ratios.put(figure.key(), Spread.of(ratios(programs, other, figure)).json());
            }
            entry.put("ratioTo" + other.keyEnding, ratios);
          }
          Map<String, Object> measured = new LinkedHashMap<>();
          programs.forEach((program, list) -> measured.put(program.label(), runs(list)));
          entry.put("measured", measured);
          cases.add(entry);
        });
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("cases", cases);
    if (hasBothThreadCounts()) {
      for (Program other : OTHERS) {
        json.put("speedUpRatioTo" + other.keyEnding, Spread.of(speedUpRatios(other)).json());
      }
    }
    return json;
  }

  private static List<Object> runs(List<Sample> list) {
    List<Object> runs = new ArrayList<>();
    for (Sample sample : list) {
      Map<String, Object> run = new LinkedHashMap<>();
      run.put("iops", sample.iops());
      run.put("meanLatencyNanos", sample.meanLatencyNanos());
      run.put("p99LatencyNanos", sample.p99LatencyNanos());
      run.put("cpuNanosPerIo", sample.cpuNanosPerIo());
      runs.add(run);
    }
    return runs;
  }

  private boolean hasBothThreadCounts() {
    return samples.containsKey(ComparisonCase.ONE_THREAD)
        && samples.containsKey(ComparisonCase.TWO_THREADS);
  }

  /** How much two threads gain over one in iogauge, against how much they gain in fio. */
  private double[] speedUpRatios(Program other) {
    return divide(speedUps(Program.IOGAUGE), speedUps(other));
  }

  private double[] speedUps(Program program) {
    return divide(
        values(samples.get(ComparisonCase.TWO_THREADS), program, Sample::iops),
        values(samples.get(ComparisonCase.ONE_THREAD), program, Sample::iops));
  }

  private static double[] values(
      Map<Program, List<Sample>> programs, Program program, ToDoubleFunction<Sample> figure) {
    return programs.get(program).stream().mapToDouble(figure).toArray();
  }

  private static double[] divide(double[] ours, double[] theirs) {
    double[] ratios = new double[ours.length];
    for (int i = 0; i < ours.length; i++) {
      ratios[i] = ours[i] / theirs[i];
    }
    return ratios;
  }
}
