package io.github.iogauge.internal;

import io.github.iogauge.AccessPattern;
import io.github.iogauge.BenchmarkException;
import io.github.iogauge.OffsetSequence;
import io.github.iogauge.Workload;

/** Keeps the offsets of a pattern that is not ours within the region that it was given. */
final class CheckedOffsets implements OffsetSequence {

  private final OffsetSequence offsets;
  private final String pattern;
  private final long first;
  private final long last;

  private CheckedOffsets(OffsetSequence offsets, String pattern, long first, long last) {
    this.offsets = offsets;
    this.pattern = pattern;
    this.first = first;
    this.last = last;
  }

  /** The offsets of one thread; those of the built-in patterns need no check. */
  static OffsetSequence of(Workload workload, Region region, long seed) {
    AccessPattern pattern = workload.pattern();
    OffsetSequence offsets =
        pattern.offsets(region.start(), region.blocks(), workload.blockSize(), seed);
    if (offsets == null) {
      throw new BenchmarkException("pattern", pattern.label(), "gave no offsets");
    }
    if (pattern.equals(AccessPattern.sequential()) || pattern.equals(AccessPattern.random())) {
      return offsets;
    }
    long last = region.start() + (region.blocks() - 1) * workload.blockSize();
    return new CheckedOffsets(offsets, pattern.label(), region.start(), last);
  }

  @Override
  public long next() {
    long offset = offsets.next();
    if (offset < first || offset > last) {
      throw new BenchmarkException(
          "pattern",
          pattern,
          "gave offset " + offset + "; its blocks start from " + first + " to " + last);
    }
    return offset;
  }
}
