package io.github.iogauge.internal;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets one thread wait for a signal or for some time, whichever comes first. No signal is lost. */
final class Wakeup {

  private final Semaphore signals = new Semaphore(0);

  void signal() {
    signals.release();
  }

  /**
   * Waits for a signal since the last call, for at most the given time.
   *
   * @return whether there was one
   * @throws InterruptedException if the waiting thread is interrupted
   */
  boolean await(long millis) throws InterruptedException {
    boolean signalled = signals.tryAcquire(millis, TimeUnit.MILLISECONDS);
    signals.drainPermits();
    return signalled;
  }
}
