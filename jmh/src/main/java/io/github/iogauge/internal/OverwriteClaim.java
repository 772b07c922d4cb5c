package io.github.iogauge.internal;

import io.github.iogauge.AccessPattern;
import io.github.iogauge.BenchmarkException;
import io.github.iogauge.DataPattern;
import io.github.iogauge.JobOptions;
import io.github.iogauge.Suite;
import io.github.iogauge.Workload;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a job of the library asks and holds before it writes to an existing file or device, for
 * harnesses that write without a job.
 *
 * <p>It stands in this package because these guards are nobody's API.
 */
public final class OverwriteClaim implements AutoCloseable {

  private final Optional<DeviceClaim> device;

  private OverwriteClaim(Optional<DeviceClaim> device) {
    this.device = device;
  }

  /**
   * Checks that nothing uses the target, and claims it if it is a device, so that nobody can mount
   * it until this is closed.
   *
   * @param path the target, which the user has named twice
   * @param blockDevice whether it is a block device; an ordinary file otherwise
   * @throws BenchmarkException if it must not be written; one line that says why
   */
  public static OverwriteClaim take(Path path, boolean blockDevice) {
    Suite writing =
        Suite.builder("overwrite")
            .steps(Workload.of("overwrite", AccessPattern.random(), 0).requests(1).build())
            .build();
    JobSpec spec =
        new JobSpec(
            path,
            writing,
            false,
            new JobOptions("auto", true, DataPattern.RANDOM, 1, !blockDevice, blockDevice),
            Optional.empty(),
            blockDevice ? Optional.of(path) : Optional.empty(),
            progress -> {});
    Target target = Target.examine(spec);
    return new OverwriteClaim(
        blockDevice
            ? Optional.of(DeviceClaim.take(target.realPath(), target.info().device().orElseThrow()))
            : Optional.empty());
  }

  /** Gives the device back. */
  @Override
  public void close() {
    device.ifPresent(DeviceClaim::close);
  }
}
