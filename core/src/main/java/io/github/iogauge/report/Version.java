package io.github.iogauge.report;

import java.lang.module.ModuleDescriptor;
import java.util.Optional;

/** The version of this library, as reports print it. */
final class Version {

  private Version() {}

  /**
   * The version that the jar's manifest tells, or the module descriptor where it is loaded from the
   * module path, which knows no manifests; {@code development} for classes out of a build tree.
   */
  static String current() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .or(
            () ->
                Optional.ofNullable(Version.class.getModule().getDescriptor())
                    .flatMap(ModuleDescriptor::rawVersion))
        .orElse("development");
  }
}
