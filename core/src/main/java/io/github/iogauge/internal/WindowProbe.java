package io.github.iogauge.internal;

import com.sun.management.OperatingSystemMXBean;
import io.github.iogauge.device.CountersReader;
import io.github.iogauge.device.DeviceCounters;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads what the device and the process have used, at both ends of a window. One thread of a
 * workload does it for all.
 */
final class WindowProbe {

  private final Optional<CountersReader> counters;
  private final OperatingSystemMXBean system;
  private Optional<DeviceCounters> countersAtOpen = Optional.empty();
  private long cpuAtOpen = -1;

  WindowProbe(Optional<CountersReader> counters) {
    this.counters = counters;
    this.system =
        ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean bean
            ? bean
            : null;
  }

  void open() {
    cpuAtOpen = cpuTime();
    countersAtOpen = counters.flatMap(CountersReader::read);
  }

  /** What the device did since the window opened; empty if it does not tell, or was replaced. */
  Optional<DeviceCounters> deviceCounters() {
    return countersAtOpen
        .flatMap(before -> counters.flatMap(CountersReader::read).map(now -> now.minus(before)))
        .filter(difference -> !difference.wentBackwards());
  }

  /** Processor time of the whole process since the window opened; empty if Java does not tell. */
  OptionalLong cpuNanos() {
    long now = cpuTime();
    return cpuAtOpen < 0 || now < 0 ? OptionalLong.empty() : OptionalLong.of(now - cpuAtOpen);
  }

  private long cpuTime() {
    return system == null ? -1 : system.getProcessCpuTime();
  }
}
