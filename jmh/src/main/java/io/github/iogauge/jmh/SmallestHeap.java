package io.github.iogauge.jmh;

import java.io.IOException;
import java.util.OptionalInt;

/** Finds the smallest heap with which something works. */
final class SmallestHeap {

  /** Tries whether it works with a heap. */
  @FunctionalInterface
  interface Trial {
    boolean works(int mebibytes) throws IOException, InterruptedException;
  }

  private SmallestHeap() {}

  /**
   * Halves the range until one is left; what works with a heap works with every larger one.
   *
   * @return in MiB, from 1 to the limit; empty if it does not work with the limit
   */
  static OptionalInt search(int limit, Trial trial) throws IOException, InterruptedException {
    if (!trial.works(limit)) {
      return OptionalInt.empty();
    }
    int low = 1;
    int works = limit;
    while (low < works) {
      int middle = (low + works) / 2;
      if (trial.works(middle)) {
        works = middle;
      } else {
        low = middle + 1;
      }
    }
    return OptionalInt.of(works);
  }
}
