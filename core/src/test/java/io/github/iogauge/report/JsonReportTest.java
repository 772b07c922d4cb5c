package io.github.iogauge.report;

import static io.github.iogauge.report.SampleResults.NOTHING;
import static io.github.iogauge.report.SampleResults.NO_LATENCY;
import static io.github.iogauge.report.SampleResults.failed;
import static io.github.iogauge.report.SampleResults.fiveSeconds;
import static io.github.iogauge.report.SampleResults.measured;
import static io.github.iogauge.report.SampleResults.readRun;
import static io.github.iogauge.report.SampleResults.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.github.iogauge.DataPattern;
import io.github.iogauge.Interval;
import io.github.iogauge.IoFailure;
import io.github.iogauge.JobOptions;
import io.github.iogauge.Result;
import io.github.iogauge.RunResult;
import io.github.iogauge.Suite;
import io.github.iogauge.SyncPolicy;
import io.github.iogauge.TargetInfo;
import io.github.iogauge.Transfers;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.device.DeviceCounters;
import io.github.iogauge.device.StorageDevice;
import io.github.iogauge.report.SampleResults.FixedLatency;
import io.github.iogauge.testing.MiniJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReportTest {

  private final JsonReport report = new JsonReport();

  @Test
  void isTheSchemaToTheByte() {
    assertThat(report.format(SampleResults.full()))
        .isEqualTo(resource("full.json").replace("@VERSION@", Version.current()));
  }

  @Test
  void hasEveryNameThatReadersRelyOn() {
    Object json = parse(SampleResults.full());
    assertThat(names(json, "workloads", 0))
        .containsSubsequence(
            "name", "operation", "readPercent", "pattern", "blockSize", "queueDepth", "threads")
        .containsSubsequence(
            "engine", "direct", "bytesPerSecond", "iops", "meanLatencyNanos", "runs", "warnings")
        .endsWith("error");
    assertThat(names(json, "workloads", 0, "runs", 0))
        .containsExactly(
            "bytes",
            "operations",
            "elapsedNanos",
            "bytesPerSecond",
            "iops",
            "meanDepth",
            "drained",
            "latencyNanos",
            "read",
            "write",
            "sync",
            "deviceCounters",
            "cpuNanos",
            "series");
    assertThat(names(json, "workloads", 0, "runs", 0, "latencyNanos"))
        .containsExactly("min", "mean", "max", "stddev", "percentiles");
    assertThat(names(json, "workloads", 0, "runs", 0, "latencyNanos", "percentiles"))
        .containsExactly("50", "90", "95", "99", "99.9", "99.99");
    assertThat(names(json, "workloads", 0, "runs", 0, "read"))
        .containsExactly("bytes", "operations", "latencyNanos");
  }

  @Test
  void figuresOfAWorkloadAreThoseOfTheAggregate() {
    Workload workload = fiveSeconds(Workload.randomRead("r")).build();
    Result result =
        new SampleResults.Builder()
            .workloads(
                measured(workload, readRun(1_024_000, 4096, 1e6), readRun(4_096_000, 4096, 3e6)))
            .build();
    Object json = parse(result);
    assertThat(MiniJson.string(json, "aggregate")).isEqualTo("cdm");
    assertThat(MiniJson.number(json, "workloads", 0, "bytesPerSecond")).isEqualTo(4_096_000);
    assertThat(MiniJson.number(json, "workloads", 0, "iops")).isEqualTo(1000);
    assertThat(MiniJson.number(json, "workloads", 0, "meanLatencyNanos")).isEqualTo(1e6);
    assertThat(MiniJson.number(json, "workloads", 0, "runs", 1, "bytesPerSecond"))
        .isEqualTo(4_096_000);
  }

  @Test
  void whatWasNotMeasuredIsAbsent() {
    Workload workload = fiveSeconds(Workload.randomRead("r")).build();
    Object json = parse(single(measured(workload)));
    assertThat(names(json, "workloads", 0))
        .contains("runs", "warnings", "error")
        .doesNotContain("bytesPerSecond", "iops", "meanLatencyNanos");
    assertThat(MiniJson.list(json, "workloads", 0, "runs")).isEmpty();
  }

  @Test
  void aRunInWhichNothingCompletedHasARateButNoLatency() {
    Workload workload = fiveSeconds(Workload.randomRead("r")).build();
    Object json = parse(single(measured(workload, readRun(0, 4096, 0))));
    assertThat(MiniJson.number(json, "workloads", 0, "bytesPerSecond")).isZero();
    assertThat(names(json, "workloads", 0)).doesNotContain("meanLatencyNanos");
    assertThat(names(json, "workloads", 0, "runs", 0))
        .contains("bytesPerSecond", "iops", "meanDepth", "read", "write", "sync", "series")
        .doesNotContain("latencyNanos", "deviceCounters", "cpuNanos");
    assertThat(names(json, "workloads", 0, "runs", 0, "sync"))
        .containsExactly("bytes", "operations");
  }

  @Test
  void aRunWhoseWindowNeverOpenedHasNoRate() {
    Workload workload = fiveSeconds(Workload.randomRead("r")).build();
    Object json = parse(single(measured(workload, SampleResults.run(0, 0, 0, 4096, 0))));
    assertThat(names(json, "workloads", 0)).doesNotContain("bytesPerSecond", "iops");
    assertThat(names(json, "workloads", 0, "runs", 0))
        .contains("elapsedNanos")
        .doesNotContain("bytesPerSecond", "iops", "meanDepth");
  }

  @Test
  void countersOfADeviceThatWasReplacedAreNotShown() {
    DeviceCounters backwards = new DeviceCounters(-1, 0, -4096, 0, 0, 0, 0, 0, 0, 0, 0);
    Object json = parse(single(measuredWith(1, 1, 1, Optional.of(backwards))));
    assertThat(names(json, "workloads", 0, "runs", 0)).doesNotContain("deviceCounters");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void figuresThatAreNoNumbersAreAbsent(double notFinite) {
    String text =
        report.format(single(measuredWith(notFinite, notFinite, notFinite, Optional.empty())));
    assertThat(text).doesNotContain("NaN", "Infinity");
    Object json = MiniJson.parse(text);
    assertThat(names(json, "workloads", 0)).contains("iops").doesNotContain("meanLatencyNanos");
    assertThat(names(json, "workloads", 0, "runs", 0)).doesNotContain("meanDepth");
    assertThat(names(json, "workloads", 0, "runs", 0, "latencyNanos"))
        .containsExactly("min", "max", "percentiles");
    assertThat(names(json, "workloads", 0, "runs", 0, "series", 0))
        .contains("maxLatencyNanos")
        .doesNotContain("meanLatencyNanos");
  }

  @ParameterizedTest
  @CsvSource({
    "0.0,                 0",
    "-0.0,                0",
    "5.0,                 5",
    "0.1,                 0.1",
    "1000000.0,           1000000",
    "97364999.99999999,   97365000",
    "42666666.666666668,  42666666.6666667",
    "1.5E-7,              0.00000015",
    "2.5E18,              2500000000000000000",
  })
  void decimalsArePlainAndHaveNoNoise(double value, String text) {
    assertThat(JsonReport.decimal(value).toPlainString()).isEqualTo(text);
    assertThat(report.format(single(measuredWith(value, 1, 1, Optional.empty()))))
        .contains("\"meanDepth\": " + text + ",\n");
  }

  @Test
  void decimalsReadAndWrittenAgainStayTheSame() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      double value = random.nextDouble() * Math.pow(10, random.nextInt(20) - 5);
      BigDecimal once = JsonReport.decimal(value);
      assertThat(JsonReport.decimal(once.doubleValue())).isEqualTo(once);
      assertThat(once.doubleValue()).isCloseTo(value, within(value * 1e-14));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar", "ar-EG-u-nu-arab", "tr-TR", "de-DE", "th-TH-u-ca-buddhist"})
  void isTheSameInEveryLanguage(String language) {
    String expected = Locales.in("en", () -> report.format(SampleResults.full()));
    assertThat(Locales.in(language, () -> new JsonReport().format(SampleResults.full())))
        .isEqualTo(expected);
  }

  @Test
  void noNameStandsTwiceInOneObject() throws IOException {
    JsonFactory strict =
        JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    int tokens = 0;
    try (JsonParser parser = strict.createParser(report.format(SampleResults.full()))) {
      while (parser.nextToken() != null) {
        tokens++;
      }
    }
    assertThat(tokens).isGreaterThan(100);
  }

  @Test
  void charactersOfAllKindsSurviveInPlainAscii() {
    String nasty = "\u0000\u0007\u001b[31m\"\\/\t\u0085\u2028\u202e\u00e9\ud83d\ude00\ud800";
    Result result =
        new SampleResults.Builder()
            .target(
                new TargetInfo(
                    Path.of("/a\n\"\u001b"),
                    TargetInfo.Kind.FILE,
                    4096,
                    Optional.of(nasty),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(nasty)))
            .workloads(
                failed(
                    fiveSeconds(Workload.randomRead("w\u001b")).build(),
                    new IoFailure("read", -1, 0, 0, nasty)))
            .warnings(nasty)
            .error(nasty)
            .build();
    String text = report.format(result);
    assertThat(text)
        .matches(whole -> whole.chars().allMatch(c -> c == '\n' || (c >= 32 && c < 127)));
    Object json = MiniJson.parse(text);
    assertThat(MiniJson.string(json, "target", "path")).isEqualTo("/a\n\"\u001b");
    assertThat(MiniJson.string(json, "target", "deviceAbsent")).isEqualTo(nasty);
    assertThat(MiniJson.string(json, "workloads", 0, "name")).isEqualTo("w\u001b");
    assertThat(MiniJson.string(json, "workloads", 0, "error", "description")).isEqualTo(nasty);
    assertThat(MiniJson.string(json, "warnings", 0)).isEqualTo(nasty);
    assertThat(MiniJson.string(json, "error")).isEqualTo(nasty);
  }

  @Test
  void errorsAreNullWhereThereAreNone() {
    Object json = parse(single(measured(fiveSeconds(Workload.randomRead("r")).build())));
    assertThat(names(json)).endsWith("warnings", "error");
    assertThat(MiniJson.at(json, "error")).isNull();
    assertThat(names(json, "workloads", 0)).endsWith("warnings", "error");
    assertThat(MiniJson.at(json, "workloads", 0, "error")).isNull();
    assertThat(MiniJson.list(json, "warnings")).isEmpty();
  }

  @Test
  void errorOfAWorkloadLeavesOutWhatItsOperationDoesNotHave() {
    Workload workload = fiveSeconds(Workload.randomRead("r")).build();
    Object json = parse(single(failed(workload, new IoFailure("open", -1, 0, 0, "gone"))));
    assertThat(names(json, "workloads", 0, "error")).containsExactly("operation", "description");
    Object atStart = parse(single(failed(workload, new IoFailure("read", 0, 512, 5, "EIO"))));
    assertThat(MiniJson.at(atStart, "workloads", 0, "error"))
        .isEqualTo(
            Map.of(
                "operation",
                "read",
                "offset",
                0L,
                "length",
                512L,
                "errno",
                5L,
                "description",
                "EIO"));
  }

  @Test
  void warningsThatNameAWorkloadStandThereToo() {
    Workload one = fiveSeconds(Workload.randomRead("r1")).build();
    Workload other = fiveSeconds(Workload.randomRead("r")).build();
    Object json =
        parse(
            new SampleResults.Builder()
                .workloads(measured(one), measured(other))
                .warnings("r1: came from a cache", "r is short")
                .build());
    assertThat(MiniJson.at(json, "warnings"))
        .isEqualTo(List.of("r1: came from a cache", "r is short"));
    assertThat(MiniJson.at(json, "workloads", 0, "warnings"))
        .isEqualTo(List.of("r1: came from a cache"));
    assertThat(MiniJson.list(json, "workloads", 1, "warnings")).isEmpty();
  }

  @Test
  void warmUpThatIsAsLongAsARunIsAbsentAndNoneIsZero() {
    Object like = parse(with(Suite.builder("s").warmUpLikeRun()));
    assertThat(names(like, "suite"))
        .containsExactly("name", "title", "runs", "intervalNanos", "fileSize");
    Object none = parse(with(Suite.builder("s").warmUp(Duration.ZERO)));
    assertThat(MiniJson.number(none, "suite", "warmUpNanos")).isZero();
  }

  @Test
  void endsAndRangesOfAWorkloadAreThereOnlyWhereSet() {
    Workload timed = fiveSeconds(Workload.randomRead("timed")).build();
    Workload sized = Workload.randomRead("sized").requests(10).range(0, 8192).build();
    Object json =
        parse(new SampleResults.Builder().workloads(measured(timed), measured(sized)).build());
    assertThat(names(json, "workloads", 0))
        .contains("durationNanos", "rampNanos")
        .doesNotContain("bytes", "requests", "rangeStart", "rangeLength");
    assertThat(MiniJson.number(json, "workloads", 0, "rampNanos")).isEqualTo(1e9);
    assertThat(names(json, "workloads", 1))
        .contains("requests", "rangeStart", "rangeLength")
        .doesNotContain("durationNanos", "rampNanos", "bytes");
    assertThat(MiniJson.number(json, "workloads", 1, "rangeStart")).isZero();
  }

  @Test
  void syncPolicyIsSpeltOut() {
    Set<Object> kinds = new HashSet<>();
    for (SyncPolicy policy :
        List.of(
            SyncPolicy.none(),
            SyncPolicy.fsyncAtEnd(),
            SyncPolicy.fdatasyncEvery(7),
            SyncPolicy.dsync())) {
      Workload workload = fiveSeconds(Workload.randomWrite("w")).sync(policy).build();
      Object json = parse(single(measured(workload)));
      kinds.add(MiniJson.at(json, "workloads", 0, "sync", "kind"));
      assertThat(MiniJson.number(json, "workloads", 0, "sync", "every")).isEqualTo(policy.every());
      assertThat(MiniJson.at(json, "workloads", 0, "sync", "atEnd")).isEqualTo(policy.atEnd());
    }
    assertThat(kinds).containsExactlyInAnyOrder("none", "fsync", "fdatasync", "dsync");
  }

  @ParameterizedTest
  @EnumSource(TargetInfo.Kind.class)
  void kindOfTargetIsAWordOfTheSchema(TargetInfo.Kind kind) {
    StorageDevice bare =
        new StorageDevice(
            "vda",
            "254:0",
            Path.of("/dev/vda"),
            "vda",
            false,
            0,
            Optional.empty(),
            512,
            false,
            true);
    TargetInfo target =
        new TargetInfo(
            Path.of("/dev/vda"),
            kind,
            4096,
            Optional.empty(),
            Optional.empty(),
            Optional.of(bare),
            Optional.empty());
    Object json = parse(new SampleResults.Builder().target(target).build());
    assertThat(MiniJson.string(json, "target", "kind"))
        .isEqualTo(
            switch (kind) {
              case DIRECTORY -> "directory";
              case FILE -> "file";
              case BLOCK_DEVICE -> "blockDevice";
            });
    assertThat(names(json, "target")).containsExactly("path", "kind", "fileSize", "device");
    assertThat(names(json, "target", "device"))
        .contains("name", "number", "path", "diskName", "logicalSectorBytes")
        .doesNotContain("sizeBytes", "model");
  }

  @Test
  void optionsAreThoseOfTheJob() {
    JobOptions options = new JobOptions("libaio", false, DataPattern.ZERO, -7, true, true);
    Object json = parse(new SampleResults.Builder().options(options).build());
    assertThat(MiniJson.at(json, "options"))
        .isEqualTo(
            Map.of(
                "engine",
                "libaio",
                "direct",
                false,
                "data",
                "zero",
                "seed",
                -7L,
                "overwrite",
                true,
                "destroyData",
                true));
  }

  private Object parse(Result result) {
    return MiniJson.parse(report.format(result));
  }

  private static List<String> names(Object json, Object... path) {
    return ((Map<?, ?>) MiniJson.at(json, path)).keySet().stream().map(String.class::cast).toList();
  }

  private static Result single(WorkloadResult workload) {
    return new SampleResults.Builder().workloads(workload).build();
  }

  private static Result with(Suite.Builder suite) {
    return new SampleResults.Builder().suite(suite).build();
  }

  private static WorkloadResult measuredWith(
      double meanDepth, double meanNanos, double stddevNanos, Optional<DeviceCounters> counters) {
    RunResult run =
        new RunResult(
            1_000_000_000,
            meanDepth,
            0,
            new FixedLatency(1, 10, 20, meanNanos, stddevNanos),
            new Transfers(4096, 1, NO_LATENCY),
            NOTHING,
            NOTHING,
            counters,
            OptionalLong.empty(),
            List.of(new Interval(0, 1_000_000_000, 4096, 1, 0, 0, meanNanos, 20)));
    return measured(fiveSeconds(Workload.randomRead("r")).build(), run);
  }
}
