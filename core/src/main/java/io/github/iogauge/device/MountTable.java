package io.github.iogauge.device;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All mounts that this process sees, in the order of {@code /proc/self/mountinfo}.
 *
 * <p>Immutable: a snapshot of the moment it was read.
 */
public final class MountTable {

  static final String MOUNTINFO = "/proc/self/mountinfo";

  private final List<Mount> mounts;

  private MountTable(List<Mount> mounts) {
    this.mounts = List.copyOf(mounts);
  }

  /**
   * Reads the table.
   *
   * @param files where to read it
   * @return the table, or empty if {@code /proc/self/mountinfo} is missing or unreadable
   */
  public static Optional<MountTable> read(ProcFiles files) {
    return files.text(MOUNTINFO).map(MountTable::parse);
  }

  /**
   * Takes a table apart; lines that have not the documented form are skipped.
   *
   * @param text the content of a mountinfo file
   * @return the table
   */
  public static MountTable parse(String text) {
    List<Mount> mounts = new ArrayList<>();
    // Not String.lines(): a carriage return may be part of a mount point, and is not escaped.
    for (String line : text.split("\n", -1)) {
      Mount.parse(line).ifPresent(mounts::add);
    }
    return new MountTable(mounts);
  }

  /**
   * Returns the mounts.
   *
   * @return all of them, in file order
   */
  public List<Mount> mounts() {
    return mounts;
  }

  /**
   * Finds the mount that a path lies on.
   *
   * <p>That is the one with the longest mount point among the ancestors of the path, and the last
   * one listed among equals, unless a mount further up, made later, hides it.
   *
   * @param realPath absolute path without symbolic links; it need not exist
   * @return the mount, or empty if no mount point is an ancestor of the path
   */
  public Optional<Mount> mountOf(Path realPath) {
    return mountOf(realPath.toString());
  }

  Optional<Mount> mountOf(String realPath) {
    List<Mount> candidates = new ArrayList<>();
    for (Mount mount : mounts) {
      if (mount.contains(realPath)) {
        candidates.add(mount);
      }
    }
    Optional<Mount> found = longest(tops(candidates));
    Optional<Mount> next = found;
    // Down the tree of mounts as the kernel walks it. Of two children of one mount the nearer one
    // is met first and hides what was mounted below it before.
    while (next.isPresent()) {
      found = next;
      candidates.remove(next.get());
      next = shortest(children(candidates, next.get()));
    }
    return found;
  }

  private static List<Mount> tops(List<Mount> candidates) {
    List<Mount> tops = new ArrayList<>();
    for (Mount mount : candidates) {
      boolean hasParent =
          candidates.stream()
              .anyMatch(other -> other.id() == mount.parentId() && other.id() != mount.id());
      if (!hasParent) {
        tops.add(mount);
      }
    }
    // Numbers that form a ring can only come from a damaged file: then the names must do.
    return tops.isEmpty() ? candidates : tops;
  }

  private static List<Mount> children(List<Mount> candidates, Mount parent) {
    int least = parent.mountPoint().length();
    return candidates.stream()
        .filter(mount -> mount.parentId() == parent.id() && mount.mountPoint().length() >= least)
        .toList();
  }

  private static Optional<Mount> longest(List<Mount> candidates) {
    return candidates.stream()
        .reduce((a, b) -> b.mountPoint().length() >= a.mountPoint().length() ? b : a);
  }

  private static Optional<Mount> shortest(List<Mount> candidates) {
    return candidates.stream()
        .reduce((a, b) -> b.mountPoint().length() <= a.mountPoint().length() ? b : a);
  }
}
