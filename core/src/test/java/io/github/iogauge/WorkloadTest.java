package io.github.iogauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadTest {

  private static Workload.Builder valid() {
    return Workload.randomRead("w").duration(Duration.ofSeconds(5));
  }

  static Stream<Arguments> badValues() {
    return Stream.of(
        bad("name", "", b -> b.name("")),
        bad("name", "  ", b -> b.name("  ")),
        bad("name", "two\nlines", b -> b.name("two\nlines")),
        bad("name", "null", b -> b.name(null)),
        bad("blockSize", "0", b -> b.blockSize(0)),
        bad("blockSize", "-1", b -> b.blockSize(-1)),
        bad("blockSize", "1073741825", b -> b.blockSize((1 << 30) + 1)),
        bad("queueDepth", "0", b -> b.queueDepth(0)),
        bad("queueDepth", "65537", b -> b.queueDepth(65_537)),
        bad("queueDepth", "5", b -> b.queueDepth(5).blockSize(1 << 30)),
        bad("threads", "0", b -> b.threads(0)),
        bad("threads", "1025", b -> b.threads(1025)),
        bad("duration", "PT0S", b -> b.duration(Duration.ZERO)),
        bad("duration", "PT-1S", b -> b.duration(Duration.ofSeconds(-1))),
        bad("duration", "PT720H0.000000001S", b -> b.duration(Duration.ofDays(30).plusNanos(1))),
        bad("duration", "(none)", b -> b.duration(null)),
        bad("ramp", "PT-1S", b -> b.ramp(Duration.ofSeconds(-1))),
        bad("ramp", "PT721H", b -> b.ramp(Duration.ofHours(721))),
        bad("bytes", "-1", b -> b.bytes(-1)),
        bad("requests", "-1", b -> b.requests(-1)),
        bad("rangeStart", "-1", b -> b.range(-1, 0)),
        bad("rangeLength", "4095", b -> b.range(0, 4095)),
        bad("rangeLength", "-4096", b -> b.range(0, -4096)),
        bad("sync", "null", b -> b.sync(null)));
  }

  private static Arguments bad(String field, String value, UnaryOperator<Workload.Builder> change) {
    return Arguments.of(field, value, change);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("badValues")
  void eachBadValueIsNamedInOneLine(
      String field, String value, UnaryOperator<Workload.Builder> change) {
    Workload.Builder builder = change.apply(valid());

    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(builder::build)
        .satisfies(
            e -> {
              assertThat(e.field()).isEqualTo(field);
              assertThat(e.value()).isEqualTo(value);
              assertThat(e.getMessage()).startsWith(field + " ");
            });
  }

  @ParameterizedTest
  @CsvSource({"-1", "101"})
  void sharesOfReadsOutOfRangeAreRefused(int readPercent) {
    Workload.Builder builder = Workload.of("w", AccessPattern.random(), readPercent).requests(1);

    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(builder::build)
        .withMessage("readPercent " + readPercent + ": must be from 0 to 100");
  }

  @Test
  void aPatternIsNeeded() {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Workload.of("w", null, 1).requests(1).build())
        .satisfies(e -> assertThat(e.field()).isEqualTo("pattern"));
  }

  @Test
  void extremesAreAllowed() {
    Workload workload =
        Workload.of("w", AccessPattern.random(), 0)
            .blockSize(1)
            .queueDepth(65_536)
            .threads(1024)
            .duration(Duration.ofDays(30))
            .ramp(Duration.ZERO)
            .build();

    assertThat(workload.queueDepth()).isEqualTo(Workload.MAX_QUEUE_DEPTH);
    assertThat(workload.threads()).isEqualTo(Workload.MAX_THREADS);
    assertThat(valid().queueDepth(4).blockSize(1 << 30).build().blockSize())
        .isEqualTo(Workload.MAX_BLOCK_SIZE);
    assertThat(valid().range(100, 4096).build().rangeStart()).isEqualTo(100);
  }

  @Test
  void unsetValuesAreTheSimplest() {
    Workload workload = valid().build();

    assertThat(workload.blockSize()).isEqualTo(4096);
    assertThat(workload.queueDepth()).isEqualTo(1);
    assertThat(workload.threads()).isEqualTo(1);
    assertThat(workload.sync()).isEqualTo(SyncPolicy.none());
    assertThat(workload.isSized()).isFalse();
    assertThat(workload.totalRequests()).isEqualTo(Long.MAX_VALUE);
    assertThat(workload.rangeLength()).isZero();
  }

  @Test
  void factoriesSetPatternAndShareOfReads() {
    assertThat(Workload.sequentialRead("w").requests(1).build())
        .hasToString("w (read, sequential, 4KiB, Q1T1)");
    assertThat(Workload.sequentialWrite("w").requests(1).build())
        .hasToString("w (write, sequential, 4KiB, Q1T1)");
    assertThat(Workload.randomRead("w").queueDepth(32).requests(1).build())
        .hasToString("w (read, random, 4KiB, Q32T1)");
    assertThat(Workload.randomWrite("w").threads(4).requests(1).build())
        .hasToString("w (write, random, 4KiB, Q1T4)");
    assertThat(Workload.of("w", AccessPattern.random(), 70).requests(1).build())
        .hasToString("w (mixed, random, 4KiB, Q1T1)");
  }

  @Test
  void anyShareOfWritesMakesItWrite() {
    assertThat(Workload.of("w", AccessPattern.random(), 100).requests(1).build().writes())
        .isFalse();
    assertThat(Workload.of("w", AccessPattern.random(), 99).requests(1).build().writes()).isTrue();
    assertThat(Workload.of("w", AccessPattern.random(), 0).requests(1).build().operation())
        .isEqualTo("write");
  }

  @ParameterizedTest
  @CsvSource({"PT1S, PT0.2S", "PT5S, PT1S", "PT4.9S, PT0.98S", "PT60S, PT1S"})
  void rampIsTheSmallerOfASecondAndAFifth(Duration duration, Duration ramp) {
    assertThat(valid().duration(duration).build().ramp()).isEqualTo(ramp);
  }

  @Test
  void rampCanBeSetAndIsNoneForASize() {
    assertThat(valid().ramp(Duration.ofSeconds(9)).build().ramp()).isEqualTo(Duration.ofSeconds(9));
    assertThat(valid().ramp(Duration.ZERO).build().ramp()).isZero();
    assertThat(valid().ramp(Duration.ofSeconds(9)).requests(1).build().ramp()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "4096, 0, 1",
    "4097, 0, 2",
    "1, 0, 1",
    "0, 7, 7",
    "40960, 7, 7",
    "40960, 11, 10",
    "9223372036854775807, 3, 3"
  })
  void totalRequestsIsTheLowerOfBothSizes(long bytes, long requests, long total) {
    assertThat(valid().bytes(bytes).requests(requests).build().totalRequests()).isEqualTo(total);
  }

  @Test
  void aCopyHasTheSameValuesAndItsOriginalStays() {
    Workload original =
        Workload.of("w", AccessPattern.sequential(), 30)
            .blockSize(512)
            .queueDepth(3)
            .threads(2)
            .duration(Duration.ofSeconds(1))
            .ramp(Duration.ofSeconds(2))
            .range(512, 5120)
            .sync(SyncPolicy.fsyncEvery(3))
            .build();

    Workload copy = original.toBuilder().build();
    Workload changed = original.toBuilder().name("x").queueDepth(9).requests(4).build();

    assertThat(copy).usingRecursiveComparison().isEqualTo(original);
    assertThat(changed.name()).isEqualTo("x");
    assertThat(changed.readPercent()).isEqualTo(30);
    assertThat(original.name()).isEqualTo("w");
    assertThat(original.queueDepth()).isEqualTo(3);
  }
}
