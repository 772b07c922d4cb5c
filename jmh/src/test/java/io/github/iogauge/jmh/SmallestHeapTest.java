package io.github.iogauge.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmallestHeapTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 31, 32, 33, 63, 64})
  void theSmallestThatWorksIsFound(int needed) throws Exception {
    List<Integer> tried = new ArrayList<>();

    assertThat(
            SmallestHeap.search(
                64,
                heap -> {
                  tried.add(heap);
                  return heap >= needed;
                }))
        .hasValue(needed);
    assertThat(tried).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(7);
  }

  @Test
  void whereTheLimitDoesNotWorkNothingElseIsTried() throws Exception {
    assertThat(SmallestHeap.search(64, heap -> heap != 64 && heap > 10)).isEmpty();
  }
}
