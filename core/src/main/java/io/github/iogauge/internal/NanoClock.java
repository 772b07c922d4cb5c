package io.github.iogauge.internal;

/**
 * The clock that latencies and windows are measured with; replaced in tests by one that is told.
 */
@FunctionalInterface
interface NanoClock {

  /** The clock of the system, which never goes back and no time service steps. */
  NanoClock SYSTEM = System::nanoTime;

  /** Nanoseconds since some fixed moment. */
  long nanoTime();
}
