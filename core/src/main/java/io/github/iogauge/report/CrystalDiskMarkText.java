package io.github.iogauge.report;

import io.github.iogauge.Aggregate;
import io.github.iogauge.DataPattern;
import io.github.iogauge.HostInfo;
import io.github.iogauge.Result;
import io.github.iogauge.Suite;
import io.github.iogauge.Summary;
import io.github.iogauge.TargetInfo;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.device.StorageDevice;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The text report of CrystalDiskMark 8, column for column, so that old and new results stand in one
 * table and programs that read the one read the other.
 *
 * <p>The same as there: the two lines of units, the sections {@code [Read]}, {@code [Write]} and
 * {@code [Mix]}, every result line, and the lines from {@code Profile} to {@code OS}. Different:
 *
 * <ul>
 *   <li>the head names this library;
 *   <li>lines end with LF;
 *   <li>a section without figures is left out, and so is the line of a workload that was not
 *       measured; there is one mix section per share of reads;
 *   <li>the bracket behind {@code Test} holds the target's path, its own brackets as parentheses;
 *   <li>{@code Mode} tells when the page cache was not bypassed;
 *   <li>the lines {@code Device}, {@code Engine} and {@code Figures} (only if the aggregate is not
 *       {@code cdm}), warnings and errors come after what the original prints.
 * </ul>
 *
 * <p>A result line shows MB/s (1,000,000 bytes), IOPS as rate divided by block size, and the mean
 * latency in microseconds, all by the aggregate of the suite. A block of whole MiB is shown in MiB,
 * else of whole KiB in KiB, else in bytes as {@code 512 B}, in the same columns. The pattern is
 * {@code SEQ}, {@code RND}, or the first three letters of one of the caller's own. Figures too wide
 * for their column shift what follows; no digit is ever cut.
 */
public final class CrystalDiskMarkText implements Report {

  private static final int WIDTH = 78;
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu/MM/dd H:mm:ss", Locale.ROOT);

  private final Supplier<ZoneId> zone;

  /** The report with its date in the time zone of the system. */
  public CrystalDiskMarkText() {
    // Asked anew each time: the zone of a long-lived process may change.
    this.zone = ZoneId::systemDefault;
  }

  /**
   * The report with its date in a certain time zone.
   *
   * @param zone of the date
   */
  public CrystalDiskMarkText(ZoneId zone) {
    this.zone = () -> zone;
  }

  @Override
  public String name() {
    return "text";
  }

  @Override
  public String format(Result result) {
    StringBuilder out = new StringBuilder(2048);
    head(out);
    sections(out, result);
    settings(out, result);
    measuredOn(out, result);
    problems(out, result);
    return out.toString();
  }

  private static void head(StringBuilder out) {
    line(out, "-".repeat(WIDTH));
    line(out, "iogauge " + Version.current());
    String layout = "Report in the layout of CrystalDiskMark 8";
    line(out, " ".repeat(WIDTH - layout.length()) + layout);
    line(out, "-".repeat(WIDTH));
    line(out, "* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]");
    line(out, "* KB = 1000 bytes, KiB = 1024 bytes");
    line(out, "");
  }

  private static void sections(StringBuilder out, Result result) {
    section(out, "[Read]", result, workload -> workload.readPercent() == 100);
    section(out, "[Write]", result, workload -> workload.readPercent() == 0);
    result.workloads().stream()
        .map(measured -> measured.workload().readPercent())
        .filter(share -> share > 0 && share < 100)
        .distinct()
        .forEach(
            share ->
                section(
                    out,
                    "[Mix] Read " + share + "%/Write " + (100 - share) + "%",
                    result,
                    workload -> workload.readPercent() == share));
  }

  private static void section(
      StringBuilder out, String heading, Result result, Predicate<Workload> belongs) {
    Aggregate aggregate = result.suite().aggregate();
    List<String> lines =
        result.workloads().stream()
            .filter(measured -> belongs.test(measured.workload()))
            .flatMap(
                measured ->
                    Figures.of(measured, aggregate)
                        .map(figures -> resultLine(measured.workload(), figures))
                        .stream())
            .toList();
    if (!lines.isEmpty()) {
      line(out, heading);
      lines.forEach(line -> line(out, line));
      line(out, "");
    }
  }

  private static String resultLine(Workload workload, Summary figures) {
    return String.format(
        Locale.ROOT,
        "  %-3s %s (Q=%3d, T=%2d): %9.3f MB/s [%9.1f IOPS] <%9.2f us>",
        pattern(workload),
        blockSize(workload.blockSize()),
        workload.queueDepth(),
        workload.threads(),
        figures.megabytesPerSecond(),
        figures.bytesPerSecond() / workload.blockSize(),
        figures.meanLatencyNanos() / 1e3);
  }

