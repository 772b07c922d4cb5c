package io.github.iogauge;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the runs of a workload become one figure. */
public enum Aggregate {
  /**
   * As CrystalDiskMark 8 reports: the best rate of all runs, and the lowest mean latency of all
   * runs, which need not be the same run. IOPS follow from the rate.
   */
  CDM {
    @Override
    double rate(double[] rates) {
      return Arrays.stream(rates).max().orElseThrow();
    }

    @Override
    double latency(double[] means) {
      return Arrays.stream(means).min().orElseThrow();
    }
  },
  /** The arithmetic mean over the runs. */
  MEAN {
    @Override
    double rate(double[] rates) {
      return Arrays.stream(rates).average().orElseThrow();
    }

    @Override
    double latency(double[] means) {
      return rate(means);
    }
  },
  /** The middle run; the mean of the two in the middle of an even number. */
  MEDIAN {
    @Override
    double rate(double[] rates) {
      double[] sorted = rates.clone();
      Arrays.sort(sorted);
      int middle = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    @Override
    double latency(double[] means) {
      return rate(means);
    }
  };

  abstract double rate(double[] rates);

  abstract double latency(double[] means);

  /** The name in options and JSON: {@code cdm}, {@code mean} or {@code median}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The aggregate of that label.
   *
   * @throws BenchmarkException for an unknown label
   */
  public static Aggregate of(String label) {
    for (Aggregate aggregate : values()) {
      if (aggregate.label().equalsIgnoreCase(label)) {
        return aggregate;
      }
    }
    throw new BenchmarkException(
        "aggregate",
        label,
        "known are "
            + Arrays.stream(values()).map(Aggregate::label).collect(Collectors.joining(", ")));
  }

  Summary of(List<RunResult> runs, int blockSize) {
    double rate = rate(runs.stream().mapToDouble(RunResult::bytesPerSecond).toArray());
    double[] latencies =
        runs.stream()
            .filter(run -> run.latency().count() > 0)
            .mapToDouble(run -> run.latency().meanNanos())
            .toArray();
    return new Summary(rate, rate / blockSize, latencies.length == 0 ? 0 : latency(latencies));
  }
}
