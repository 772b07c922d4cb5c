package io.github.iogauge.internal;

import io.github.iogauge.engine.IoEngine;
import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.engine.QueueRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * Remembers which file was examined, since a name may be given to another one meanwhile.
 *
 * @param path by which it was found
 * @param key of the file itself; null where the file system has none
 */
record Witness(Path path, Object key) {

  /** Looks at a file. */
  static Witness of(Path path) throws IOException {
    return new Witness(path, keyOf(path));
  }

  /**
   * Opens the file while its path names it. That is looked at before, so that nothing else is
   * opened, and after, because it may have been replaced between.
   *
   * @throws IOException if the path names nothing or something else by now, or if opening fails
   */
  IoQueue open(IoEngine engine, QueueRequest request) throws IOException {
    check();
    IoQueue queue = engine.open(request);
    try {
      check();
      return queue;
    } catch (IOException e) {
      queue.close();
      throw e;
    }
  }

  private void check() throws IOException {
    if (!isSame()) {
      throw new IOException(path + " is not the file any more that was examined");
    }
  }

  /** Whether the path still names that file. */
  boolean isSame() throws IOException {
    return Objects.equals(key, keyOf(path));
  }

  private static Object keyOf(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }
}
