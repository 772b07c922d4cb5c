package io.github.iogauge.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.jmh.ComparisonTable.Program;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTableTest {

  private final ComparisonTable table = new ComparisonTable();

  @Test
  void eachRoundIsDividedBeforeTheMedianIsTaken() {
    // The machine halved its speed after the first round: the ratio stays what it is.
    add("RND4K-Q32T1-read", 120, 100, 110);
    add("RND4K-Q32T1-read", 60, 50, 55);
    add("RND4K-Q32T1-read", 66, 50, 55);

    Map<?, ?> test = (Map<?, ?>) ((List<?>) table.json().get("cases")).get(0);
    Map<?, ?> iops = (Map<?, ?>) ((Map<?, ?>) test.get("ratioToFio")).get("iops");
    assertThat(iops.get("median")).isEqualTo(1.2);
    assertThat(iops.get("min")).isEqualTo(1.2);
    assertThat(iops.get("max")).isEqualTo(1.32);
    assertThat(table.text())
        .containsPattern("RND4K-Q32T1-read +fio +1\\.200 \\(1\\.200 to 1\\.320\\)")
        .containsPattern("RND4K-Q32T1-read +fio at its best +1\\.091 \\(1\\.091 to 1\\.200\\)")
        .doesNotContain("speed-up");
  }

  @Test
  void theSpeedUpIsComparedWithThatOfFio() {
    add(ComparisonCase.ONE_THREAD, 100, 100, 200);
    add(ComparisonCase.TWO_THREADS, 180, 150, 240);

    assertThat(table.text())
        .containsPattern("speed-up of 2 threads +fio +1\\.200 ")
        .containsPattern("speed-up of 2 threads +fio at its best +1\\.500 ");
  }

  private void add(String test, double ours, double fio, double best) {
    table.add(test, Program.IOGAUGE, sample(ours));
    table.add(test, Program.FIO, sample(fio));
    table.add(test, Program.FIO_AT_ITS_BEST, sample(best));
  }

  private static Sample sample(double iops) {
    return new Sample(iops, 1e9 / iops, 2e9 / iops, 1000);
  }
}
