package io.github.iogauge.internal;

import io.github.iogauge.engine.IoEngine;
import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.engine.QueueRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Another engine, except that a file is opened only while its path names the file that was
 * examined. It is looked at before, so that nothing else is opened, and after, because it may have
 * been replaced between.
 */
final class WitnessedEngine implements IoEngine {

  private final IoEngine engine;
  private final Witness witness;

  WitnessedEngine(IoEngine engine, Witness witness) {
    this.engine = engine;
    this.witness = witness;
  }

  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public Optional<String> unavailable() {
    return engine.unavailable();
  }

  @Override
  public int maxQueueDepth() {
    return engine.maxQueueDepth();
  }

  @Override
  public int alignment(Path file, boolean direct) throws IOException {
    return engine.alignment(file, direct);
  }

  @Override
  public IoQueue open(QueueRequest request) throws IOException {
    witness.check();
    IoQueue queue = engine.open(request);
    try {
      witness.check();
      return queue;
    } catch (IOException e) {
      queue.close();
      throw e;
    }
  }
}
