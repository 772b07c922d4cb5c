package io.github.iogauge.examples.cli;

import io.github.iogauge.RunningJob;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a job when the process is told to end (SIGINT, SIGTERM, SIGHUP), and holds the process until
 * what was measured is printed. The JVM then ends with 128 + the number of the signal by itself.
 */
final class CancelOnSignal {

  /**
   * Enough to remove a large file from a slow card, and short enough for whoever sent the signal.
   */
  private static final long PATIENCE_SECONDS = 10;

  private final CountDownLatch printed = new CountDownLatch(1);
  private final Thread hook;

  private CancelOnSignal(RunningJob job) {
    this.hook = new Thread(() -> cancelAndWait(job), "iogauge-signal");
  }

  static CancelOnSignal of(RunningJob job) {
    CancelOnSignal cancelOnSignal = new CancelOnSignal(job);
    try {
      Runtime.getRuntime().addShutdownHook(cancelOnSignal.hook);
    } catch (IllegalStateException e) {
      // The signal came before there was a job to cancel.
      job.cancel();
    }
    return cancelOnSignal;
  }

  private void cancelAndWait(RunningJob job) {
    job.cancel();
    try {
      boolean inTime = printed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!inTime) {
        System.err.println("iogauge: gave up waiting for the result");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets the process go: everything is printed. */
  void release() {
    printed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is running already, and was let go by the line above.
    }
  }
}