  private static String pattern(Workload workload) {
    String label = workload.pattern().label();
    return switch (label) {
      case "sequential" -> "SEQ";
      case "random" -> "RND";
      default -> {
        String word = OneLine.of(label.toUpperCase(Locale.ROOT));
        yield word.substring(0, word.offsetByCodePoints(0, Math.min(3, length(word))));
      }
    };
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String blockSize(int bytes) {
    if (bytes % MIB == 0) {
      return String.format(Locale.ROOT, "%4dMiB", bytes / MIB);
    }
    if (bytes % KIB == 0) {
      return String.format(Locale.ROOT, "%4dKiB", bytes / KIB);
    }
    return String.format(Locale.ROOT, "%4d  B", bytes);
  }

  /** The lines that the original prints after its sections. */
  private void settings(StringBuilder out, Result result) {
    Suite suite = result.suite();
    HostInfo host = result.host();
    line(out, "Profile: " + OneLine.of(suite.title()));
    line(
        out,
        "   Test: "
            + fileSize(result.target().fileSize())
            + " (x"
            + suite.runs()
            + ") ["
            + OneLine.of(result.target().path().toString()).replace('[', '(').replace(']', ')')
            + "]");
    line(out, "   Mode:" + mode(result));
    // The blank at the end is the original's.
    line(
        out,
        "   Time: Measure "
            + measuringTime(suite)
            + " / Interval "
            + seconds(suite.interval())
            + " sec ");
    line(out, "   Date: " + date(result.startedAt()));
    line(
        out,
        "     OS: "
            + OneLine.of(
                host.operatingSystem() + " " + host.kernel() + " (" + host.architecture() + ")"));
  }

  private static String fileSize(long bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB"};
    long amount = bytes;
    int unit = 0;
    while (unit < units.length - 1 && amount != 0 && amount % 1024 == 0) {
      amount /= 1024;
      unit++;
    }
    return amount + " " + units[unit];
  }

  private static String mode(Result result) {
    boolean direct =
        result.options().direct() && result.workloads().stream().allMatch(WorkloadResult::direct);
    boolean zeros = result.options().data() == DataPattern.ZERO;
    return (direct ? "" : " [Buffered]") + (zeros ? " <0Fill>" : "");
  }

  private static String measuringTime(Suite suite) {
    List<Duration> times =
        suite.workloads().stream()
            .filter(workload -> !workload.isSized())
            .flatMap(workload -> workload.duration().stream())
            .sorted()
            .distinct()
            .toList();
    if (times.isEmpty()) {
      return "by size";
    }
    String shortest = seconds(times.get(0));
    return times.size() == 1
        ? shortest + " sec"
        : shortest + " to " + seconds(times.get(times.size() - 1)) + " sec";
  }

  private static String seconds(Duration time) {
    BigDecimal seconds =
        BigDecimal.valueOf(time.getSeconds()).add(BigDecimal.valueOf(time.getNano(), 9));
    return seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString();
  }

  private String date(Instant instant) {
    return DATE.format(instant.atZone(zone.get()));
  }

  private static void measuredOn(StringBuilder out, Result result) {
    line(out, " Device: " + OneLine.of(device(result.target())));
    List<String> engines =
        result.workloads().stream().map(WorkloadResult::engine).distinct().toList();
    if (!engines.isEmpty()) {
      line(out, " Engine: " + OneLine.of(String.join(", ", engines)));
    }
    Aggregate aggregate = result.suite().aggregate();
    if (aggregate != Aggregate.CDM) {
      line(out, "Figures: " + aggregate.label() + " of the runs");
    }
  }

  private static String device(TargetInfo target) {
    Optional<StorageDevice> device = target.device();
    String name =
        device
            .map(known -> known.path() + known.model().map(m -> " (" + m + ")").orElse(""))
            .orElseGet(
                () -> "none known" + target.deviceAbsent().map(w -> " (" + w + ")").orElse(""));
    return name + target.fileSystem().map(type -> ", " + type).orElse("");
  }

  private static void problems(StringBuilder out, Result result) {
    if (result.cancelled()) {
      problem(out, "Warning", "the job was cancelled; the figures are those measured until then");
    }
    result.warnings().forEach(warning -> problem(out, "Warning", warning));
    for (WorkloadResult workload : result.workloads()) {
      workload
          .error()
          .ifPresent(failure -> problem(out, "Error", workload.name() + ": " + failure));
    }
    result.error().ifPresent(error -> problem(out, "Error", error));
  }

  private static void problem(StringBuilder out, String kind, String text) {
    line(out, kind + ": " + OneLine.of(text));
  }

  private static void line(StringBuilder out, String text) {
    out.append(text).append('\n');
  }
}
