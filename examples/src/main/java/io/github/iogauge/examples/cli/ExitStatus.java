package io.github.iogauge.examples.cli;

/**
 * What the process says to its caller. Two more come from the JVM, which ends by the signal that it
 * got: 130 for SIGINT and 143 for SIGTERM.
 */
final class ExitStatus {

  static final int OK = 0;

  /** A workload or the job ended in an error, or the result could not be written. */
  static final int FAILED = 1;

  /** Refused: nothing was written. */
  static final int USAGE = 2;

  /** A verdict that was asked for is FAIL. Reserved: no suite gives verdicts yet. */
  static final int VERDICT_FAIL = 3;

  /** A fault of this program. */
  static final int INTERNAL_ERROR = 70;

  private ExitStatus() {}
}
