package io.github.iogauge.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes temporary directories below {@code target}: where a project is built there is most likely a
 * real disk, while the system's directory for temporary files often lies in memory, which refuses
 * O_DIRECT.
 */
public final class BuildDirectory implements TempDirFactory {

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
      throws IOException {
    Path parent = Path.of("target", "test-directories").toAbsolutePath();
    return Files.createTempDirectory(Files.createDirectories(parent), "t");
  }
}
