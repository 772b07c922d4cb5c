package io.github.iogauge.examples.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/**
 * The version that the jar's manifest tells; {@code development} for classes out of a build tree.
 */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "iogauge "
          + Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
              .orElse("development")
    };
  }
}
