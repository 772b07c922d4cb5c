package io.github.iogauge.internal;

import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.engine.QueueRequest;
import java.io.IOException;

/** All that a worker needs of an engine. */
@FunctionalInterface
interface QueueOpener {

  /** Opens what is to be measured, with a queue of its own. */
  IoQueue open(QueueRequest request) throws IOException;
}
