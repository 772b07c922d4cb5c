package io.github.iogauge.jmh;

import java.io.IOException;

/** Keeps a fixed number of random I/Os going on the target, through one library or another. */
interface IoLoop extends AutoCloseable {

  /**
   * Waits until something is done, and sees to it that as many I/Os are started again.
   *
   * @return how many I/Os were done, each of them whole
   */
  int turn() throws IOException;

  /** Waits for what is in flight and closes the file. */
  @Override
  void close() throws IOException;
}
