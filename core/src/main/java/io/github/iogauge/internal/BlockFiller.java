package io.github.iogauge.internal;

import io.github.iogauge.DataPattern;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Makes the data that are written: for random data, incompressible bytes from a seeded generator,
 * of which {@link #renew} changes a few in every 4 KiB, so that no two blocks of a run are the same
 * to a device that compares blocks. Belongs to one thread.
 */
final class BlockFiller {

  /** The unit in which storage that deduplicates compares, at the finest. */
  private static final int UNIT = 4096;

  private final DataPattern pattern;
  private final SplitMix64 random;

  BlockFiller(DataPattern pattern, long seed) {
    this.pattern = pattern;
    this.random = new SplitMix64(seed);
  }

  /** Fills a buffer from its start to its capacity. */
  void fill(ByteBuffer buffer) {
    ByteBuffer target = buffer.duplicate().order(ByteOrder.nativeOrder()).clear();
    while (target.remaining() >= Long.BYTES) {
      target.putLong(pattern == DataPattern.RANDOM ? random.next() : 0);
    }
    while (target.hasRemaining()) {
      target.put(pattern == DataPattern.RANDOM ? (byte) random.next() : 0);
    }
  }

  /** Makes the filled buffer differ from all it was before, at the cost of one store per 4 KiB. */
  void renew(ByteBuffer buffer) {
    if (pattern == DataPattern.RANDOM) {
      int last = buffer.capacity() - Long.BYTES;
      for (int at = 0; at <= last; at += UNIT) {
        buffer.putLong(at, random.next());
      }
    }
  }
}
