package io.github.iogauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SuiteTest {

  private static final Workload READ = Workload.randomRead("read").requests(1).build();
  private static final Workload WRITE = Workload.randomWrite("write").requests(1).build();
  private static final Step PAUSE = new Pause(Duration.ofSeconds(1));

  private static Suite.Builder valid() {
    return Suite.builder("s").steps(READ, PAUSE, WRITE);
  }

  static Stream<Arguments> badValues() {
    return Stream.of(
        bad("runs", "0", b -> b.runs(0)),
        bad("runs", "1001", b -> b.runs(1001)),
        bad("warmUp", "PT-1S", b -> b.warmUp(Duration.ofSeconds(-1))),
        bad("interval", "PT-1S", b -> b.interval(Duration.ofSeconds(-1))),
        bad("interval", "PT721H", b -> b.interval(Duration.ofHours(721))),
        bad("interval", "null", b -> b.interval(null)),
        bad("fileSize", "0", b -> b.fileSize(0)),
        bad("fileSize", "9223372036854775807", b -> b.fileSize(Long.MAX_VALUE)),
        bad("aggregate", "null", b -> b.aggregate(null)),
        bad("steps", "null", b -> b.steps((Step) null)),
        bad("name", "read", b -> b.steps(READ)));
  }

  private static Arguments bad(String field, String value, UnaryOperator<Suite.Builder> change) {
    return Arguments.of(field, value, change);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("badValues")
  void eachBadValueIsNamedInOneLine(
      String field, String value, UnaryOperator<Suite.Builder> change) {
    Suite.Builder builder = change.apply(valid());

    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(builder::build)
        .satisfies(
            e -> {
              assertThat(e.field()).isEqualTo(field);
              assertThat(e.value()).isEqualTo(value);
              assertThat(e.getMessage()).hasLineCount(1);
            });
  }

  @Test
  void aSuiteWithoutNameOrWorkloadsIsRefused() {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Suite.builder(" ").steps(READ).build())
        .satisfies(e -> assertThat(e.field()).isEqualTo("suite"));
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Suite.builder("s").steps(PAUSE).build())
        .withMessage("suite s: has no workload left to run");
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> Suite.of("s", WRITE).readOnly())
        .withMessage("suite s: has no workload left to run");
  }

  @Test
  void unsetValuesAreTheSimplest() {
    Suite suite = Suite.of("s", READ);

    assertThat(suite.title()).isEqualTo("s");
    assertThat(suite.runs()).isEqualTo(1);
    assertThat(suite.warmUp()).contains(Duration.ZERO);
    assertThat(suite.interval()).isZero();
    assertThat(suite.fileSize()).isEqualTo(1L << 30);
    assertThat(suite.aggregate()).isEqualTo(Aggregate.MEDIAN);
    assertThat(suite.writes()).isFalse();
    assertThat(Suite.builder("s").warmUpLikeRun().steps(READ).build().warmUp()).isEmpty();
  }

  @Test
  void onlyKeepsTheNamedWorkloadsInTheirOrderAndAllOtherSteps() {
    Suite suite = valid().steps(Workload.randomRead("third").requests(1).build()).build();

    Suite some = suite.only(List.of("third", "read", "third"));

    assertThat(some.workloads()).extracting(Workload::name).containsExactly("read", "third");
    assertThat(some.steps()).contains(PAUSE).hasSize(3);
    assertThat(suite.workloads()).hasSize(3);
  }

  @Test
  void onlyRefusesUnknownNamesAndListsTheKnown() {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> valid().build().only(List.of("read", "READ")))
        .withMessage("only READ: no such test in suite s; it has read, write");
  }

  @Test
  void readOnlyLeavesOutWhatWrites() {
    Suite suite = valid().build().readOnly();

    assertThat(suite.writes()).isFalse();
    assertThat(suite.workloads()).containsExactly(READ);
  }

  @Test
  void mapChangesWorkloadsAndNothingElse() {
    Suite suite = valid().runs(3).build().map(w -> w.toBuilder().queueDepth(7).build());

    assertThat(suite.workloads()).extracting(Workload::queueDepth).containsExactly(7, 7);
    assertThat(suite.steps().get(1)).isEqualTo(PAUSE);
    assertThat(suite.runs()).isEqualTo(3);
  }

  @Test
  void aBuilderThatIsUsedAgainDoesNotChangeWhatItMade() {
    Suite.Builder builder = Suite.builder("s").steps(READ);
    Suite first = builder.build();
    Suite second = builder.steps(WRITE).runs(5).build();

    assertThat(first.workloads()).containsExactly(READ);
    assertThat(first.runs()).isEqualTo(1);
    assertThat(second.workloads()).containsExactly(READ, WRITE);
  }

  @Test
  void aPauseTakesTime() {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> new Pause(Duration.ZERO))
        .withMessage("pause PT0S: must be more than zero");
  }
}
