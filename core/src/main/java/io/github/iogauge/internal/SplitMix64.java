package io.github.iogauge.internal;

/**
 * The generator SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators,
 * 2014): a few nanoseconds a number, no allocation, the same sequence for the same seed. Belongs to
 * one thread.
 */
public final class SplitMix64 {

  private long state;

  /** Starts a sequence. */
  public SplitMix64(long seed) {
    this.state = seed;
  }

  /** The next 64 random bits. */
  public long next() {
    state += 0x9e3779b97f4a7c15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /**
   * A number from 0 to bound - 1, each equally likely. The range is cut by a multiplication instead
   * of a division; the bias of that is below bound / 2^63, far under anything a run could show.
   *
   * @param bound 1 to 2^62
   */
  public long below(long bound) {
    return Math.multiplyHigh(next() >>> 1, bound << 1);
  }

  /** A seed for a part of the work, far from the seeds of the other parts. */
  public static long seed(long seed, long part) {
    return new SplitMix64(seed + 0x632be59bd9b4e019L * part).next();
  }
}
