package io.github.iogauge.jmh;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** What is written: random bytes, so that a device which compresses gains nothing. */
final class RandomData {

  private RandomData() {}

  /** Fills a buffer from its start to its capacity. */
  static void fill(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.capacity()];
    new SplittableRandom(1).nextBytes(bytes);
    buffer.duplicate().clear().put(bytes);
  }
}
