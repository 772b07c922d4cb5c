package io.github.iogauge.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds the parts of /proc, /sys and /dev of another machine as plain files in a directory. */
final class CapturedTree {

  /** 11 fields and six more, as kernels since 5.5 print them. */
  static final String STAT =
      "   27798     6461  1842778     4446     3145     5279   455224     1429        2     2556"
          + "     6028     3273       83    75888      139      520       11\n";

  private final Path root;
  private final StringBuilder mountinfo = new StringBuilder();
  private int lastMountId = 20;

  CapturedTree(Path root) {
    this.root = root;
    directory("/proc/self").directory("/sys/dev/block").directory("/sys/class/block");
  }

  Path root() {
    return root;
  }

  DeviceResolver resolver() {
    return new DeviceResolver(root);
  }

  TargetDevice resolve(String path) {
    return resolver().resolve(Path.of(path));
  }

  /** The device with a name, found as its user would find it: by its path under /dev. */
  StorageDevice device(String name) {
    return resolve("/dev/" + name).device().orElseThrow();
  }

  /** Mounts something upon what its mount point lies on at the time, as the kernel does. */
  CapturedTree mount(String number, String point, String type, String source, String options) {
    int parent =
        MountTable.parse(mountinfo.toString())
            .mountOf(Path.of(Mount.unescape(point)))
            .map(Mount::id)
            .orElse(1);
    return mountinfo(
        "%d %d %s / %s rw,relatime shared:1 - %s %s %s"
            .formatted(++lastMountId, parent, number, point, type, source, options));
  }

  CapturedTree mountinfo(String line) {
    mountinfo.append(line).append('\n');
    return file("/proc/self/mountinfo", mountinfo.toString());
  }

  /** A whole disk in a sysfs directory such as {@code pci0000:00/ata1}. */
  CapturedTree disk(String bus, String name, String number, long sectors) {
    String directory = "/sys/devices/" + bus + "/block/" + name;
    return device(directory, name, number, sectors)
        .file(directory + "/removable", "0\n")
        .file(directory + "/queue/logical_block_size", "512\n")
        .file(directory + "/queue/rotational", "0\n");
  }

  CapturedTree partition(String bus, String disk, String name, String number, long sectors) {
    String directory = "/sys/devices/" + bus + "/block/" + disk + "/" + name;
    return device(directory, name, number, sectors).file(directory + "/partition", "1\n");
  }

  private CapturedTree device(String directory, String name, String number, long sectors) {
    return file(directory + "/dev", number + "\n")
        .file(directory + "/size", sectors + "\n")
        .file(directory + "/ro", "0\n")
        .file(directory + "/stat", STAT)
        .directory(directory + "/holders")
        .link("/sys/dev/block/" + number, "../.." + directory.substring("/sys".length()))
        .link("/sys/class/block/" + name, "../.." + directory.substring("/sys".length()));
  }

  CapturedTree file(String path, String text) {
    try {
      Path file = at(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CapturedTree directory(String path) {
    try {
      Files.createDirectories(at(path));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CapturedTree link(String path, String target) {
    try {
      Path link = at(path);
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, Path.of(target));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CapturedTree delete(String path) {
    try {
      Files.delete(at(path));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path at(String path) {
    return root.resolve(path.substring(1));
  }
}
