package io.github.iogauge;

/**
 * A job that was refused before anything was written: a value out of range, a target that cannot be
 * measured or must not be written. The message is one line that names the field, its value and the
 * remedy.
 */
public final class BenchmarkException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String field;
  private final String value;

  /**
   * Makes the one line {@code "field value: problem"}.
   *
   * @param field what was set wrongly, for example {@code queueDepth}
   * @param value what it was set to
   * @param problem what is wrong with it and what helps, without a full stop
   */
  public BenchmarkException(String field, Object value, String problem) {
    super(field + " " + value + ": " + problem);
    this.field = field;
    this.value = String.valueOf(value);
  }

  /** The name of the field that is to be changed. */
  public String field() {
    return field;
  }

  /** The offending value, as text. */
  public String value() {
    return value;
  }
}
