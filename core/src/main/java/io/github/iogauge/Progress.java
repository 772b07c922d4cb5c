package io.github.iogauge;

import java.time.Duration;
import java.util.Locale;

/**
 * Where a job is at the moment.
 *
 * @param phase what is being done
 * @param workload the name of the current workload; empty while the test file is prepared
 * @param workloadNumber of the current workload, from 1; 0 while the test file is prepared
 * @param workloads how many workloads the job has
 * @param run the counted run, from 1; 0 in the warm-up
 * @param runs how many counted runs each workload has
 * @param bytesPerSecond rate since the event before
 * @param iops I/Os per second since the event before
 * @param inFlight I/Os that the device has not answered yet
 * @param elapsed since the job began
 * @param remaining an estimate of the time that the whole job still needs; drains are not foreseen
 */
public record Progress(
    Phase phase,
    String workload,
    int workloadNumber,
    int workloads,
    int run,
    int runs,
    double bytesPerSecond,
    double iops,
    long inFlight,
    Duration elapsed,
    Duration remaining) {

  /** What a job is doing. */
  public enum Phase {
    /** The test file is being written. */
    PREPARING,
    /** An uncounted run. */
    WARM_UP,
    /** A counted run. */
    MEASURING,
    /** The window is closed; the I/Os still in flight are waited for. */
    DRAINING,
    /** The interval between two workloads, or a pause that the suite asks for. */
    PAUSING,
    /** Everything is done, also after an error or a cancel. */
    FINISHED
  }

  /** One line for a log. */
  @Override
  public String toString() {
    String what =
        switch (phase) {
          case PREPARING -> "preparing the test file";
          case WARM_UP -> where() + " warm-up";
          case MEASURING -> where() + " run " + run + "/" + runs;
          case DRAINING -> where() + " draining " + inFlight + " I/Os";
          case PAUSING -> where() + " pausing";
          case FINISHED -> "finished";
        };
    String rate =
        phase == Phase.PAUSING || phase == Phase.FINISHED
            ? ""
            : String.format(Locale.ROOT, ", %.2f MB/s, %.0f IOPS", bytesPerSecond / 1e6, iops);
    return what + rate + ", " + remaining.toSeconds() + " s left";
  }

  private String where() {
    return workload + " (" + workloadNumber + "/" + workloads + ")";
  }
}
