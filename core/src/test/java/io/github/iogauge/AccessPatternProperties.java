package io.github.iogauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class AccessPatternProperties {

  @Property
  void sequentialGoesFromTheFirstToTheLastAndBegins(
      @ForAll @LongRange(max = 1L << 40) long start,
      @ForAll @LongRange(min = 1, max = 300) long blocks,
      @ForAll @IntRange(min = 1, max = 1 << 30) int blockSize) {
    OffsetSequence offsets = AccessPattern.sequential().offsets(start, blocks, blockSize, 7);

    for (int round = 0; round < 3; round++) {
      for (long block = 0; block < blocks; block++) {
        assertThat(offsets.next()).isEqualTo(start + block * blockSize);
      }
    }
  }

  @Property
  void randomStaysInTheRegionOnWholeBlocks(
      @ForAll @LongRange(max = 1L << 40) long start,
      @ForAll @LongRange(min = 1, max = 1L << 31) long blocks,
      @ForAll @IntRange(min = 1, max = 1 << 30) int blockSize,
      @ForAll long seed) {
    OffsetSequence offsets = AccessPattern.random().offsets(start, blocks, blockSize, seed);

    for (int i = 0; i < 50; i++) {
      long inRegion = offsets.next() - start;
      assertThat(inRegion).isBetween(0L, (blocks - 1) * blockSize);
      assertThat(inRegion % blockSize).isZero();
    }
  }

  @Property
  void randomIsFixedByItsSeed(@ForAll long seed) {
    OffsetSequence one = AccessPattern.random().offsets(0, 1 << 20, 4096, seed);
    OffsetSequence same = AccessPattern.random().offsets(0, 1 << 20, 4096, seed);
    OffsetSequence other = AccessPattern.random().offsets(0, 1 << 20, 4096, seed + 1);

    boolean differs = false;
    for (int i = 0; i < 20; i++) {
      long offset = one.next();
      assertThat(same.next()).isEqualTo(offset);
      differs |= other.next() != offset;
    }
    assertThat(differs).isTrue();
  }

  @Example
  void randomReachesEveryBlock() {
    OffsetSequence offsets = AccessPattern.random().offsets(4096, 64, 4096, 1);
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 2000; i++) {
      seen.add(offsets.next());
    }

    assertThat(seen).hasSize(64).contains(4096L, 64L * 4096);
  }

  @Example
  void onlySequentialGivesEachThreadAPart() {
    assertThat(AccessPattern.sequential().partitioned()).isTrue();
    assertThat(AccessPattern.random().partitioned()).isFalse();
    assertThat(AccessPattern.sequential().label()).isEqualTo("sequential");
    assertThat(AccessPattern.random().label()).isEqualTo("random");
  }
}
