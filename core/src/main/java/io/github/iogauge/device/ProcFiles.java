package io.github.iogauge.device;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the small text files of {@code /proc} and {@code /sys}, below one root directory.
 *
 * <p>The files under {@code /proc/sys} report a size of zero and answer a second read at any other
 * offset with end of file. {@link Files#readString(Path)} then asks for one byte first and returns
 * one character. This class always asks for a large piece at once.
 *
 * <p>Paths are given as the described machine knows them, such as {@code /proc/swaps}, whatever the
 * root is. A file that is missing or cannot be read is an empty result: on a strange kernel or in a
 * container any of these files may be absent.
 *
 * <p>Instances are immutable and safe for use by several threads.
 */
public final class ProcFiles {

  /** Larger than any file of /sys and than most of /proc; a longer file is read in pieces. */
  private static final int PIECE_BYTES = 64 * 1024;

  /** Beyond this a file is not one of the small ones, and reading on could exhaust the heap. */
  private static final int MAX_BYTES = 16 * 1024 * 1024;

  /**
   * The encoding in which Java turns the bytes of a file name into characters. Names found in these
   * files are compared with names of paths, so both must be decoded alike, even where the locale
   * (POSIX, in many services) knows no letters beyond ASCII.
   */
  private static final Charset NAMES = fileNameCharset();

  private final Path root;

  /**
   * Creates a reader.
   *
   * @param root the directory that holds {@code proc}, {@code sys} and {@code dev}; {@code /} is
   *     this machine
   */
  public ProcFiles(Path root) {
    Path absolute = root.toAbsolutePath();
    Path real;
    try {
      real = absolute.toRealPath();
    } catch (IOException e) {
      // A root that is not there reads like one that is empty.
      real = absolute.normalize();
    }
    this.root = real;
  }

  /**
   * Reads one file, as {@link #text(String)} does, wherever it lies.
   *
   * @param file the file
   * @return its text without white space around it, or empty if it is missing or unreadable
   */
  public static Optional<String> read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = new byte[PIECE_BYTES];
      int length = 0;
      int count;
      while ((count = in.read(bytes, length, bytes.length - length)) > 0) {
        length += count;
        if (length > MAX_BYTES) {
          return Optional.empty();
        }
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, length * 2);
        }
      }
      return Optional.of(new String(bytes, 0, length, NAMES).strip());
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads the text of a file.
   *
   * @param path absolute path on the described machine
   * @return its text without white space around it, or empty if it is missing or unreadable
   */
  public Optional<String> text(String path) {
    return locate(path).flatMap(ProcFiles::read);
  }

  /**
   * Reads the whole number that stands on the first line of a file.
   *
   * @param path absolute path on the described machine
   * @return the number, or empty if the file is missing or unreadable or its first line is no
   *     decimal number
   */
  public OptionalLong number(String path) {
    Optional<String> text = text(path);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    int end = text.get().indexOf('\n');
    String line = end < 0 ? text.get() : text.get().substring(0, end);
    try {
      return OptionalLong.of(Long.parseLong(line.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Lists the entries of a directory.
   *
   * @param directory absolute path on the described machine
   * @return the sorted names of its entries; empty if it is missing or unreadable
   */
  public List<String> names(String directory) {
    Optional<Path> located = locate(directory);
    if (located.isEmpty()) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(located.get())) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    Collections.sort(names);
    return List.copyOf(names);
  }

  /**
   * Says whether a file or directory exists; symbolic links are followed.
   *
   * @param path absolute path on the described machine
   * @return true if it exists
   */
  public boolean exists(String path) {
    return locate(path).filter(Files::exists).isPresent();
  }

  /** Whether this is the machine the program runs on, not a captured tree. */
  boolean isThisMachine() {
    return root.getNameCount() == 0;
  }

  /** Where the file of the described machine lies here; empty if its name cannot be a path. */
  Optional<Path> locate(String path) {
    try {
      return Optional.of(root.resolve(relative(path)));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Where a path of the described machine lies here. */
  Path locate(Path path) {
    return isThisMachine() ? path.toAbsolutePath() : root.resolve(relative(path.toString()));
  }

  /** As {@link #realPath(Path)}; a name that cannot be a path stays as it is. */
  String realPath(String path) {
    return locate(path).map(this::realPath).orElse(path);
  }

  /**
   * Follows all symbolic links of a path.
   *
   * <p>What does not exist, or may not be looked at, keeps its name below the nearest ancestor that
   * could be followed.
   *
   * @param located the path as it lies here
   * @return the path as the described machine knows it
   */
  String realPath(Path located) {
    for (Path known = located; known != null && known.startsWith(root); known = known.getParent()) {
      try {
        Path real = known.toRealPath();
        if (!real.startsWith(root)) {
          break; // an absolute link of a captured tree leads to this machine's files
        }
        int count = known.getNameCount();
        return count == located.getNameCount()
            ? described(real)
            : described(real.resolve(located.subpath(count, located.getNameCount())).normalize());
      } catch (IOException e) {
        // Not there: try the directory above.
      }
    }
    return described(located.normalize());
  }

  private String described(Path here) {
    return here.startsWith(root) ? "/" + root.relativize(here) : "/";
  }

  private static String relative(String path) {
    int start = 0;
    while (start < path.length() && path.charAt(start) == '/') {
      start++;
    }
    return path.substring(start);
  }

  private static Charset fileNameCharset() {
    for (String property : List.of("sun.jnu.encoding", "native.encoding")) {
      try {
        String name = System.getProperty(property);
        if (name != null) {
          return Charset.forName(name);
        }
      } catch (IllegalArgumentException e) {
        // An encoding this Java does not have: try the next source.
      }
    }
    return Charset.defaultCharset();
  }
}
