package io.github.iogauge;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ByteSizeProperties {

  @Property
  void whatIsWrittenIsReadBackTheSame(@ForAll @LongRange(min = 0) long bytes) {
    assertThat(ByteSize.parse("size", ByteSize.format(bytes))).isEqualTo(bytes);
  }

  @Property
  void wholeMultiplesOfUnitsToo(
      @ForAll @LongRange(min = 0, max = 1 << 20) long amount,
      @ForAll @IntRange(max = 4) int power) {
    long bytes = amount << (10 * power);
    assertThat(ByteSize.parse("size", ByteSize.format(bytes))).isEqualTo(bytes);
    assertThat(ByteSize.format(bytes).length()).isLessThanOrEqualTo(10);
  }

  @Property
  void anyTextIsReadOrRefused(@ForAll String text) {
    try {
      assertThat(ByteSize.parse("size", text)).isNotNegative();
    } catch (BenchmarkException e) {
      assertThat(e.field()).isEqualTo("size");
    }
  }
}
