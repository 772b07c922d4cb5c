package io.github.iogauge.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a directory holds, all the way down: names, kinds, sizes and content hashes. Taken before
 * and after, it shows that something left the directory as it was.
 *
 * <p>Links are recorded by their target and not followed; of devices, pipes and sockets only the
 * existence is recorded.
 */
public final class DirectorySnapshot {
  private final Path root;
  private final SortedMap<String, String> entries;

  private DirectorySnapshot(Path root, SortedMap<String, String> entries) {
    this.root = root;
    this.entries = entries;
  }

  /** Takes a snapshot of a directory as it is now. */
  public static DirectorySnapshot of(Path root) {
    SortedMap<String, String> entries = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        if (!path.equals(root)) {
          entries.put(root.relativize(path).toString(), describe(path));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new DirectorySnapshot(root, entries);
  }

  /** The names in it, relative to the directory, in order. */
  public List<String> names() {
    return List.copyOf(entries.keySet());
  }

  /** What differs in a later snapshot, one line per name; empty when nothing does. */
  public List<String> differences(DirectorySnapshot later) {
    List<String> lines = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>(entries.keySet());
    names.addAll(later.entries.keySet());
    for (String name : names) {
      String before = entries.get(name);
      String after = later.entries.get(name);
      if (before == null) {
        lines.add("new: " + name + " (" + after + ")");
      } else if (after == null) {
        lines.add("gone: " + name + " (" + before + ")");
      } else if (!before.equals(after)) {
        lines.add("changed: " + name + " (" + before + " -> " + after + ")");
      }
    }
    return lines;
  }

  /**
   * Looks at the directory again.
   *
   * @throws AssertionError naming each difference, when it is not as it was
   */
  public void assertUnchanged() {
    List<String> lines = differences(of(root));
    if (!lines.isEmpty()) {
      throw new AssertionError(root + " is not as it was:\n  " + String.join("\n  ", lines));
    }
  }

  private static String describe(Path path) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (attributes.isSymbolicLink()) {
      return "link to " + Files.readSymbolicLink(path);
    }
    if (attributes.isDirectory()) {
      return "directory";
    }
    if (attributes.isOther()) {
      return "special";
    }
    return attributes.size() + " bytes, SHA-256 " + hash(path);
  }

  private static String hash(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] chunk = new byte[1 << 16];
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        digest.update(chunk, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
