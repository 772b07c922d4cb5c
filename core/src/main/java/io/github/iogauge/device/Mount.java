package io.github.iogauge.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One mounted file system, as one line of {@code /proc/self/mountinfo} describes it.
 *
 * <p>Names are text, not {@link java.nio.file.Path}: a mount point may hold bytes that the locale
 * of this process cannot express as a path.
 *
 * @param id number of the mount, unique while it exists
 * @param parentId number of the mount it is mounted upon; its own number, or one that is not
 *     listed, at the top of the tree
 * @param deviceNumber {@code major:minor} of the file system, such as {@code 8:1}; major 0 where
 *     the kernel made the number up (tmpfs, nfs, btrfs, overlay)
 * @param root the directory of the file system that is visible at the mount point; {@code /} unless
 *     it is a bind mount or a subvolume
 * @param mountPoint absolute path of the mount point
 * @param options options of this mount, such as {@code rw} and {@code noatime}
 * @param fileSystem type of the file system, such as {@code ext4} or {@code fuse.sshfs}
 * @param source what was mounted: a device path, a server, or any word; may be blank
 * @param superOptions options of the file system, such as {@code errors=remount-ro}
 */
public record Mount(
    int id,
    int parentId,
    String deviceNumber,
    String root,
    String mountPoint,
    List<String> options,
    String fileSystem,
    String source,
    List<String> superOptions) {

  private static final int OPTIONAL_FIELDS_START = 6;

  /**
   * Creates a mount; the lists are copied.
   *
   * @param id number of the mount
   * @param parentId number of the mount it is mounted upon
   * @param deviceNumber {@code major:minor} of the file system
   * @param root the directory of the file system that is visible at the mount point
   * @param mountPoint absolute path of the mount point
   * @param options options of this mount
   * @param fileSystem type of the file system
   * @param source what was mounted
   * @param superOptions options of the file system
   */
  public Mount {
    options = List.copyOf(options);
    superOptions = List.copyOf(superOptions);
  }

  /**
   * Reads one line of {@code /proc/self/mountinfo}.
   *
   * @param line the line without its line end
   * @return the mount, or empty if the line has not the form the kernel documents
   */
  public static Optional<Mount> parse(String line) {
    String[] fields = line.split(" ", -1);
    // Between the mount options and " - " stand any number of fields such as "shared:12".
    int dash = OPTIONAL_FIELDS_START;
    while (dash < fields.length && !fields[dash].equals("-")) {
      dash++;
    }
    if (dash + 2 >= fields.length
        || !DeviceNumber.isValid(fields[2])
        || !fields[4].startsWith("/")
        || fields[dash + 1].isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Mount(
              Integer.parseInt(fields[0]),
              Integer.parseInt(fields[1]),
              fields[2],
              unescape(fields[3]),
              unescape(fields[4]),
              options(fields[5]),
              unescape(fields[dash + 1]),
              unescape(fields[dash + 2]),
              dash + 3 < fields.length ? options(fields[dash + 3]) : List.of()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Says whether a path lies at or below the mount point, judged by its name alone.
   *
   * @param path absolute path without symbolic links
   * @return true if the mount point is the path or one of its ancestors
   */
  public boolean contains(String path) {
    return mountPoint.equals("/")
        || path.equals(mountPoint)
        || (path.startsWith(mountPoint) && path.charAt(mountPoint.length()) == '/');
  }

  /**
   * Looks up an option of the file system that has a value.
   *
   * @param name what stands before the equals sign, such as {@code upperdir}
   * @return what stands after it, or empty if there is no such option
   */
  public Optional<String> superOption(String name) {
    String start = name + "=";
    return superOptions.stream()
        .filter(option -> option.startsWith(start))
        .map(option -> option.substring(start.length()))
        .findFirst();
  }

  /**
   * Says whether writing is forbidden, by this mount or by the file system.
   *
   * @return true if either is read-only
   */
  public boolean isReadOnly() {
    return options.contains("ro") || superOptions.contains("ro");
  }

  private static List<String> options(String field) {
    List<String> options = new ArrayList<>();
    for (String option : field.split(",", -1)) {
      if (!option.isEmpty()) {
        // Only now: a comma within a value is escaped too.
        options.add(unescape(option));
      }
    }
    return options;
  }

  /** Turns the octal escapes of the kernel (blank is {@code \040}) back into characters. */
  static String unescape(String field) {
    if (field.indexOf('\\') < 0) {
      return field;
    }
    StringBuilder text = new StringBuilder(field.length());
    int at = 0;
    while (at < field.length()) {
      int code = field.charAt(at) == '\\' ? octal(field, at + 1) : -1;
      if (code >= 0) {
        text.append((char) code);
        at += 4;
      } else {
        text.append(field.charAt(at));
        at++;
      }
    }
    return text.toString();
  }

  /** The ASCII code that three octal digits give, or -1 where there are none. */
  private static int octal(String field, int start) {
    if (start + 3 > field.length()) {
      return -1;
    }
    int code = 0;
    for (int at = start; at < start + 3; at++) {
      char digit = field.charAt(at);
      if (digit < '0' || digit > '7') {
        return -1;
      }
      code = code * 8 + (digit - '0');
    }
    return code < 128 ? code : -1;
  }
}
