package io.github.iogauge.report;

import static io.github.iogauge.report.SampleResults.failed;
import static io.github.iogauge.report.SampleResults.fiveSeconds;
import static io.github.iogauge.report.SampleResults.measured;
import static io.github.iogauge.report.SampleResults.readRun;
import static io.github.iogauge.report.SampleResults.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.AccessPattern;
import io.github.iogauge.Aggregate;
import io.github.iogauge.DataPattern;
import io.github.iogauge.IoFailure;
import io.github.iogauge.Result;
import io.github.iogauge.Suite;
import io.github.iogauge.TargetInfo;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.report.SampleResults.OwnPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrystalDiskMarkTextTest {

  private static final IoFailure EIO =
      new IoFailure("read", 8192, 4096, 5, "EIO (Input/output error)");

  private final CrystalDiskMarkText report = new CrystalDiskMarkText(ZoneOffset.UTC);

  @Test
  void printsThePublishedFiguresOfACardReaderExactlyAsPublished() {
    assertThat(report.format(SampleResults.cardReader()))
        .isEqualTo(
            """
            ------------------------------------------------------------------------------
            iogauge @VERSION@
                                                 Report in the layout of CrystalDiskMark 8
            ------------------------------------------------------------------------------
            * MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]
            * KB = 1000 bytes, KiB = 1024 bytes

            [Read]
              SEQ    1MiB (Q=  8, T= 1):    97.365 MB/s [     92.9 IOPS] < 85377.52 us>
              SEQ    1MiB (Q=  1, T= 1):    96.349 MB/s [     91.9 IOPS] < 10875.04 us>
              RND    4KiB (Q= 32, T= 1):    12.212 MB/s [   2981.4 IOPS] < 10702.20 us>
              RND    4KiB (Q=  1, T= 1):    10.595 MB/s [   2586.7 IOPS] <   385.65 us>

            [Write]
              SEQ    1MiB (Q=  8, T= 1):    93.364 MB/s [     89.0 IOPS] < 88732.77 us>
              SEQ    1MiB (Q=  1, T= 1):    92.047 MB/s [     87.8 IOPS] < 11358.78 us>
              RND    4KiB (Q= 32, T= 1):     7.690 MB/s [   1877.4 IOPS] < 16991.46 us>
              RND    4KiB (Q=  1, T= 1):     6.973 MB/s [   1702.4 IOPS] <   586.13 us>

            Profile: Default
               Test: 1 GiB (x5) [/media/pi/card]
               Mode:
               Time: Measure 5 sec / Interval 5 sec\s
               Date: 2024/11/20 9:05:07
                 OS: Linux 6.6.31+rpt-rpi-v8 (aarch64)
             Device: /dev/mmcblk0p2 (SR64G), ext4
             Engine: psync
            """
                .replace("@VERSION@", Version.current()));
  }

  @Test
  void frameAndResultLinesHaveTheWidthsOfTheOriginal() {
    List<String> lines = lines(SampleResults.cardReader());
    assertThat(lines.get(0)).isEqualTo("-".repeat(78)).isEqualTo(lines.get(3));
    assertThat(lines.get(2)).hasSize(78);
    assertThat(lines).filteredOn(line -> line.contains("MB/s [ ")).hasSize(8);
    assertThat(lines).filteredOn(line -> line.contains("MB/s [ ")).allMatch(l -> l.length() == 75);
  }

  @Test
  void doesNotClaimToBeTheOriginal() {
    assertThat(report.format(SampleResults.full()))
        .contains("iogauge")
        .doesNotContain("http", "hiyohiyo", "Crystal Dew World");
  }

  @Test
  void iopsFollowFromTheRateNotFromTheCountedOperations() {
    // 10.5 blocks a second, of which 10 were completed whole.
    Workload workload = fiveSeconds(Workload.randomRead("r")).build();
    Result result = single(measured(workload, readRun(43_008, 4096, 1e6)));
    assertThat(resultLine(result)).contains("[     10.5 IOPS]");
  }

  @Test
  void eachShareOfReadsHasAMixSectionOfItsOwn() {
    Result result =
        new SampleResults.Builder()
            .workloads(
                measured(mix("a", 70), run(1_000_000_000, 700_000, 300_000, 4096, 2e6)),
                measured(mix("b", 30), run(1_000_000_000, 600_000, 1_400_000, 4096, 2e6)),
                measured(mix("c", 70), run(1_000_000_000, 2_100_000, 900_000, 4096, 2e6)))
            .build();
    assertThat(report.format(result))
        .contains(
            """
            * KB = 1000 bytes, KiB = 1024 bytes

            [Mix] Read 70%/Write 30%
              RND    4KiB (Q=  1, T= 1):     1.000 MB/s [    244.1 IOPS] <  2000.00 us>
              RND    4KiB (Q=  1, T= 1):     3.000 MB/s [    732.4 IOPS] <  2000.00 us>

            [Mix] Read 30%/Write 70%
              RND    4KiB (Q=  1, T= 1):     2.000 MB/s [    488.3 IOPS] <  2000.00 us>

            Profile: test
            """);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "512,        \"  RND  512  B (\"",
        "1000,       \"  RND 1000  B (\"",
        "4096,       \"  RND    4KiB (\"",
        "131072,     \"  RND  128KiB (\"",
        "1048576,    \"  RND    1MiB (\"",
        "1572864,    \"  RND 1536KiB (\"",
        "2097152,    \"  RND    2MiB (\"",
        "1073741824, \"  RND 1024MiB (\"",
        "1500000,    \"  RND 1500000  B (\"",
      })
  void blockSizeTakesTheLargestWholeUnit(int blockSize, String start) {
    Workload workload = fiveSeconds(Workload.randomRead("r")).blockSize(blockSize).build();
    assertThat(resultLine(single(measured(workload, readRun(3_000_000_000L, blockSize, 1e6)))))
        .startsWith(start);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "sequential, \"  SEQ    4KiB\"",
        "random,     \"  RND    4KiB\"",
        "zigzag,     \"  ZIG    4KiB\"",
        "xy,         \"  XY     4KiB\"",
      })
  void patternIsAWordOfThreeLetters(String label, String start) {
    Workload workload = fiveSeconds(Workload.of("w", new OwnPattern(label), 100)).build();
    assertThat(resultLine(single(measured(workload, readRun(4096, 4096, 1e6))))).startsWith(start);
  }

  @Test
  void figuresTooWideForTheirColumnKeepAllDigits() {
    Workload workload =
        fiveSeconds(Workload.randomRead("r")).blockSize(1).queueDepth(2048).threads(256).build();
    assertThat(
            resultLine(single(measured(workload, readRun(123_456_789_012L, 1, 9_876_543_210e3)))))
        .isEqualTo(
            "  RND    1  B (Q=2048, T=256): 123456.789 MB/s [123456789012.0 IOPS]"
                + " <9876543210.00 us>");
  }

  @Test
  void bestRateAndLowestLatencyOfDifferentRunsStandInOneLine() {
    Result result = twoRuns(Aggregate.CDM);
    assertThat(resultLine(result)).contains(" 2.000 MB/s", "<  1000.00 us>");
    assertThat(report.format(result)).doesNotContain("Figures:");
  }

  @Test
  void anotherAggregateIsNamed() {
    Result result = twoRuns(Aggregate.MEAN);
    assertThat(resultLine(result)).contains(" 1.500 MB/s", "<  2000.00 us>");
    assertThat(lines(result)).endsWith("Figures: mean of the runs");
    assertThat(lines(twoRuns(Aggregate.MEDIAN))).endsWith("Figures: median of the runs");
  }

  @Test
  void workloadWithoutFiguresHasNoLineButItsError() {
    Workload first = fiveSeconds(Workload.randomRead("first")).build();
    Workload second = fiveSeconds(Workload.randomWrite("second")).build();
    Workload third = fiveSeconds(Workload.randomWrite("third")).build();
    Result result =
        new SampleResults.Builder()
            .workloads(
                measured(first, readRun(1_000_000, 4096, 1e6)),
                failed(second, EIO),
                measured(third, run(0, 0, 0, 4096, 0)))
            .build();
    assertThat(report.format(result)).doesNotContain("[Write]");
    assertThat(lines(result)).filteredOn(line -> line.contains(" us>")).hasSize(1);
    assertThat(lines(result))
        .endsWith("Error: second: read of 4096 bytes at offset 8192: EIO (Input/output error)");
  }

  @Test
  void workloadThatFailedHalfWayHasBothLineAndError() {
    Workload workload = fiveSeconds(Workload.randomRead("r")).build();
    Result result = single(failed(workload, EIO, readRun(1_000_000, 4096, 1e6)));
    assertThat(resultLine(result)).contains(" 1.000 MB/s");
    assertThat(lines(result)).last().asString().startsWith("Error: r: read of 4096 bytes");
  }

  @Test
  void resultWithoutWorkloadsHasNoSectionsButTheRest() {
    assertThat(report.format(new SampleResults.Builder().error("no space").build()))
        .contains("* KB = 1000 bytes, KiB = 1024 bytes\n\nProfile: test\n")
        .doesNotContain("[Read]", "[Write]", "[Mix]", "Engine:")
        .endsWith("\nError: no space\n");
  }

  @Test
  void cancelWarningsAndErrorsComeLastInThisOrder() {
    Workload workload = fiveSeconds(Workload.randomRead("r")).build();
    Result result =
        new SampleResults.Builder()
            .workloads(failed(workload, EIO))
            .cancelled(true)
            .warnings("the cache is warm", "the governor is powersave")
            .error("the device went away")
            .build();
    assertThat(lines(result))
        .endsWith(
            "Warning: the job was cancelled; the figures are those measured until then",
            "Warning: the cache is warm",
            "Warning: the governor is powersave",
            "Error: r: read of 4096 bytes at offset 8192: EIO (Input/output error)",
            "Error: the device went away");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "true,  RANDOM, \"   Mode:\"",
        "true,  ZERO,   \"   Mode: <0Fill>\"",
        "false, RANDOM, \"   Mode: [Buffered]\"",
        "false, ZERO,   \"   Mode: [Buffered] <0Fill>\"",
      })
  void modeTellsOfTheCacheAndOfZeros(boolean direct, DataPattern data, String line) {
    assertThat(lines(new SampleResults.Builder().options(direct, data).build())).contains(line);
  }

  @Test
  void modeIsBufferedIfAnyWorkloadWas() {
    Workload workload = fiveSeconds(Workload.randomRead("r")).build();
    Result result = single(new WorkloadResult(workload, "nio", false, List.of(), Optional.empty()));
    assertThat(lines(result)).contains("   Mode: [Buffered]", " Engine: nio");
  }

  @ParameterizedTest
  @CsvSource({
    "1073741824,    1 GiB",
    "1099511627776, 1024 GiB",
    "268435456,     256 MiB",
    "1610612736,    1536 MiB",
    "65536,         64 KiB",
    "1000,          1000 B",
    "0,             0 B",
  })
  void fileSizeTakesTheLargestWholeUnit(long bytes, String size) {
    Result result = new SampleResults.Builder().target(Path.of("/x"), bytes).build();
    assertThat(lines(result)).contains("   Test: " + size + " (x1) [/x]");
  }

  @Test
  void timesAreInSecondsWithOnlyTheDecimalsTheyNeed() {
    Workload shorter = Workload.randomRead("a").duration(Duration.ofMillis(500)).build();
    Workload longer = Workload.randomRead("b").duration(Duration.ofMinutes(1)).build();
    Workload sized = Workload.randomRead("c").bytes(4096).duration(Duration.ofHours(1)).build();
    Suite.Builder suite = Suite.builder("s").interval(Duration.ofMillis(1250));
    assertThat(timeLine(suite, shorter)).isEqualTo("Measure 0.5 sec / Interval 1.25 sec ");
    assertThat(timeLine(Suite.builder("s"), longer, shorter, sized))
        .isEqualTo("Measure 0.5 to 60 sec / Interval 0 sec ");
    assertThat(timeLine(Suite.builder("s"), sized)).isEqualTo("Measure by size / Interval 0 sec ");
  }

  @Test
  void dateIsThatOfTheZoneAndItsHourIsNotPadded() {
    Result result = new SampleResults.Builder().build();
    assertThat(new CrystalDiskMarkText(ZoneId.of("Asia/Tokyo")).format(result))
        .contains("\n   Date: 2024/11/20 18:05:07\n");
    assertThat(new CrystalDiskMarkText(ZoneOffset.ofHours(-10)).format(result))
        .contains("\n   Date: 2024/11/19 23:05:07\n");
    assertThat(report.format(result)).contains("\n   Date: 2024/11/20 9:05:07\n");
  }

  @Test
  void dateIsThatOfTheSystemUnlessAZoneIsGiven() {
    Report unset = Reports.named("text");
    TimeZone before = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
      assertThat(unset.format(new SampleResults.Builder().build()))
          .contains("\n   Date: 2024/11/20 4:05:07\n");
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void saysWhyThereIsNoDevice() {
    TargetInfo target =
        new TargetInfo(
            Path.of("/dev/shm"),
            TargetInfo.Kind.DIRECTORY,
            1 << 20,
            Optional.of("tmpfs"),
            Optional.of("/dev/shm"),
            Optional.empty(),
            Optional.of("a memory file system"));
    assertThat(lines(new SampleResults.Builder().target(target).build()))
        .contains(" Device: none known (a memory file system), tmpfs");
  }

  @Test
  void namesFromOutsideStayInTheirLineAndBracket() {
    String nasty = "a]\n[b\u001b[31m\u2028\u202e\ud800\u00e9\ud83d\ude00";
    String clean = "a]?[b?[31m???\u00e9\ud83d\ude00";
    Workload workload = fiveSeconds(Workload.randomRead("r\u001b")).build();
    Result result =
        new SampleResults.Builder()
            .suite(Suite.builder("s").title(nasty))
            .target(
                new TargetInfo(
                    Path.of("/a]\n[b"),
                    TargetInfo.Kind.FILE,
                    4096,
                    Optional.of(nasty),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(nasty)))
            .workloads(
                failed(workload, new IoFailure("read", -1, 0, 0, nasty)),
                measured(
                    fiveSeconds(Workload.of("own", new OwnPattern("\n\u001b\u0007"), 100)).build(),
                    readRun(4096, 4096, 1e6)))
            .warnings(nasty)
            .error(nasty)
            .build();
    assertThat(lines(result))
        .contains(
            "  ???    4KiB (Q=  1, T= 1):     0.004 MB/s [      1.0 IOPS] <  1000.00 us>",
            "Profile: " + clean,
            "   Test: 4 KiB (x1) [/a)?(b]",
            " Device: none known (" + clean + "), " + clean,
            "Warning: " + clean,
            "Error: r?: read: " + clean,
            "Error: " + clean);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar", "ar-EG-u-nu-arab", "tr-TR", "de-DE", "th-TH-u-ca-buddhist"})
  void isTheSameInEveryLanguage(String language) {
    Result result = SampleResults.cardReader();
    String expected = Locales.in("en", () -> report.format(result));
    // Made anew there, because a formatter may keep the locale that it was made in.
    assertThat(Locales.in(language, () -> new CrystalDiskMarkText(ZoneOffset.UTC).format(result)))
        .isEqualTo(expected);
    Workload own = fiveSeconds(Workload.of("own", new OwnPattern("inside out"), 100)).build();
    assertThat(
            Locales.in(language, () -> resultLine(single(measured(own, readRun(4096, 4096, 1e6))))))
        .startsWith("  INS ");
  }

  private static Workload mix(String name, int readPercent) {
    return fiveSeconds(Workload.of(name, AccessPattern.random(), readPercent)).build();
  }

  private static Result single(WorkloadResult workload) {
    return new SampleResults.Builder().workloads(workload).build();
  }

  private static Result twoRuns(Aggregate aggregate) {
    Workload workload = fiveSeconds(Workload.randomRead("r")).build();
    return new SampleResults.Builder()
        .suite(Suite.builder("s").runs(2).aggregate(aggregate))
        .workloads(measured(workload, readRun(1_000_000, 4096, 1e6), readRun(2_000_000, 4096, 3e6)))
        .build();
  }

  private String timeLine(Suite.Builder suite, Workload... workloads) {
    WorkloadResult[] results = new WorkloadResult[workloads.length];
    for (int i = 0; i < results.length; i++) {
      results[i] = measured(workloads[i]);
    }
    Result result = new SampleResults.Builder().suite(suite).workloads(results).build();
    return lines(result).stream()
        .filter(line -> line.startsWith("   Time: "))
        .findFirst()
        .orElseThrow()
        .substring("   Time: ".length());
  }

  private String resultLine(Result result) {
    return lines(result).stream().filter(line -> line.endsWith(" us>")).findFirst().orElseThrow();
  }

  private List<String> lines(Result result) {
    // Not lines(), which would also split at a carriage return that must not be there.
    return List.of(report.format(result).split("\n", -1)).stream()
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
