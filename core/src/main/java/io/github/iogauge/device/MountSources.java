package io.github.iogauge.device;

import java.util.Map;
import java.util.Optional;

/** Finds the device that a mount names, by its number or by its source. */
final class MountSources {

  private static final Map<String, String> LINKS =
      Map.of(
          "PARTUUID", "/dev/disk/by-partuuid/",
          "PARTLABEL", "/dev/disk/by-partlabel/",
          "UUID", "/dev/disk/by-uuid/",
          "LABEL", "/dev/disk/by-label/");

  private final ProcFiles files;
  private final BlockDevices devices;

  MountSources(ProcFiles files, BlockDevices devices) {
    this.files = files;
    this.devices = devices;
  }

  /** The number of the block device a mount lies on directly; empty if it names none. */
  Optional<String> deviceNumber(Mount mount) {
    String number = mount.deviceNumber();
    if (!number.startsWith("0:")) {
      // A number that is not made up is a device's, even if /sys is not there to describe it.
      return Optional.of(number);
    }
    if (!FileSystemKind.of(mount.fileSystem()).mayNameDevice()) {
      return Optional.empty();
    }
    String source = mount.source();
    if (!source.startsWith("/dev/")) {
      return Optional.empty();
    }
    return devices
        .numberOfPath(source)
        .or(() -> source.equals("/dev/root") ? rootFromKernel() : Optional.empty());
  }

  /**
   * The number of the device that the command line of the kernel gives as root. A kernel that
   * mounts its root by itself calls it {@code /dev/root}; and a container sees this line too.
   */
  Optional<String> rootFromKernel() {
    for (String word : files.text("/proc/cmdline").orElse("").split("\\s+", -1)) {
      if (word.startsWith("root=")) {
        String device = word.substring("root=".length());
        int equals = device.indexOf('=');
        String directory = equals < 0 ? null : LINKS.get(device.substring(0, equals));
        return devices.numberOfPath(
            directory == null ? device : directory + device.substring(equals + 1));
      }
    }
    return Optional.empty();
  }
}
