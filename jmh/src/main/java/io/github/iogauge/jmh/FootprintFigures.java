package io.github.iogauge.jmh;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a JVM takes that uses the library.
 *
 * @param mainMillis from before the process is made until {@code main} begins: the JVM's own share
 * @param firstIoMillis from the same moment until the first I/O is done
 * @param peakBytesBefore peak resident memory when {@code main} begins: the JVM's own share; empty
 *     where the system does not tell
 * @param peakBytes peak resident memory over CrystalDiskMark's default profile; empty where the
 *     system does not tell
 * @param smallestHeapMib the smallest heap with which that profile runs; empty if not even the
 *     largest that was tried did
 */
record FootprintFigures(
    Spread mainMillis,
    Spread firstIoMillis,
    Optional<Spread> peakBytesBefore,
    Optional<Spread> peakBytes,
    OptionalInt smallestHeapMib) {

  /** The largest heap that is tried, in MiB. */
  static final int LARGEST_HEAP = 64;

  private static final String NO_PEAK = "not known: /proc/self/status, of Linux, does not tell";

  /** The table as text. */
  String text() {
    return line("", "median (min to max)")
        + line("JVM start to main, ms", text(mainMillis, 1, 0))
        + line("JVM start to first I/O done, ms", text(firstIoMillis, 1, 0))
        + line("peak resident memory at main, MiB", memory(peakBytesBefore))
        + line("peak resident memory, MiB", memory(peakBytes))
        + line(
            "smallest heap for the profile",
            smallestHeapMib.isPresent()
                ? "-Xmx" + smallestHeapMib.getAsInt() + "m"
                : "not found: -Xmx" + LARGEST_HEAP + "m is not enough");
  }

  private static String line(String what, String figure) {
    return String.format(Locale.ROOT, "%-36s %s%n", what, figure);
  }

  private static String memory(Optional<Spread> bytes) {
    return bytes.map(spread -> text(spread, 1 << 20, 1)).orElse(NO_PEAK);
  }

  private static String text(Spread spread, double unit, int decimals) {
    String number = "%." + decimals + "f";
    return String.format(
        Locale.ROOT,
        number + " (" + number + " to " + number + ")",
        spread.median() / unit,
        spread.min() / unit,
        spread.max() / unit);
  }

  /** The same for programs; what is not known is absent. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("mainMillis", mainMillis.json());
    json.put("firstIoMillis", firstIoMillis.json());
    peakBytesBefore.ifPresent(spread -> json.put("peakBytesAtMain", spread.json()));
    peakBytes.ifPresent(spread -> json.put("peakBytes", spread.json()));
    smallestHeapMib.ifPresent(heap -> json.put("smallestHeapMiB", heap));
    return json;
  }
}
