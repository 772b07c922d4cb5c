package io.github.iogauge;

/** What is written. */
public enum DataPattern {
  /**
   * Incompressible bytes from a seeded generator; each block differs from every other, so that
   * neither compression nor deduplication shortens the work.
   */
  RANDOM,
  /** Zeros, which some devices and file systems compress away: the result says so at best. */
  ZERO
}
