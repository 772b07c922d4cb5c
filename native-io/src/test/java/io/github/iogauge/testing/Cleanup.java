package io.github.iogauge.testing;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;

/** Closes at JVM shutdown, newest first, what a test has forgotten to close. */
final class Cleanup {
  private static final Deque<Runnable> PENDING = new ArrayDeque<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Cleanup::runAll, "fixture-cleanup"));
  }

  private Cleanup() {}

  static void register(Runnable action) {
    synchronized (PENDING) {
      PENDING.push(action);
    }
  }

  static void unregister(Runnable action) {
    synchronized (PENDING) {
      PENDING.remove(action);
    }
  }

  private static void runAll() {
    for (Runnable action = next(); action != null; action = next()) {
      try {
        action.run();
      } catch (RuntimeException e) {
        System.err.println("could not clean up after the tests: " + e);
      }
    }
  }

  private static Runnable next() {
    synchronized (PENDING) {
      return PENDING.poll();
    }
  }

  /** Deletes a directory and all in it, never following a link or crossing into a mount. */
  static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Object device = Files.getAttribute(root, "unix:dev");
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes)
              throws IOException {
            if (!Files.getAttribute(dir, "unix:dev").equals(device)) {
              throw new IOException("not deleted, something is mounted at " + dir);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, IOException e) throws IOException {
            if (e != null) {
              throw e;
            }
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
