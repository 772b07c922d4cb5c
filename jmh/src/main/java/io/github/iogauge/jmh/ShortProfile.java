package io.github.iogauge.jmh;

import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.Result;
import io.github.iogauge.preset.CrystalDiskMark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * A program that embeds the library and runs CrystalDiskMark's default profile on a file that it
 * may overwrite; {@link Footprint} starts it. Block sizes, depths and the number of runs are those
 * of the profile, because what is kept depends on them; only the times are shorter. It prints the
 * peak of its resident memory when {@code main} began and after the last test, in bytes; -1 where
 * the system does not tell.
 */
public final class ShortProfile {

  private ShortProfile() {}

  /**
   * Runs the program.
   *
   * @param args the file, and the length of each run
   */
  public static void main(String[] args) {
    OptionalLong before = PeakMemory.bytes();
    Result result =
        BenchmarkJob.builder()
            .target(Path.of(args[0]))
            .overwrite(true)
            .suite(CrystalDiskMark.defaultProfile())
            .duration(Duration.parse(args[1]))
            .interval(Duration.ZERO)
            .build()
            .run();
    ChildJvm.exitIfFailed(result);
    System.out.println(before.orElse(-1) + " " + PeakMemory.bytes().orElse(-1));
  }
}
