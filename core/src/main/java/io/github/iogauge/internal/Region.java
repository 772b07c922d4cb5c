package io.github.iogauge.internal;

import io.github.iogauge.Workload;

/**
 * The blocks that a workload, or one thread of it, works on.
 *
 * @param start of the first block in bytes
 * @param blocks how many whole blocks
 */
record Region(long start, long blocks) {

  /** The region of a workload on a target of that size; 0 blocks if its range does not fit. */
  static Region of(Workload workload, long size) {
    long end = workload.rangeLength() == 0 ? size : workload.rangeStart() + workload.rangeLength();
    long blocks = end > size ? 0 : Math.max(0, end - workload.rangeStart()) / workload.blockSize();
    return new Region(workload.rangeStart(), blocks);
  }

  /**
   * The part of one of several threads; the parts are disjoint, and as even as whole blocks allow.
   */
  Region part(int thread, int threads, int blockSize) {
    long from = share(blocks, thread, threads);
    long to = share(blocks, thread + 1, threads);
    return new Region(start + from * blockSize, to - from);
  }

  /** How much of an amount the first so many of all shares hold, for amounts without overflow. */
  static long share(long amount, int shares, int of) {
    return amount / of * shares + amount % of * shares / of;
  }
}
