package io.github.iogauge;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts of data as people write them, such as {@code 256MiB}, {@code 1.5GiB} or {@code 10MB}. */
public final class ByteSize {

  private static final Pattern SYNTAX =
      Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z]*)\\s*");

  private static final String REMEDY =
      "write a number and a unit, for example 4096, 64KiB, 1.5GiB (1024-based; K, M, G, T likewise)"
          + " or 10MB (1000-based)";

  private static final Map<String, Long> UNITS =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("b", 1L),
          Map.entry("k", 1L << 10),
          Map.entry("m", 1L << 20),
          Map.entry("g", 1L << 30),
          Map.entry("t", 1L << 40),
          Map.entry("kib", 1L << 10),
          Map.entry("mib", 1L << 20),
          Map.entry("gib", 1L << 30),
          Map.entry("tib", 1L << 40),
          Map.entry("kb", 1_000L),
          Map.entry("mb", 1_000_000L),
          Map.entry("gb", 1_000_000_000L),
          Map.entry("tb", 1_000_000_000_000L));

  private ByteSize() {}

  /**
   * Reads an amount of data. KiB, MiB, GiB, TiB and the bare letters K, M, G, T are 1024-based; KB,
   * MB, GB, TB are 1000-based; case does not matter. Decimals are understood where the result is a
   * whole number of bytes.
   *
   * @param field named in the message if the text cannot be read
   * @param text the amount
   * @return bytes, 0 or more
   * @throws BenchmarkException for anything else, {@code 1.5} bytes included
   */
  public static long parse(String field, String text) {
    Matcher matcher = SYNTAX.matcher(text);
    Long unit = matcher.matches() ? UNITS.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
    if (unit == null) {
      throw new BenchmarkException(field, text, REMEDY);
    }
    try {
      return new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit)).longValueExact();
    } catch (ArithmeticException e) {
      throw new BenchmarkException(field, text, "is not a whole number of bytes; " + REMEDY);
    }
  }

  /**
   * Writes an amount of data in the largest 1024-based unit that gives a whole number, {@code
   * 1536MiB} for one and a half GiB.
   *
   * @param bytes 0 or more
   */
  public static String format(long bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
    long value = bytes;
    int unit = 0;
    while (unit < units.length - 1 && value != 0 && value % 1024 == 0) {
      value /= 1024;
      unit++;
    }
    return value + units[unit];
  }
}
