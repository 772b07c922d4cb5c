package io.github.iogauge.jmh;

/**
 * Why a benchmark is not run: a combination that cannot be, a target that must not be written, a
 * library that does not work here. One line with the parameter, its value and what helps.
 *
 * <p>Without a stack trace: JMH prints what it catches, goes on to the next benchmark, and the line
 * is to be seen.
 */
final class SkippedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SkippedException(String why) {
    super(why, null, false, false);
  }
}
