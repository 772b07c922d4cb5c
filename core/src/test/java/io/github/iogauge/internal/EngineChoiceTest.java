package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.Workload;
import io.github.iogauge.engine.FakeEngine;
import io.github.iogauge.nativeio.NativeIo;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineChoiceTest {

  private static Workload depth(int depth) {
    return Workload.randomRead("w").queueDepth(depth).requests(1).build();
  }

  private static EngineChoice asking(String engine) {
    return new EngineChoice(Specs.of(Path.of(".")).engine(engine).build());
  }

  @Test
  void autoTakesLibaioForDepthAndPsyncWithout() {
    assumeTrue(NativeIo.aioUnavailable().isEmpty(), "Linux AIO does not work here");

    assertThat(asking("auto").engineFor(depth(1)).name()).isEqualTo("psync");
    assertThat(asking("auto").engineFor(depth(2)).name()).isEqualTo("libaio");
    assertThat(asking("auto").engineForLayout().name()).isEqualTo("libaio");
  }

  @ParameterizedTest
  @ValueSource(strings = {"libaio", "psync", "nio"})
  void aNamedEngineIsTaken(String name) {
    assertThat(asking(name).engineFor(depth(1)).name()).isEqualTo(name);
    assertThat(asking(name).engineForLayout().name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"psync", "nio"})
  void depthIsRefusedByEnginesThatBlock(String name) {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> asking(name).engineFor(depth(32)))
        .withMessage(
            "queueDepth 32: engine "
                + name
                + " keeps 1 I/O in flight per thread; w needs engine libaio, or leave the choice to"
                + " auto; with this engine choose tests of depth 1");
  }

  @Test
  void anUnknownNameListsTheKnownOnes() {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> asking("PSYNC").engineFor(depth(1)))
        .withMessage("engine PSYNC: no such engine; known are auto, libaio, psync, nio");
  }

  @Test
  void anObjectIsTakenAsItIs() {
    FakeEngine engine = new FakeEngine().withMaxQueueDepth(4);
    EngineChoice choice = new EngineChoice(Specs.of(Path.of(".")).engine(engine).build());

    assertThat(choice.engineFor(depth(4))).isSameAs(engine);
    assertThat(choice.engineForLayout()).isSameAs(engine);
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> choice.engineFor(depth(5)))
        .withMessageStartingWith("queueDepth 5: engine fake keeps 4 I/O in flight per thread");
  }

  @Test
  void anObjectOfTheNameOfABuiltInEngineTakesItsPlace() {
    FakeEngine engine = new FakeEngine("libaio");
    EngineChoice choice = new EngineChoice(Specs.of(Path.of(".")).engine(engine).build());

    assertThat(choice.engineFor(depth(8))).isSameAs(engine);
  }

  @Test
  void anEngineThatDoesNotWorkHereSaysWhy() {
    FakeEngine engine = new FakeEngine().withUnavailable("it needs a moon");

    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(
            () ->
                new EngineChoice(Specs.of(Path.of(".")).engine(engine).build()).engineFor(depth(1)))
        .withMessage("engine fake: cannot run w: it needs a moon");
  }
}
