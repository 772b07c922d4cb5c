package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BindingTest {

  private static final int JAVA = Runtime.version().feature();

  @BeforeEach
  void needNativeIo() {
    Needs.nativeIo();
  }

  @Test
  void jnaIsTakenBeforeJava22() {
    assertThat(Binding.load(Optional.empty(), 21, true).binding()).isEqualTo(Binding.JNA);
  }

  @Test
  void jnaIsTakenWhereNativeAccessWasNotGranted() {
    assertThat(Binding.load(Optional.empty(), JAVA, false).binding()).isEqualTo(Binding.JNA);
  }

  @Test
  void foreignFunctionsAreTakenFromJava22OnWhereNativeAccessWasGranted() {
    Needs.that(JAVA >= 22, "Java 22 or newer");

    assertThat(Binding.load(Optional.empty(), JAVA, true).binding()).isEqualTo(Binding.FFM);
  }

  @Test
  void jnaIsTakenWhereForeignFunctionsDoNotWork() {
    Needs.that(JAVA < 22, "a Java without foreign functions");

    assertThat(Binding.load(Optional.empty(), 22, true).binding()).isEqualTo(Binding.JNA);
  }

  @Test
  void whatIsForcedIsTaken() {
    assertThat(Binding.load(Optional.of("jna"), JAVA, true).binding()).isEqualTo(Binding.JNA);
    if (JAVA >= 22) {
      assertThat(Binding.load(Optional.of("ffm"), JAVA, false).binding()).isEqualTo(Binding.FFM);
    }
  }

  @Test
  void foreignFunctionsCannotBeForcedBeforeJava22() {
    assertThatThrownBy(() -> Binding.load(Optional.of("ffm"), 21, true))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("binding=ffm: needs Java 22 or later, and this is 21");
  }

  @Test
  void anotherNameIsRefused() {
    assertThatThrownBy(() -> Binding.load(Optional.of("FFM"), JAVA, true))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("binding=FFM: must be ffm or jna");
  }
}
