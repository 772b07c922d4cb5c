package io.github.iogauge.internal;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.nativeio.DirectFile;
import io.github.iogauge.nativeio.NativeIo;
import io.github.iogauge.nativeio.OpenFlag;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of our own in a directory of the user's: made under a name that nothing had, and removed
 * again. Safe for use by several threads, one of which may be a shutdown hook.
 */
final class TestFile {

  private static final Logger LOG = LoggerFactory.getLogger(TestFile.class);
  private static final Pattern NAME = Pattern.compile("iogauge-([0-9]{1,18})-[0-9a-f]{8}\\.tmp");

  private final Witness witness;
  private boolean removed;

  private TestFile(Witness witness) {
    this.witness = witness;
  }

  /** A name that tells whose file it is, and which process made it. */
  static String newName() {
    return String.format(
        "iogauge-%d-%08x.tmp",
        ProcessHandle.current().pid(), ThreadLocalRandom.current().nextInt());
  }

  /**
   * Makes an empty file, readable and writable by its owner only.
   *
   * @throws BenchmarkException if anything stands there already, or it cannot be made
   */
  static TestFile create(Path directory, String name) {
    Path path = directory.resolve(name);
    FileAttribute<?>[] attributes =
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    Set<OpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      FileChannel.open(path, options, attributes).close();
      return new TestFile(Witness.of(path));
    } catch (IOException e) {
      String why =
          Files.exists(path, LinkOption.NOFOLLOW_LINKS)
              ? "something of that name is there already, and is not touched"
              : e.getMessage() + " (" + e.getClass().getSimpleName() + ")";
      throw new BenchmarkException("target", path, "the test file cannot be made: " + why);
    }
  }

  Path path() {
    return witness.path();
  }

  /** By which it is told from another file of its name. */
  Witness witness() {
    return witness;
  }

  /**
   * Reserves the space where that can be done, so that the file is not scattered and a lack of
   * space shows before the first write.
   *
   * @throws IOException where there is not enough space, above all
   */
  void reserve(long bytes) throws IOException {
    if (NativeIo.unavailable().isEmpty()) {
      try (DirectFile file = DirectFile.open(path(), OpenFlag.WRITE, OpenFlag.NO_FOLLOW)) {
        if (!file.preallocate(bytes)) {
          LOG.debug("{}: the file system does not reserve space", path());
        }
      }
    }
  }

  /**
   * Removes the file, if it is still the one that was made. Doing it twice does no harm.
   *
   * @return one line that says why it could not be removed; empty if nothing of ours is left
   */
  synchronized Optional<String> remove() {
    if (removed) {
      return Optional.empty();
    }
    removed = true;
    try {
      if (witness.isSame()) {
        Files.delete(path());
      } else {
        return told(path() + " is not the test file any more and is left alone");
      }
    } catch (IOException e) {
      if (Files.exists(path(), LinkOption.NOFOLLOW_LINKS)) {
        return told("the test file " + path() + " could not be removed: " + e);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> told(String problem) {
    LOG.warn("{}", problem);
    return Optional.of(problem);
  }

  /** One line for each file in a directory that an earlier process must have left. */
  static List<String> leftovers(Path directory) {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "iogauge-*.tmp")) {
      for (Path file : files) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
          found.add(
              file
                  + " ("
                  + Files.size(file)
                  + " bytes) was left by process "
                  + name.group(1)
                  + ", which ended without cleaning up; delete it if no other machine uses it");
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("looking for files left in {} failed: {}", directory, e.toString());
    }
    return found;
  }
}
