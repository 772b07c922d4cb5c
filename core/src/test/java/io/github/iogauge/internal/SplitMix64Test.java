package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SplitMix64Test {

  @Test
  void givesThePublishedSequence() {
    SplitMix64 random = new SplitMix64(1234567);

    assertThat(Stream.generate(() -> Long.toUnsignedString(random.next())).limit(5))
        .containsExactly(
            "6457827717110365317",
            "3203168211198807973",
            "9817491932198370423",
            "4593380528125082431",
            "16408922859458223821");
  }

  @Test
  void belowIsUniform() {
    // Chi-square over 1000 cells: mean 999, standard deviation 45.
    SplitMix64 random = new SplitMix64(42);
    int[] cells = new int[1000];
    for (int i = 0; i < 1_000_000; i++) {
      cells[(int) random.below(1000)]++;
    }
    double chiSquare = 0;
    for (int cell : cells) {
      chiSquare += (cell - 1000.0) * (cell - 1000.0) / 1000;
    }
    assertThat(chiSquare).isBetween(999 - 4 * 45.0, 999 + 4 * 45.0);
  }

  @Test
  void belowReachesBothEndsAndNothingElse() {
    SplitMix64 random = new SplitMix64(1);

    assertThat(LongStream.generate(() -> random.below(3)).limit(1000).distinct().sorted())
        .containsExactly(0L, 1L, 2L);
    assertThat(LongStream.generate(() -> random.below(1)).limit(100)).containsOnly(0L);
  }

  @Test
  void belowWorksForTheLargestBound() {
    SplitMix64 random = new SplitMix64(1);
    long bound = (1L << 62) - 1;

    assertThat(LongStream.generate(() -> random.below(bound)).limit(10_000))
        .allMatch(value -> value >= 0 && value < bound)
        .anyMatch(value -> value > bound / 4 * 3);
  }

  @Test
  void seedsOfPartsDifferFromEachOtherAndBetweenSeeds() {
    Set<Long> seeds = new HashSet<>();
    for (long seed = 0; seed < 100; seed++) {
      for (long part = 0; part < 100; part++) {
        assertThat(seeds.add(SplitMix64.seed(seed, part))).isTrue();
      }
    }
  }
}
