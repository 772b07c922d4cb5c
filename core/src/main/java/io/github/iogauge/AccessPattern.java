package io.github.iogauge;

/**
 * In which order the blocks of a region are touched. Implement it to add a pattern; the loop asks
 * it for one {@link OffsetSequence} per thread.
 */
public interface AccessPattern {

  /** The word for it in reports: {@code sequential} or {@code random} for the two built in. */
  String label();

  /**
   * Whether each thread gets a part of the region of its own (true), or all share the whole
   * (false).
   */
  boolean partitioned();

  /**
   * The offsets for one thread.
   *
   * @param start of the region in bytes, a multiple of the block size from the range's start
   * @param blocks how many blocks the region holds, at least 1
   * @param blockSize in bytes
   * @param seed differs between threads and is the same in every run
   */
  OffsetSequence offsets(long start, long blocks, int blockSize, long seed);

  /** From the first block to the last, then again from the first. */
  static AccessPattern sequential() {
    return BuiltInPattern.SEQUENTIAL;
  }

  /** Every block equally likely at every I/O, so blocks repeat and some are never touched. */
  static AccessPattern random() {
    return BuiltInPattern.RANDOM;
  }
}
