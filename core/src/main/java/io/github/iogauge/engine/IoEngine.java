package io.github.iogauge.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A way to do I/O. Implementations are found by {@link java.util.ServiceLoader}, or handed to a job
 * directly; each needs a public constructor without arguments for the former. An engine is
 * stateless: all state is in the queues it opens.
 */
public interface IoEngine {

  /** The short name by which it is chosen and reported, for example {@code libaio}. */
  String name();

  /**
   * Why it does not work in this process.
   *
   * @return one sentence with the remedy; empty if it works
   */
  Optional<String> unavailable();

  /** The deepest queue it can keep: 1 for an engine whose calls block. */
  int maxQueueDepth();

  /**
   * What offset and length of every transfer must be a multiple of.
   *
   * @param file an existing file or block device
   * @param direct whether the page cache is to be bypassed
   * @return bytes, 1 if any offset will do
   * @throws IOException if the file cannot be opened, or not in this way; one line that says why
   */
  int alignment(Path file, boolean direct) throws IOException;

  /**
   * Opens an existing file or block device with a queue of its own. Called once per thread.
   *
   * @param request what is needed
   * @throws IOException if the file cannot be opened, or not in this way; one line that says why
   */
  IoQueue open(QueueRequest request) throws IOException;
}
