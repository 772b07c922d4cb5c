package io.github.iogauge;

import io.github.iogauge.internal.SplitMix64;
import java.util.Locale;

/** The two patterns that every storage tool has. */
enum BuiltInPattern implements AccessPattern {
  SEQUENTIAL(true) {
    @Override
    public OffsetSequence offsets(long start, long blocks, int blockSize, long seed) {
      return new Sequential(start, blocks, blockSize);
    }
  },
  RANDOM(false) {
    @Override
    public OffsetSequence offsets(long start, long blocks, int blockSize, long seed) {
      return new UniformRandom(start, blocks, blockSize, seed);
    }
  };

  private final boolean partitioned;

  BuiltInPattern(boolean partitioned) {
    this.partitioned = partitioned;
  }

  @Override
  public boolean partitioned() {
    return partitioned;
  }

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return label();
  }

  private static final class Sequential implements OffsetSequence {
    private final long start;
    private final long end;
    private final int blockSize;
    private long next;

    Sequential(long start, long blocks, int blockSize) {
      this.start = start;
      this.end = start + blocks * blockSize;
      this.blockSize = blockSize;
      this.next = start;
    }

    @Override
    public long next() {
      long offset = next;
      next = offset + blockSize == end ? start : offset + blockSize;
      return offset;
    }
  }

  private static final class UniformRandom implements OffsetSequence {
    private final long start;
    private final long blocks;
    private final int blockSize;
    private final SplitMix64 random;

    UniformRandom(long start, long blocks, int blockSize, long seed) {
      this.start = start;
      this.blocks = blocks;
      this.blockSize = blockSize;
      this.random = new SplitMix64(seed);
    }

    @Override
    public long next() {
      return start + random.below(blocks) * blockSize;
    }
  }
}
