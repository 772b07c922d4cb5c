package io.github.iogauge.device;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Says whether a block device is used by something, so that writing to it would destroy data.
 *
 * <p>This gives the reason in words. It looks at one moment and, in a container, sees only the
 * mounts of that container; so a writer must also open the device with {@code O_EXCL}, by which the
 * kernel refuses what is mounted anywhere. A device that cannot be judged, because {@code /proc} or
 * {@code /sys} does not answer, counts as used.
 */
public final class WriteGuard {

  private static final String SWAPS = "/proc/swaps";
  private static final String BTRFS = "/sys/fs/btrfs";

  private final ProcFiles files;
  private final BlockDevices devices;
  private final MountSources sources;

  /** Creates a guard for this machine. */
  public WriteGuard() {
    this(Path.of("/"));
  }

  /**
   * Creates a guard for a machine whose files lie below a directory.
   *
   * @param root the directory that holds {@code proc}, {@code sys} and {@code dev}; {@code /} is
   *     this machine
   */
  public WriteGuard(Path root) {
    this.files = new ProcFiles(root);
    this.devices = new BlockDevices(files);
    this.sources = new MountSources(files, devices);
  }

  /**
   * Looks for a reason why a block device must not be written.
   *
   * <p>Of a whole disk its partitions count too. Of a partition its disk as such counts (a RAID may
   * use the disk whole), its sister partitions do not.
   *
   * @param device the device that would be written
   * @return one line that names the device and who uses it, or empty if nothing is known to use it
   */
  public Optional<String> inUse(StorageDevice device) {
    return new Inspection().inUse(device.number());
  }

  /**
   * Looks for a reason why an ordinary file must not be overwritten.
   *
   * @param file its path without symbolic links
   * @return one line that names the file and who uses it, or empty if nothing is known to use it
   */
  public Optional<String> inUse(Path file) {
    return new Inspection().fileInUse(file.toString());
  }

  /** One look at the system, so that all questions are answered from the same tables. */
  private final class Inspection {

    // Every machine has a root mount: a table without any was not understood.
    private final Optional<MountTable> mounts =
        MountTable.read(files).filter(table -> !table.mounts().isEmpty());
    private final Set<String> swaps = new HashSet<>();
    private final Set<String> swapFiles = new HashSet<>();
    private final Set<String> seen = new HashSet<>();
    private final boolean swapsKnown;
    private final Optional<String> rootDevice = sources.rootFromKernel();

    Inspection() {
      Optional<String> table = files.text(SWAPS);
      // A kernel built without swap has no such file.
      swapsKnown = table.isPresent() || !files.exists(SWAPS);
      for (String line : table.orElse("").split("\n", -1)) {
        String path = Mount.unescape(line.split("\\s", 2)[0]);
        swapFiles.add(path);
        devices.numberOfPath(path).ifPresent(swaps::add);
      }
    }

    Optional<String> inUse(String number) {
      Optional<StorageDevice> device = devices.find(number);
      if (device.isEmpty()) {
        return cannotTell(number, BlockDevices.directory(number) + " does not exist");
      }
      if (mounts.isEmpty()) {
        return cannotTell(number, MountTable.MOUNTINFO + " cannot be read or lists nothing");
      }
      if (!swapsKnown) {
        return cannotTell(number, SWAPS + " cannot be read");
      }
      seen.add(number);
      if (devices.isReadOnly(number)) {
        return Optional.of(path(number) + " is read-only");
      }
      return used(device.get()).or(() -> useThroughSibling(number)).or(() -> useBelowLoop(number));
    }

    private Optional<String> used(StorageDevice device) {
      List<Function<String, Optional<String>>> questions =
          List.of(
              this::mounted,
              this::swap,
              this::btrfsMember,
              this::held,
              this::behindLoop,
              this::holdsRoot);
      List<String> parts = partsOf(device);
      for (Function<String, Optional<String>> question : questions) {
        for (String part : parts) {
          Optional<String> use = question.apply(part);
          if (use.isPresent()) {
            return Optional.of(subject(part, device) + " " + use.get());
          }
        }
      }
      return Optional.empty();
    }

    private List<String> partsOf(StorageDevice device) {
      List<String> parts = new ArrayList<>();
      parts.add(device.number());
      if (device.isPartition()) {
        devices.diskOf(device.number()).ifPresent(parts::add);
      } else {
        parts.addAll(devices.partitions(device.number()));
      }
      return parts;
    }

