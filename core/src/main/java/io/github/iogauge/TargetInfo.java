package io.github.iogauge;

import io.github.iogauge.device.StorageDevice;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What was measured.
 *
 * @param path as the caller named it
 * @param kind what stands there
 * @param fileSize the size of the file or region that was used, in bytes
 * @param fileSystem its type, for example {@code ext4}; empty for a block device
 * @param mountPoint of that file system
 * @param device the block device behind it
 * @param deviceAbsent why there is no device, in words; empty if there is one
 */
public record TargetInfo(
    Path path,
    Kind kind,
    long fileSize,
    Optional<String> fileSystem,
    Optional<String> mountPoint,
    Optional<StorageDevice> device,
    Optional<String> deviceAbsent) {

  /** What a path can name. */
  public enum Kind {
    /** A directory, in which a test file is made and removed. */
    DIRECTORY,
    /** An existing file. */
    FILE,
    /** A block device. */
    BLOCK_DEVICE
  }
}
