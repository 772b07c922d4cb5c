package io.github.iogauge.device;

import java.util.Optional;

/**
 * What lies behind the target of a measurement: the mount and the block device, or why there is no
 * block device.
 *
 * <p>Exactly one of {@code device} and {@code whyNoDevice} is present.
 *
 * @param mount the mount the target lies on; empty for a block device, and where the mounts cannot
 *     be read
 * @param device the block device that holds the data
 * @param whyNoDevice the reason in words, one line, why no block device can be named
 * @param isBlockDevice whether the target itself is a block device, not a file or directory on one
 */
public record TargetDevice(
    Optional<Mount> mount,
    Optional<StorageDevice> device,
    Optional<String> whyNoDevice,
    boolean isBlockDevice) {

  /**
   * Creates a target; refuses one with neither or both of device and reason.
   *
   * @param mount the mount the target lies on
   * @param device the block device that holds the data
   * @param whyNoDevice the reason why there is none
   * @param isBlockDevice whether the target itself is a block device
   */
  public TargetDevice {
    if (device.isPresent() == whyNoDevice.isPresent()) {
      throw new IllegalArgumentException(
          "device: " + device + ", whyNoDevice: " + whyNoDevice + "; exactly one must be present");
    }
  }

  /**
   * Returns the type of the file system the target lies on.
   *
   * @return the type, such as {@code ext4}; empty where there is no mount
   */
  public Optional<String> fileSystem() {
    return mount.map(Mount::fileSystem);
  }
}
