package io.github.iogauge.report;

import io.github.iogauge.Result;

/**
 * A format for results. Implementations keep no state between calls, touch nothing outside, and
 * give the same text for the same result whatever the locale; several threads may share one.
 */
public interface Report {

  /**
   * The name of the format in options.
   *
   * @return for example {@code text}
   */
  String name();

  /**
   * Writes a result in this format.
   *
   * @param result to be written; one without any figures, cancelled or failed, is written too
   * @return the whole text, lines ended by LF, the last one included
   */
  String format(Result result);
}
