package io.github.iogauge.examples.cli;

import io.github.iogauge.Progress;
import io.github.iogauge.Progress.Phase;
import java.time.Duration;
import java.util.Locale;

/** The words for what a job is doing. */
final class ProgressText {

  private ProgressText() {}

  /** What is being done, without figures that change all the time. */
  static String activity(Progress progress) {
    return switch (progress.phase()) {
      case PREPARING -> "writing the test file";
      case WARM_UP -> test(progress) + " warm-up";
      case MEASURING -> test(progress) + " run " + progress.run() + "/" + progress.runs();
      case DRAINING -> test(progress) + " draining " + count(progress.inFlight(), "I/O");
      case PAUSING -> "pause";
      case FINISHED -> "ended";
    };
  }

  private static String test(Progress progress) {
    return "["
        + progress.workloadNumber()
        + "/"
        + progress.workloads()
        + "] "
        + Complaints.oneLine(progress.workload());
  }

  private static String count(long amount, String noun) {
    return amount + " " + noun + (amount == 1 ? "" : "s");
  }

  /** How fast, where something moves. */
  static String rate(Progress progress) {
    Phase phase = progress.phase();
    if (phase == Phase.PREPARING) {
      return String.format(Locale.ROOT, "%.2f MB/s", progress.bytesPerSecond() / 1e6);
    }
    if (phase == Phase.WARM_UP || phase == Phase.MEASURING) {
      return String.format(
          Locale.ROOT, "%.2f MB/s, %.0f IOPS", progress.bytesPerSecond() / 1e6, progress.iops());
    }
    return "";
  }

  /** A time as people say it: {@code 45 s}, {@code 5 min 20 s}, {@code 2 h 5 min}. */
  static String time(Duration duration) {
    // Half a second more, so that 59.8 s is not 59 s.
    long seconds = duration.plusMillis(500).toSeconds();
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return seconds / 60 + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
    }
    long minutes = seconds / 60;
    return minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
  }

  /** A time in few characters: {@code 0:45}, {@code 5:20}, {@code 2:05:00}. */
  static String clock(Duration duration) {
    long seconds = duration.plusMillis(500).toSeconds();
    return seconds < 3600
        ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
}
