package io.github.iogauge;

/**
 * Hears how a job goes on: at every change of phase, and about four times a second in between.
 * Called on the thread that coordinates the job, which is not one of those that do I/O: a slow
 * listener delays the next step but never falsifies a measurement. What it throws is logged and
 * ignored.
 */
@FunctionalInterface
public interface ProgressListener {

  /**
   * Tells where the job is.
   *
   * @param progress the state at this moment
   */
  void onProgress(Progress progress);
}
