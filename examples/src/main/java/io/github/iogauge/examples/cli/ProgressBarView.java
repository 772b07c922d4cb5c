package io.github.iogauge.examples.cli;

import io.github.iogauge.Progress;
import io.github.iogauge.Progress.Phase;
import java.io.PrintStream;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressState;

/** Progress as a bar on a terminal: how far the whole job is, what it does, how fast, time left. */
final class ProgressBarView implements ProgressView {

  private static final int DEFAULT_WIDTH = 79;
  private static final int BAR = 10;

  private final PrintStream terminal;
  private ProgressBar bar;
  private boolean closed;

  ProgressBarView(PrintStream terminal) {
    this.terminal = terminal;
  }

  @Override
  public synchronized void onProgress(Progress progress) {
    if (closed) {
      return;
    }
    if (bar == null) {
      // Not earlier: a job that is refused has none.
      bar = open(terminal);
    }
    long elapsed = progress.elapsed().toMillis();
    // The estimate may grow while it runs. One more, because a bar without end is drawn otherwise.
    bar.maxHint(elapsed + progress.remaining().toMillis() + 1);
    bar.setExtraMessage(message(progress));
    bar.stepTo(elapsed);
  }

  /**
   * Time left, test and rate, in that order and short enough for 79 columns: a narrow terminal cuts
   * off what stands last, and a number that is cut off misleads.
   */
  static String message(Progress progress) {
    boolean moves =
        switch (progress.phase()) {
          case PREPARING, WARM_UP, MEASURING -> true;
          case DRAINING, PAUSING, FINISHED -> false;
        };
    return (progress.phase() == Phase.FINISHED
            ? ""
            : ProgressText.clock(progress.remaining()) + " left, ")
        + ProgressText.activity(progress)
        + (moves ? String.format(Locale.ROOT, ", %.2f MB/s", progress.bytesPerSecond() / 1e6) : "");
  }

  private static ProgressBar open(PrintStream terminal) {
    // With a width given, the bar's library does not ask the terminal for it: it would start the
    // program stty each time, which disturbs what is being measured.
    return new ProgressBarBuilder()
        .setTaskName("iogauge")
        .setInitialMax(1)
        .setUpdateIntervalMillis(250)
        .setConsumer(new OneLine(terminal, width(System.getenv("COLUMNS"))))
        .setRenderer(ProgressBarView::render)
        .build();
  }

  /** The width of the terminal, less one column: some wrap when the last one is written to. */
  static int width(String columns) {
    try {
      return columns == null ? DEFAULT_WIDTH : Math.max(20, Integer.parseInt(columns.strip()) - 1);
    } catch (NumberFormatException e) {
      return DEFAULT_WIDTH;
    }
  }

  private static String render(ProgressState state, int width) {
    return line(state.getNormalizedProgress(), state.getExtraMessage(), width);
  }

  /** One line that fills the width exactly, so that nothing of a longer one before it remains. */
  static String line(double share, String message, int width) {
    double part = Math.max(0, Math.min(1, share));
    int full = (int) (part * BAR);
    String text =
        (int) (part * 100) + "% [" + "=".repeat(full) + " ".repeat(BAR - full) + "] " + message;
    text = " ".repeat(Math.max(0, text.indexOf('%') < 3 ? 3 - text.indexOf('%') : 0)) + text;
    return text.length() > width
        ? text.substring(0, width)
        : text + " ".repeat(width - text.length());
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (bar != null) {
      // Returns after the last drawing. Wiping is done here, because the bar's library leaves out
      // its own when the bar was closed before it was first drawn.
      bar.close();
      bar = null;
      int width = width(System.getenv("COLUMNS"));
      terminal.print("\r" + " ".repeat(width) + "\r");
      terminal.flush();
    }
  }

  /** Does not end the line when the bar is closed, so that it can be wiped. */
  private static final class OneLine extends ConsoleProgressBarConsumer {

    OneLine(PrintStream out, int width) {
      super(out, width);
    }

    @Override
    public void close() {}
  }
}
