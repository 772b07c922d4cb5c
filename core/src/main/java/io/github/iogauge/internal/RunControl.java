package io.github.iogauge.internal;

import java.util.concurrent.CountDownLatch;

/** What the threads of one run share with the thread that coordinates them. */
final class RunControl {

  private final CountDownLatch ready;
  private final CountDownLatch go = new CountDownLatch(1);
  private final Wakeup wakeup;
  private volatile boolean stopped;

  RunControl(int threads, Wakeup wakeup) {
    this.ready = new CountDownLatch(threads);
    this.wakeup = wakeup;
  }

  /** A worker has opened its queue and filled its buffers, or has failed to. */
  void ready() {
    ready.countDown();
    wakeup.signal();
  }

  /** A worker waits here until all are ready; afterwards it looks at {@link #isStopped()}. */
  void awaitStart() throws InterruptedException {
    go.await();
  }

  boolean allReady() {
    return ready.getCount() == 0;
  }

  void start() {
    go.countDown();
  }

  /** Something worth a look happened in a worker. */
  void changed() {
    wakeup.signal();
  }

  /** Ends the run early: after a cancel, or since one of the threads failed. */
  void stop() {
    stopped = true;
    go.countDown();
    wakeup.signal();
  }

  boolean isStopped() {
    return stopped;
  }
}
