package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {

  private static final long SECOND = 1_000_000_000L;

  private static Series at(long openedAt, long... moments) {
    Series series = new Series();
    series.open(openedAt);
    for (long moment : moments) {
      series.advance(openedAt + moment);
      series.add(false, 10, moment / 1000);
    }
    return series;
  }

  @Test
  void putsEachCompletionIntoItsSecond() {
    List<Interval> seconds =
        at(77, 1, SECOND - 1, SECOND + 1, 3 * SECOND + 500).intervals(3 * SECOND + 500);

    assertThat(seconds).extracting(Interval::readOperations).containsExactly(2L, 1L, 0L, 1L);
    assertThat(seconds).extracting(Interval::readBytes).containsExactly(20L, 10L, 0L, 10L);
    assertThat(seconds)
        .extracting(Interval::startNanos)
        .containsExactly(0L, SECOND, 2 * SECOND, 3 * SECOND);
    assertThat(seconds)
        .extracting(Interval::durationNanos)
        .containsExactly(SECOND, SECOND, SECOND, 500L);
  }

  @Test
  void aCompletionAtTheVeryEndOfASecondBelongsToIt() {
    List<Interval> seconds = at(0, SECOND, 2 * SECOND).intervals(2 * SECOND);

    assertThat(seconds).extracting(Interval::readOperations).containsExactly(1L, 1L);
  }

  @Test
  void tellsMeanAndLongestLatencyOfEachSecond() {
    List<Interval> seconds = at(0, 2000, 4000, SECOND + 1000).intervals(SECOND + 1000);

    assertThat(seconds.get(0).meanLatencyNanos()).isEqualTo(3.0);
    assertThat(seconds.get(0).maxLatencyNanos()).isEqualTo(4);
    assertThat(seconds.get(1).maxLatencyNanos()).isEqualTo((SECOND + 1000) / 1000);
  }

  @Test
  void keepsReadsAndWritesApart() {
    Series series = new Series();
    series.open(0);
    series.add(true, 7, 3);
    series.add(false, 5, 1);

    Interval second = series.intervals(SECOND).get(0);
    assertThat(second).isEqualTo(new Interval(0, SECOND, 5, 1, 7, 1, 2.0, 3));
  }

  @Test
  void growsToHours() {
    Series series = new Series();
    series.open(0);
    for (long i = 1; i <= 7200; i++) {
      series.advance(i * SECOND);
      series.add(true, i, 1);
    }

    List<Interval> seconds = series.intervals(7200 * SECOND);
    assertThat(seconds).hasSize(7200);
    assertThat(seconds.get(7199).writeBytes()).isEqualTo(7200);
  }

  @Test
  void addsThoseOfAnotherThreadOfAnyLength() {
    Series brief = at(5, 1);
    Series lengthy = at(1_000_000, 1, 200 * SECOND);

    brief.add(lengthy);

    List<Interval> seconds = brief.intervals(200 * SECOND);
    assertThat(seconds).hasSize(200);
    assertThat(seconds.get(0).readOperations()).isEqualTo(2);
    assertThat(seconds.get(199).readOperations()).isEqualTo(1);

    Series other = at(0, 1, 100 * SECOND);
    other.add(at(0, 2));
    assertThat(other.intervals(100 * SECOND).get(0).readOperations()).isEqualTo(2);
  }

  @Test
  void coversAWindowThatWasLongerThanItsLastCompletion() {
    List<Interval> seconds = at(0, 1).intervals(100 * SECOND + 1);

    assertThat(seconds).hasSize(101);
    assertThat(seconds.get(100).durationNanos()).isEqualTo(1);
  }

  @Test
  void aWindowOfNoLengthHasNoSeconds() {
    assertThat(at(0).intervals(0)).isEmpty();
  }
}
