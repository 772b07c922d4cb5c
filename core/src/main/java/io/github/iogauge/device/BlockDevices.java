package io.github.iogauge.device;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The block devices that {@code /sys} knows, by number and by device path. */
final class BlockDevices {

  private static final String BY_NUMBER = "/sys/dev/block/";
  private static final String BY_NAME = "/sys/class/block/";
  private static final String DEV = "/dev/";
  private static final String MAPPER = "/dev/mapper/";

  /** The unit of the size files, whatever the sector size of the device is. */
  private static final int SIZE_UNIT_BYTES = 512;

  private static final int DEFAULT_SECTOR_BYTES = 512;

  private final ProcFiles files;

  BlockDevices(ProcFiles files) {
    this.files = files;
  }

  /** The sysfs directory of a device, which need not exist. */
  static String directory(String number) {
    return BY_NUMBER + number;
  }

  boolean exists(String number) {
    return files.exists(directory(number));
  }

  /** Describes the device that has a number; empty if {@code /sys} has no such device. */
  Optional<StorageDevice> find(String number) {
    if (!exists(number)) {
      return Optional.empty();
    }
    String directory = files.realPath(directory(number));
    // The real directory of a partition lies in that of its disk, where the facts are.
    boolean partition = files.exists(directory + "/partition");
    String disk = partition ? parent(directory) : directory;
    return Optional.of(
        new StorageDevice(
            lastName(directory),
            number,
            Path.of(DEV + fileName(lastName(directory))),
            lastName(disk),
            partition,
            files.number(directory + "/size").orElse(0) * SIZE_UNIT_BYTES,
            model(disk),
            sectorBytes(disk),
            isSet(disk + "/removable"),
            isSet(disk + "/queue/rotational")));
  }

  /** The number of the device that has a kernel name such as {@code dm-0}. */
  Optional<String> numberOfName(String name) {
    return files.text(BY_NAME + name + "/dev").filter(DeviceNumber::isValid);
  }

  /**
   * The number of the block device that a device path leads to, following symbolic links.
   *
   * <p>Where the device file is missing, as in a container or a captured tree, {@code /sys} is
   * asked by its name.
   */
  Optional<String> numberOfPath(String path) {
    Optional<String> ofNode = files.locate(path).flatMap(DeviceNumber::ofNode);
    if (ofNode.isPresent()) {
      return ofNode;
    }
    String real = files.realPath(path);
    if (!real.startsWith(DEV)) {
      return Optional.empty();
    }
    return numberOfName(real.substring(DEV.length()).replace('/', '!'))
        .or(() -> numberOfMapped(real));
  }

  /** {@code /dev/mapper} holds links that only udev makes; {@code /sys} knows the names as well. */
  private Optional<String> numberOfMapped(String path) {
    if (!path.startsWith(MAPPER)) {
      return Optional.empty();
    }
    String mapped = path.substring(MAPPER.length());
    return files.names(BY_NAME).stream()
        .filter(name -> name.startsWith("dm-"))
        .filter(name -> files.text(BY_NAME + name + "/dm/name").filter(mapped::equals).isPresent())
        .flatMap(name -> numberOfName(name).stream())
        .findFirst();
  }

  /** The numbers of the partitions of a disk. */
  List<String> partitions(String number) {
    String directory = files.realPath(directory(number));
    List<String> numbers = new ArrayList<>();
    for (String name : files.names(directory)) {
      if (files.exists(directory + "/" + name + "/partition")) {
        files.text(directory + "/" + name + "/dev").ifPresent(numbers::add);
      }
    }
    return numbers;
  }

  /** The number of the disk that a partition belongs to. */
  Optional<String> diskOf(String number) {
    return files.text(parent(files.realPath(directory(number))) + "/dev");
  }

  /** The kernel names of the devices that are built upon this one. */
  List<String> holders(String number) {
    return files.names(directory(number) + "/holders");
  }

  /** The file or device behind a loop device. */
  Optional<String> backingFile(String number) {
    return files.text(directory(number) + "/loop/backing_file");
  }

  /** The numbers of all loop devices. */
  List<String> loops() {
    return files.names(BY_NAME).stream()
        .filter(name -> name.startsWith("loop"))
        .flatMap(name -> numberOfName(name).stream())
        .toList();
  }

  boolean isReadOnly(String number) {
    return isSet(directory(number) + "/ro");
  }

  private Optional<String> model(String disk) {
    Optional<String> scsiOrNvme = word(disk + "/device/model");
    if (scsiOrNvme.isPresent()) {
      // libata puts "ATA" where a SCSI disk names its vendor. That is nobody's name.
      Optional<String> vendor =
          word(disk + "/device/vendor").filter(name -> !name.equalsIgnoreCase("ATA"));
      return Optional.of(vendor.map(name -> name + " ").orElse("") + scsiOrNvme.get());
    }
    return Stream.of("/device/name", "/loop/backing_file", "/dm/name")
        .flatMap(file -> word(disk + file).stream())
        .findFirst();
  }

  /** The text of a file without padding, be it blanks or, on some cards, zero bytes. */
  private Optional<String> word(String path) {
    return files
        .text(path)
        .map(text -> text.replace('\0', ' ').strip())
        .filter(text -> !text.isEmpty());
  }

  private int sectorBytes(String disk) {
    long bytes = files.number(disk + "/queue/logical_block_size").orElse(DEFAULT_SECTOR_BYTES);
    return bytes > 0 && bytes <= Integer.MAX_VALUE ? (int) bytes : DEFAULT_SECTOR_BYTES;
  }

  private boolean isSet(String path) {
    return files.number(path).orElse(0) != 0;
  }

  /** A device in a directory of {@code /dev} has {@code !} in its kernel name for the slash. */
  private static String fileName(String kernelName) {
    return kernelName.replace('!', '/');
  }

  private static String lastName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(path.lastIndexOf('/'), 0));
  }
}
