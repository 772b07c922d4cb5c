package io.github.iogauge.device;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds the block device behind a file, a directory or a device path.
 *
 * <p>The way leads through {@code /proc/self/mountinfo} and {@code /sys}, not through the device
 * number that a file reports: on btrfs and overlay that number belongs to no device.
 *
 * <p>Nothing is cached, so every answer is of its moment. Safe for use by several threads.
 */
public final class DeviceResolver {

  /** An overlay may lie upon an overlay; the kernel itself allows no more than two or three. */
  private static final int MAX_OVERLAYS = 8;

  private final ProcFiles files;
  private final BlockDevices devices;
  private final MountSources sources;

  /** Creates a resolver for this machine. */
  public DeviceResolver() {
    this(Path.of("/"));
  }

  /**
   * Creates a resolver for a machine whose files lie below a directory.
   *
   * @param root the directory that holds {@code proc}, {@code sys} and {@code dev}; {@code /} is
   *     this machine
   */
  public DeviceResolver(Path root) {
    this.files = new ProcFiles(root);
    this.devices = new BlockDevices(files);
    this.sources = new MountSources(files, devices);
  }

  /**
   * Finds what lies behind a path.
   *
   * <p>A path that does not exist is judged by its nearest ancestor that does. With a root other
   * than {@code /}, the path is one of the described machine, and what lies under {@code /dev} is a
   * block device if {@code /sys/class/block} has its name.
   *
   * @param path a file, a directory or a block device
   * @return the mount and the device, or why there is none; this never fails
   */
  public TargetDevice resolve(Path path) {
    Path located = files.locate(path);
    String real = files.realPath(located);
    // On this machine only a true device file counts: a plain file under /dev that has the name of
    // a device is a plain file.
    Optional<String> number =
        files.isThisMachine() ? DeviceNumber.ofNode(located) : devices.numberOfPath(real);
    if (number.isPresent()) {
      return target(Optional.empty(), number.get(), true);
    }
    Optional<MountTable> table = MountTable.read(files);
    if (table.isEmpty()) {
      return absent(Optional.empty(), MountTable.MOUNTINFO + " cannot be read");
    }
    return onMount(table.get(), real);
  }

  /**
   * Reads the counters of a device once.
   *
   * @param device the device
   * @return its counters now; empty if it has gone or the system keeps none
   */
  public Optional<DeviceCounters> counters(StorageDevice device) {
    return countersReader(device).read();
  }

  /**
   * Prepares to read the counters of a device more than once.
   *
   * @param device the device
   * @return a reader, which holds nothing open
   */
  public CountersReader countersReader(StorageDevice device) {
    String stat = BlockDevices.directory(device.number()) + "/stat";
    // A number is made of digits, so its path is always a valid one.
    return new CountersReader(files.locate(stat).orElseThrow());
  }

  private TargetDevice onMount(MountTable table, String realPath) {
    Optional<Mount> mount = table.mountOf(realPath);
    if (mount.isEmpty()) {
      return absent(
          mount, MountTable.MOUNTINFO + " lists no mount for " + Printable.line(realPath));
    }
    Mount lower = mount.get();
    for (int overlays = 0; overlays <= MAX_OVERLAYS; overlays++) {
      Optional<String> number = sources.deviceNumber(lower);
      if (number.isPresent()) {
        return target(mount, number.get(), false);
      }
      if (!lower.fileSystem().equals("overlay")) {
        return absent(mount, whyNoDevice(mount.get(), lower));
      }
      Optional<Mount> below = belowOverlay(table, lower);
      if (below.isEmpty()) {
        return absent(mount, whyNoUpperDirectory(lower));
      }
      lower = below.get();
    }
    return absent(mount, "overlay: more than " + MAX_OVERLAYS + " of them lie upon one another");
  }

  /**
   * What is written through an overlay goes to its upper directory, so that is what is measured.
   */
  private Optional<Mount> belowOverlay(MountTable table, Mount overlay) {
    return overlay
        .superOption("upperdir")
        // In a container this is a path of the host, which is not there or is another one.
        .filter(upper -> upper.startsWith("/") && files.exists(upper))
        .flatMap(upper -> table.mountOf(files.realPath(upper)))
        .filter(below -> !below.deviceNumber().equals(overlay.deviceNumber()));
  }

  private static String whyNoUpperDirectory(Mount overlay) {
    return overlay
        .superOption("upperdir")
        .map(
            upper ->
                "overlay: its upper directory "
                    + Printable.line(upper)
                    + " is not reachable from here, as in most containers")
        .orElse("overlay: it has no upper directory, so nothing can be written");
  }

  private static String whyNoDevice(Mount mount, Mount lower) {
    String why = FileSystemKind.of(lower.fileSystem()).whyNoDevice(lower.fileSystem());
    return mount.equals(lower) ? why : mount.fileSystem() + " upon " + why;
  }

  private TargetDevice target(Optional<Mount> mount, String number, boolean isBlockDevice) {
    Optional<StorageDevice> device = devices.find(number);
    Optional<String> why =
        device.isPresent()
            ? Optional.empty()
            : Optional.of(
                "device " + number + ": " + BlockDevices.directory(number) + " does not exist");
    return new TargetDevice(mount, device, why, isBlockDevice);
  }

  private TargetDevice absent(Optional<Mount> mount, String why) {
    return new TargetDevice(mount, Optional.empty(), Optional.of(why), false);
  }
}
