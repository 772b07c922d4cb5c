package io.github.iogauge;

/**
 * The offsets that one thread of a workload works through. Called once for each I/O, inside the
 * measuring loop: it must neither block nor allocate. Belongs to one thread.
 */
@FunctionalInterface
public interface OffsetSequence {

  /** The offset of the next I/O in bytes from the start of the file or device. */
  long next();
}
