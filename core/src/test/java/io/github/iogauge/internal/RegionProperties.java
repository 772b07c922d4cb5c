package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.Workload;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class RegionProperties {

  @Property
  void partsAreDisjointCoverTheWholeAndAreEven(
      @ForAll @LongRange(max = 1L << 40) long start,
      @ForAll @LongRange(min = 1, max = 1L << 40) long blocks,
      @ForAll @IntRange(min = 1, max = 1024) int threads,
      @ForAll @IntRange(min = 1, max = 1 << 20) int blockSize) {
    Region whole = new Region(start, blocks);
    long next = start;
    long fewest = Long.MAX_VALUE;
    long most = 0;
    for (int thread = 0; thread < threads; thread++) {
      Region part = whole.part(thread, threads, blockSize);
      assertThat(part.start()).isEqualTo(next);
      next += part.blocks() * blockSize;
      fewest = Math.min(fewest, part.blocks());
      most = Math.max(most, part.blocks());
    }
    assertThat(next).isEqualTo(start + blocks * blockSize);
    assertThat(most - fewest).isLessThanOrEqualTo(1);
  }

  @Property
  void sharesOfAnyAmountAddUp(
      @ForAll @LongRange(min = 0) long amount, @ForAll @IntRange(min = 1, max = 1024) int of) {
    long last = 0;
    for (int shares = 1; shares <= of; shares++) {
      long share = Region.share(amount, shares, of);
      assertThat(share - last - amount / of).isBetween(0L, 1L);
      last = share;
    }
    assertThat(last).isEqualTo(amount);
  }

  @Property
  void itNeverReachesBeyondTheTarget(
      @ForAll @LongRange(max = 1L << 50) long size,
      @ForAll @LongRange(max = 1L << 50) long rangeStart,
      @ForAll @LongRange(max = 1L << 50) long length,
      @ForAll @IntRange(min = 1, max = 1 << 30) int blockSize) {
    long rangeLength = length == 0 ? 0 : Math.max(length, blockSize);
    Workload workload =
        Workload.randomRead("w")
            .blockSize(blockSize)
            .range(rangeStart, rangeLength)
            .requests(1)
            .build();

    Region region = Region.of(workload, size);

    assertThat(region.blocks()).isNotNegative();
    if (region.blocks() > 0) {
      long end = region.start() + region.blocks() * blockSize;
      assertThat(end).isLessThanOrEqualTo(size);
      if (rangeLength > 0) {
        assertThat(end).isLessThanOrEqualTo(rangeStart + rangeLength);
      }
    }
  }

  @Example
  void aRangeThatDoesNotFitHasNoBlocks() {
    Workload workload = Workload.randomRead("w").range(4096, 8192).requests(1).build();

    assertThat(Region.of(workload, 12_288)).isEqualTo(new Region(4096, 2));
    assertThat(Region.of(workload, 12_287).blocks()).isZero();
  }

  @Example
  void withoutALengthARangeGoesToTheEndInWholeBlocks() {
    Workload workload = Workload.randomRead("w").range(1000, 0).requests(1).build();

    assertThat(Region.of(workload, 1000 + 3 * 4096 + 4095)).isEqualTo(new Region(1000, 3));
    assertThat(Region.of(workload, 500).blocks()).isZero();
  }
}
