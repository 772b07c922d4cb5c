package io.github.iogauge.internal;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.device.StorageDevice;
import io.github.iogauge.nativeio.DirectFile;
import io.github.iogauge.nativeio.NativeIo;
import io.github.iogauge.nativeio.NativeIoException;
import io.github.iogauge.nativeio.OpenFlag;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exclusive claim on a block device that is going to be written, held as long as anything may
 * still write. The kernel grants it only if the device is neither mounted nor used as swap nor
 * claimed by anyone else, and lets nobody mount it meanwhile; so there is no moment between check
 * and write.
 */
final class DeviceClaim implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DeviceClaim.class);

  private final DirectFile file;

  private DeviceClaim(DirectFile file) {
    this.file = file;
  }

  /**
   * Claims a device.
   *
   * @param path of its device file
   * @param expected the device that was examined, and that must be the one that is opened
   * @throws BenchmarkException if the kernel refuses, or another device has taken its place
   */
  static DeviceClaim take(Path path, StorageDevice expected) {
    NativeIo.unavailable()
        .ifPresent(
            reason -> {
              throw new BenchmarkException(
                  "target", path, "block devices are written through native I/O only: " + reason);
            });
    try {
      DirectFile file =
          DirectFile.open(
              path, OpenFlag.READ, OpenFlag.WRITE, OpenFlag.EXCLUSIVE_DEVICE, OpenFlag.NO_FOLLOW);
      DeviceClaim claim = new DeviceClaim(file);
      if (!file.isBlockDevice() || !file.identity().deviceNumber().equals(expected.number())) {
        claim.close();
        throw new BenchmarkException(
            "target", path, "is not the device any more that was checked; try again");
      }
      return claim;
    } catch (NativeIoException e) {
      throw new BenchmarkException("target", path, "must not be written: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (NativeIoException e) {
      LOG.warn("{}", e.getMessage());
    }
  }
}
