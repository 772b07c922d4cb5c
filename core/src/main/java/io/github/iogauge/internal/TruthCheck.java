package io.github.iogauge.internal;

import io.github.iogauge.RunResult;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.device.DeviceCounters;
import java.util.Locale;
import java.util.Optional;

/** Compares what a workload moved with what the device says it moved. */
final class TruthCheck {

  /** Below this share the data cannot all have come from, or gone to, the device. */
  private static final double ENOUGH = 0.9;

  private TruthCheck() {}

  /** A warning if the device moved much less than a workload did in one of its runs. */
  static Optional<String> warning(WorkloadResult result) {
    for (RunResult run : result.runs()) {
      Optional<String> warning =
          run.deviceCounters()
              .flatMap(
                  device ->
                      compare(result.name(), "read", run.read().bytes(), device)
                          .or(() -> compare(result.name(), "write", run.write().bytes(), device)));
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
}
