package io.github.iogauge.report;

import io.github.iogauge.BenchmarkException;
import java.util.List;

/** The formats of this library, by name. */
public final class Reports {

  /** A new format is a new class and a line here. */
  private static final List<Report> ALL = List.of(new CrystalDiskMarkText(), new JsonReport());

  private Reports() {}

  /**
   * The names of all formats.
   *
   * @return {@code text}, {@code json}
   */
  public static List<String> names() {
    return ALL.stream().map(Report::name).toList();
  }

  /**
   * The format of that name; case does not matter.
   *
   * @param name one of {@link #names()}
   * @return the format, the same object each time
   * @throws BenchmarkException for an unknown name, listing those that are known
   */
  public static Report named(String name) {
    return ALL.stream()
        .filter(report -> report.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BenchmarkException("format", name, "known are " + String.join(", ", names())));
  }
}
