package io.github.iogauge.examples.cli;

import io.github.iogauge.ProgressListener;

/** Shows how a job goes on. Closing it, also twice, leaves the place clean for other output. */
interface ProgressView extends ProgressListener, AutoCloseable {

  /** A bar where a person watches, lines where a file or another program does. */
  static ProgressView on(Streams streams) {
    return streams.errIsTerminal()
        ? new ProgressBarView(streams.err())
        : new PlainProgressView(streams);
  }

  @Override
  void close();
}
