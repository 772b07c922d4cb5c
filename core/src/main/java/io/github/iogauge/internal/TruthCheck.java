package io.github.iogauge.internal;

import io.github.iogauge.RunResult;
import io.github.iogauge.SyncPolicy;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.device.DeviceCounters;
import java.util.Locale;
import java.util.Optional;

/** Compares what a workload moved with what the device says it moved. */
final class TruthCheck {

  /** Below this share the data cannot all have come from, or gone to, the device. */
  private static final double ENOUGH = 0.9;

  /** Above this multiple of what a workload asked for, something else was using the device. */
  private static final double TOO_MUCH = 1.2;

  /** What file systems and other programs write in passing, and what disturbs no figure. */
  private static final long SLACK_BYTES = 1 << 20;

  private TruthCheck() {}

  /**
   * A warning if the device moved much less than a workload did in one of its runs, or much more.
   */
  static Optional<String> warning(WorkloadResult result) {
    for (RunResult run : result.runs()) {
      Optional<String> warning =
          run.deviceCounters()
              .flatMap(
                  device ->
                      compare(result.name(), "read", run.read().bytes(), device)
                          .or(() -> compare(result.name(), "write", run.write().bytes(), device))
                          .or(() -> foreign(result, run, device)));
      if (warning.isPresent()) {
        return warning;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> compare(
      String workload, String operation, long asked, DeviceCounters device) {
    long moved = operation.equals("read") ? device.readBytes() : device.writeBytes();
    if (asked == 0 || moved >= asked * ENOUGH) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s: the device moved %d of %d bytes %s (%.0f %%); the rest was served by a cache,"
                + " compressed away or never stored",
            workload,
            moved,
            asked,
            operation.equals("read") ? "read" : "written",
            100.0 * moved / asked));
  }

  /**
   * Only for direct I/O without syncs: a page cache reads ahead and writes late, and a journal has
   * its own part in every sync.
   */
  private static Optional<String> foreign(
      WorkloadResult result, RunResult run, DeviceCounters device) {
    Workload workload = result.workload();
    if (!result.direct() || workload.sync().kind() != SyncPolicy.Kind.NONE) {
      return Optional.empty();
    }
    // What was in flight at either end of the window may count on one side only.
    long inFlight = (long) workload.blockSize() * workload.queueDepth() * workload.threads();
    long moved = device.readBytes() + device.writeBytes();
    if (moved <= run.bytes() * TOO_MUCH + SLACK_BYTES + inFlight) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s: the device moved %d bytes while this test moved %d; something else used it, so the"
                + " figures are too low",
            result.name(),
            moved,
            run.bytes()));
  }
}
