package io.github.iogauge.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Temporary directories below {@code target}, because that is on a real file system, where {@code
 * /tmp} often is in memory.
 */
public final class InTarget implements TempDirFactory {
  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
      throws IOException {
    Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
    return Files.createTempDirectory(target, "test-");
  }
}
