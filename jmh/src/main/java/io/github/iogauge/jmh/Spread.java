package io.github.iogauge.jmh;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What several measurements of one thing have in common, and how far they lie apart.
 *
 * @param median the middle one; between the middle two if there is an even number
 * @param min the least
 * @param max the greatest
 */
record Spread(double median, double min, double max) {

  /** Of one value or more, in any order. */
  static Spread of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }

  /** For programs. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("median", median);
    json.put("min", min);
    json.put("max", max);
    return json;
  }
}