    private Optional<String> mounted(String number) {
      List<Mount> found =
          mounts.stream()
              .flatMap(table -> table.mounts().stream())
              .filter(mount -> isOn(mount, number))
              .toList();
      if (found.isEmpty()) {
        return Optional.empty();
      }
      String more = found.size() == 1 ? "" : " and " + (found.size() - 1) + " more";
      return Optional.of("is mounted at " + Printable.line(found.get(0).mountPoint()) + more);
    }

    private boolean isOn(Mount mount, String number) {
      return sources.deviceNumber(mount).filter(number::equals).isPresent();
    }

    private Optional<String> swap(String number) {
      return swaps.contains(number) ? Optional.of("is in use as swap") : Optional.empty();
    }

    /** A btrfs of several devices names one of them as its source; /sys lists all. */
    private Optional<String> btrfsMember(String number) {
      Optional<String> name = devices.find(number).map(StorageDevice::name);
      if (name.isEmpty()) {
        return Optional.empty();
      }
      return files.names(BTRFS).stream()
          .filter(id -> files.exists(BTRFS + "/" + id + "/devices/" + name.get()))
          .map(id -> "is part of the mounted btrfs " + id)
          .findFirst();
    }

    private Optional<String> held(String number) {
      List<String> holders = devices.holders(number);
      return holders.isEmpty()
          ? Optional.empty()
          : Optional.of("is held by " + holder(holders.get(0)));
    }

    /** Names a holder and, if that is used in turn, by whom. */
    private String holder(String name) {
      Optional<String> number = devices.numberOfName(name);
      String label = files.text("/sys/class/block/" + name + "/dm/name").orElse("");
      String title = label.isEmpty() ? name : name + " (" + Printable.line(label) + ")";
      // Holders cannot form a ring, but a damaged tree could.
      if (number.isEmpty() || !seen.add(number.get())) {
        return title;
      }
      return mounted(number.get())
          .or(() -> swap(number.get()))
          .or(() -> held(number.get()))
          .map(use -> title + ", which " + use)
          .orElse(title);
    }

    /** A loop device does not hold the device it lies on, so the kernel would not object. */
    private Optional<String> behindLoop(String number) {
      return devices.loops().stream()
          .filter(loop -> backingDevice(loop).filter(number::equals).isPresent())
          .filter(seen::add)
          .map(loop -> "is behind the loop device " + path(loop))
          .findFirst();
    }

    /** Several loop devices may show the same file, and the kernel does not connect them. */
    private Optional<String> useThroughSibling(String number) {
      return devices.backingFile(number).stream()
          .flatMap(this::loopsOver)
          .filter(seen::add)
          .flatMap(loop -> devices.find(loop).flatMap(this::used).stream())
          .map(use -> path(number) + " shares its file with another loop device: " + use)
          .findFirst();
    }

    Optional<String> fileInUse(String file) {
      if (swapFiles.contains(file)) {
        return Optional.of(Printable.line(file) + " is in use as swap");
      }
      return loopsOver(file)
          .map(loop -> Printable.line(file) + " is behind the loop device " + path(loop))
          .findFirst();
    }

    private Stream<String> loopsOver(String file) {
      return devices.loops().stream()
          .filter(loop -> devices.backingFile(loop).filter(file::equals).isPresent());
    }

    private Optional<String> useBelowLoop(String number) {
      return backingDevice(number)
          .filter(seen::add)
          .flatMap(this::inUse)
          .map(use -> path(number) + " lies on another device: " + use);
    }

    private Optional<String> backingDevice(String loop) {
      return devices.backingFile(loop).flatMap(devices::numberOfPath);
    }

    /** In a container the mounts of the host do not show, but its root is known. */
    private Optional<String> holdsRoot(String number) {
      return rootDevice.filter(number::equals).map(found -> "carries the root file system");
    }

    private String subject(String part, StorageDevice device) {
      if (part.equals(device.number())) {
        return path(part);
      }
      String relation = device.isPartition() ? ", the disk of " : ", a partition of ";
      return path(part) + relation + device.path() + ",";
    }

    private String path(String number) {
      return devices.find(number).map(found -> found.path().toString()).orElse("device " + number);
    }

    private Optional<String> cannotTell(String number, String why) {
      return Optional.of("cannot tell whether device " + number + " is in use: " + why);
    }
  }
}
