package io.github.iogauge.examples.cli;

import io.github.iogauge.Progress;
import io.github.iogauge.Progress.Phase;
import java.time.Duration;

/**
 * Progress as lines for a log: one whenever something new begins, and in between at most one every
 * five seconds, so that a long test is seen to be alive.
 *
 * <p>Most drains are over in an instant; they get a line only when they take longer than that.
 */
final class PlainProgressView implements ProgressView {

  private static final Duration SILENCE = Duration.ofSeconds(5);
  private static final Duration INSTANT = Duration.ofMillis(500);

  private final Streams streams;

  /** What the last line that announced something was about. */
  private String announced = "";

  private Duration lastLineAt = Duration.ZERO;

  /** When the current drain began; null if there is none. */
  private Duration drainSince;

  PlainProgressView(Streams streams) {
    this.streams = streams;
  }

  @Override
  public synchronized void onProgress(Progress progress) {
    Duration now = progress.elapsed();
    String key = progress.workloadNumber() + " " + progress.run();
    if (progress.phase() == Phase.DRAINING) {
      if (drainSince == null) {
        drainSince = now;
      }
      if (now.minus(drainSince).compareTo(INSTANT) < 0) {
        return;
      }
      key = "draining " + key;
    } else {
      drainSince = null;
      key = progress.phase() + " " + key;
    }
    boolean isNew = !key.equals(announced);
    if (!isNew && now.minus(lastLineAt).compareTo(SILENCE) < 0) {
      return;
    }
    announced = key;
    lastLineAt = now;
    // At its beginning a run has no rate yet.
    String rate = isNew ? "" : ProgressText.rate(progress);
    boolean finished = progress.phase() == Phase.FINISHED;
    streams.complain(
        ProgressText.activity(progress)
            + (rate.isEmpty() ? "" : ", " + rate)
            + (finished
                ? " after " + ProgressText.time(progress.elapsed())
                : ", " + ProgressText.time(progress.remaining()) + " left"));
  }

  @Override
  public void close() {}
}
