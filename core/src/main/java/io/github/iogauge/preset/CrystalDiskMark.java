package io.github.iogauge.preset;

import io.github.iogauge.AccessPattern;
import io.github.iogauge.Aggregate;
import io.github.iogauge.ByteSize;
import io.github.iogauge.Suite;
import io.github.iogauge.Workload;
import java.time.Duration;
import java.util.Locale;

/**
 * The tests of CrystalDiskMark 8.
 *
 * <p>As there: all reads before all writes, one uncounted warm-up and five counted runs of five
 * seconds per test, five seconds between tests, unbuffered, the device's write cache left on,
 * random offsets uniform over the file with repeats; the reported rate is the best run's, the
 * reported latency the lowest mean of any run. Source: the program's published source, version
 * 8.0.6. Different from there: a warm-up is as long as a run (there always five seconds), data
 * differ from block to block (there one buffer is repeated), and several threads of a sequential
 * test work disjoint parts (there they overlap).
 */
public final class CrystalDiskMark {

  private static final int MIB = 1 << 20;
  private static final int KIB4 = 4096;

  private CrystalDiskMark() {}

  /**
   * The profile Default: sequential 1 MiB at depth 8 and 1, random 4 KiB at depth 32 and 1, on a
   * file of 1 GiB. The tests are named {@code SEQ1M-Q8T1-read}, {@code SEQ1M-Q1T1-read}, {@code
   * RND4K-Q32T1-read}, {@code RND4K-Q1T1-read}, and the same with {@code -write}.
   */
  public static Suite defaultProfile() {
    Suite.Builder suite =
        Suite.builder("cdm")
            .title("Default")
            .runs(5)
            .warmUpLikeRun()
            .interval(Duration.ofSeconds(5))
            .aggregate(Aggregate.CDM)
            .fileSize(Suite.DEFAULT_FILE_SIZE);
    for (int readPercent : new int[] {100, 0}) {
      suite.steps(
          test(AccessPattern.sequential(), MIB, 8, readPercent),
          test(AccessPattern.sequential(), MIB, 1, readPercent),
          test(AccessPattern.random(), KIB4, 32, readPercent),
          test(AccessPattern.random(), KIB4, 1, readPercent));
    }
    return suite.build();
  }

  private static Workload test(AccessPattern pattern, int blockSize, int depth, int readPercent) {
    String kind = pattern.equals(AccessPattern.sequential()) ? "SEQ" : "RND";
    String size = ByteSize.format(blockSize).replace("iB", "").toUpperCase(Locale.ROOT);
    String operation = readPercent == 100 ? "read" : "write";
    return Workload.of(kind + size + "-Q" + depth + "T1-" + operation, pattern, readPercent)
        .blockSize(blockSize)
        .queueDepth(depth)
        .duration(Duration.ofSeconds(5))
        .build();
  }
}
