package io.github.iogauge.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FioProcessTest {

  private static final List<ComparisonCase> CASES = ComparisonCase.all(Duration.ofSeconds(3));

  @Test
  void theReportIsReadInItsUnits() throws IOException {
    Sample sample = FioProcess.sample(report(0), named("RND4K-Q32T1-read"));

    assertThat(sample.iops()).isEqualTo(150_000.5);
    assertThat(sample.meanLatencyNanos()).isEqualTo(213_000.25);
    assertThat(sample.p99LatencyNanos()).isEqualTo(400_000);
    // 60 % of a processor for two seconds, spread over 300,000 I/Os.
    assertThat(sample.cpuNanosPerIo()).isEqualTo(4000);
  }

  @Test
  void severalThreadsUseSeveralTimesTheProcessorOfOne() throws IOException {
    assertThat(FioProcess.sample(report(0), named("RND4K-Q32T2-read")).cpuNanosPerIo())
        .isEqualTo(8000);
  }

  @Test
  void anErrorOfFioIsNotTakenForAFigure() {
    assertThatThrownBy(() -> FioProcess.sample(report(5), named("RND4K-Q32T1-read")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("RND4K-Q32T1-read ended with error 5");
  }

  @Test
  void casesAreTheProfileWithLibaioAtDepthOneAndTwoThreads() {
    assertThat(CASES)
        .extracting(test -> test.name() + " " + test.engine())
        .containsExactly(
            "SEQ1M-Q8T1-read libaio",
            "SEQ1M-Q1T1-read psync",
            "RND4K-Q32T1-read libaio",
            "RND4K-Q32T2-read libaio",
            "RND4K-Q1T1-read psync",
            "RND4K-Q1T1-read-libaio libaio",
            "SEQ1M-Q8T1-write libaio",
            "SEQ1M-Q1T1-write psync",
            "RND4K-Q32T1-write libaio",
            "RND4K-Q1T1-write psync",
            "RND4K-Q1T1-write-libaio libaio");
  }

  @Test
  void bothProgramsAreAskedForTheSame() {
    assertThat(named("RND4K-Q32T2-read").fioArguments())
        .contains(
            "--rw=randread",
            "--bs=4096",
            "--iodepth=32",
            "--numjobs=2",
            "--ioengine=libaio",
            "--direct=1",
            "--ramp_time=1000ms",
            "--runtime=3000ms");
    assertThat(named("SEQ1M-Q1T1-write").fioArguments())
        .contains("--rw=write", "--bs=1048576", "--iodepth=1", "--ioengine=psync");
    assertThat(named("RND4K-Q32T1-read").fioAtItsBest())
        .contains(
            "--iodepth_batch=16",
            "--iodepth_batch_complete_min=8",
            "--iodepth_batch_complete_max=32");
    assertThat(named("RND4K-Q1T1-read").fioAtItsBest())
        .noneMatch(argument -> argument.startsWith("--iodepth_batch"));
  }

  private static ComparisonCase named(String name) {
    return CASES.stream().filter(test -> test.name().equals(name)).findFirst().orElseThrow();
  }

  private static String report(int error) {
    return "{\"jobs\":[{\"error\":"
        + error
        + ",\"usr_cpu\":20.0,\"sys_cpu\":40.0,\"read\":{\"iops\":150000.5,\"runtime\":2000,"
        + "\"total_ios\":300000,\"lat_ns\":{\"mean\":213000.25,"
        + "\"percentile\":{\"99.000000\":400000}}}}]}";
  }
}
