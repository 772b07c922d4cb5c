package io.github.iogauge.internal;

/** A clock that stands still until it is moved on, so that a test of hours takes microseconds. */
final class VirtualClock implements NanoClock {
  private final long start;
  private long now;

  /** A clock that shows an arbitrary moment, as the real one does. */
  VirtualClock(long start) {
    this.start = start;
    this.now = start;
  }

  @Override
  public long nanoTime() {
    return now;
  }

  void advance(long nanos) {
    now += nanos;
  }

  void advanceTo(long moment) {
    if (moment - now > 0) {
      now = moment;
    }
  }

  /** Nanoseconds since the clock was made. */
  long elapsed() {
    return now - start;
  }
}
