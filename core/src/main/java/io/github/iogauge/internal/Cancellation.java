package io.github.iogauge.internal;

/** Whether a job is to end early, and the waiting of its coordinating thread. */
final class Cancellation {

  private final Wakeup wakeup = new Wakeup();
  private volatile boolean cancelled;
  private volatile boolean interrupted;

  void cancel() {
    cancelled = true;
    wakeup.signal();
  }

  boolean isCancelled() {
    return cancelled;
  }

  /** Whether the coordinating thread was interrupted, and must be so again when the job returns. */
  boolean wasInterrupted() {
    return interrupted;
  }

  Wakeup wakeup() {
    return wakeup;
  }

  /**
   * Waits for a signal or some time. An interrupt cancels the job.
   *
   * @return whether there was a signal
   */
  boolean await(long millis) {
    try {
      return wakeup.await(millis);
    } catch (InterruptedException e) {
      interrupted = true;
      cancel();
      return true;
    }
  }

  /** Waits the whole time, unless the job is cancelled. */
  void sleep(long millis) {
    long deadline = System.nanoTime() + millis * 1_000_000;
    while (!cancelled) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return;
      }
      await(left);
    }
  }
}
