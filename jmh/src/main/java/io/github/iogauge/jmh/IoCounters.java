package io.github.iogauge.jmh;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What JMH shows beside the score. It divides both by the time of the iteration. */
@AuxCounters
@State(Scope.Thread)
public class IoCounters {

  /** I/Os done. */
  public long iops;

  /** Megabytes (10^6 bytes) moved. */
  public double mbPerSecond;

  /** Counts I/Os of one size, and returns how many they are. */
  final int add(int done, int blockSize) {
    iops += done;
    mbPerSecond += done * (blockSize / 1e6);
    return done;
  }
}
