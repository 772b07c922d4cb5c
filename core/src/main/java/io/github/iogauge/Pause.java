package io.github.iogauge;

import java.time.Duration;

/**
 * A step in which the device is left alone, beside the suite's interval between workloads.
 *
 * @param duration how long, more than zero
 */
public record Pause(Duration duration) implements Step {

  /** Checks the value. */
  public Pause {
    if (duration.isNegative() || duration.isZero()) {
      throw new BenchmarkException("pause", duration, "must be more than zero");
    }
  }
}
