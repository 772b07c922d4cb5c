package io.github.iogauge.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * What a test needs of the machine. Where it is missing the test is skipped, with a line on
 * standard error that says which test and why, because build tools keep quiet about the reason.
 *
 * <p>With {@code -Diogauge.test.noskip=true} the test fails instead: for machines that are known to
 * have everything, where a skip would hide a test that never runs.
 */
public final class Requirements {
  static final String NO_REAL_DISK =
      "needs a directory on a block device that takes O_DIRECT"
          + " (tried -Diogauge.test.directory, java.io.tmpdir, /var/tmp and the working directory)";

  private static final Path SELF_STATUS = Path.of("/proc/self/status");

  private Requirements() {}

  /** Needs the effective user to be root. */
  public static void root() {
    if (!isRoot()) {
      skip("needs root");
    }
  }

  /** Needs a program to be installed. */
  public static void tool(String name) {
    if (Shell.which(name).isEmpty()) {
      skip("needs the program " + name);
    }
  }

  /** Needs root, loop devices, and the programs and the disk that {@link LoopDevice} uses. */
  public static void loopDevices() {
    root();
    for (String program : new String[] {"losetup", "mount", "umount", "mkfs.ext4", "dd"}) {
      tool(program);
    }
    if (!Files.exists(Path.of("/dev/loop-control"))) {
      skip("needs loop devices (/dev/loop-control)");
    }
    if (!Shell.attempt("losetup", "-f").succeeded()) {
      skip("needs a free loop device");
    }
  }

  /** Needs root and what {@link Throttle} uses. */
  public static void throttling() {
    root();
    Throttle.unavailableReason().ifPresent(Requirements::skip);
  }

  /** Needs root and what {@link Zram} uses. */
  public static void zram() {
    root();
    if (!Zram.available()) {
      skip("needs the zram driver (/sys/class/zram-control)");
    }
  }

  /** Needs root and what {@link HugePages} uses. */
  public static void hugePages() {
    root();
    if (!HugePages.available()) {
      skip("needs huge pages of 2 MiB (/sys/kernel/mm/hugepages)");
    }
  }

  /**
   * A new empty directory on a file system that lies on a block device and takes O_DIRECT. The test
   * may delete it; whatever is left is deleted at JVM shutdown.
   */
  public static Path realDiskDirectory() {
    Optional<Path> directory = findRealDiskDirectory();
    if (directory.isEmpty()) {
      skip(NO_REAL_DISK);
    }
    return directory.orElseThrow();
  }

  static Optional<Path> findRealDiskDirectory() {
    Set<String> candidates = new LinkedHashSet<>();
    candidates.add(System.getProperty("iogauge.test.directory", "/var/tmp"));
    candidates.add(System.getProperty("java.io.tmpdir"));
    candidates.add("/var/tmp");
    candidates.add(System.getProperty("user.dir"));
    for (String candidate : candidates) {
      Path parent = Path.of(candidate);
      if (Files.isDirectory(parent) && Files.isWritable(parent)) {
        try {
          if (Files.getFileStore(parent).name().startsWith("/dev/")) {
            Path directory = Files.createTempDirectory(parent.toRealPath(), "iogauge-test-");
            if (takesDirectIo(directory)) {
              Cleanup.register(() -> delete(directory));
              return Optional.of(directory);
            }
            Files.delete(directory);
          }
        } catch (IOException e) {
          // Not usable: try the next one.
        }
      }
    }
    return Optional.empty();
  }

  private static boolean takesDirectIo(Path directory) throws IOException {
    Path probe = directory.resolve("probe");
    try {
      return Shell.attempt(
              "dd", "if=/dev/zero", "of=" + probe, "bs=4096", "count=1", "oflag=direct")
          .succeeded();
    } finally {
      Files.deleteIfExists(probe);
    }
  }

  private static void delete(Path directory) {
    try {
      Cleanup.deleteTree(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isRoot() {
    try {
      return Files.readAllLines(SELF_STATUS).stream()
          .filter(line -> line.startsWith("Uid:"))
          .anyMatch(line -> line.split("\\s+", -1)[2].equals("0"));
    } catch (IOException e) {
      return false;
    }
  }

  private static void skip(String reason) {
    String test =
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(
                frames ->
                    frames
                        .filter(frame -> frame.getDeclaringClass() != Requirements.class)
                        .filter(frame -> !frame.getClassName().startsWith("java."))
                        .findFirst()
                        .map(f -> f.getDeclaringClass().getSimpleName() + "." + f.getMethodName())
                        .orElse("?"));
    if (Boolean.getBoolean("iogauge.test.noskip")) {
      Assertions.fail(test + ": " + reason);
    }
    System.err.println("SKIPPED " + test + ": " + reason);
    Assumptions.abort(reason);
  }
}
