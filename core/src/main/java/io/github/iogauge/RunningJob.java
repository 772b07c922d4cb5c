package io.github.iogauge;

import java.util.concurrent.CompletableFuture;

/** A job that was started and goes on in the background. Safe for use by several threads. */
public interface RunningJob {

  /**
   * Asks the job to end now. Returns at once; {@link #result()} then completes with what was
   * measured until here, without waiting for I/Os that a slow device still holds. Cancelling again,
   * or after the end, does nothing.
   */
  void cancel();

  /**
   * The outcome. Completes normally also after a cancel and after I/O errors, which stand in the
   * result; exceptionally with a {@link BenchmarkException} if the job was refused. Cancelling the
   * future does not cancel the job.
   */
  CompletableFuture<Result> result();
}
