package io.github.iogauge.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import io.github.iogauge.DataPattern;
import io.github.iogauge.HostInfo;
import io.github.iogauge.Interval;
import io.github.iogauge.IoFailure;
import io.github.iogauge.JobOptions;
import io.github.iogauge.LatencyStats;
import io.github.iogauge.Result;
import io.github.iogauge.RunResult;
import io.github.iogauge.Suite;
import io.github.iogauge.Summary;
import io.github.iogauge.SyncPolicy;
import io.github.iogauge.TargetInfo;
import io.github.iogauge.Transfers;
import io.github.iogauge.Workload;
import io.github.iogauge.WorkloadResult;
import io.github.iogauge.device.DeviceCounters;
import io.github.iogauge.device.StorageDevice;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/**
 * The whole result as JSON, in the schema {@code iogauge/1}.
 *
 * <p>Names and units never change their meaning within a schema; names may be added. Every name
 * says its unit where it has one: sizes are bytes, names that end in {@code Nanos} are nanoseconds,
 * those in {@code Millis} milliseconds. A name that is absent was not measured or not set; only
 * {@code error} is always there, null for none. Further rules:
 *
 * <ul>
 *   <li>{@code bytesPerSecond}, {@code iops} and {@code meanLatencyNanos} of a workload are those
 *       of the aggregate that {@code aggregate} names; absent if nothing was measured.
 *   <li>{@code warmUpNanos} of the suite is absent if the warm-up is as long as a run, and 0 if
 *       there is none.
 *   <li>{@code bytes}, {@code requests}, {@code durationNanos} of a workload are the ends that were
 *       set for it, not what was measured; what was measured stands in its runs. There, {@code
 *       latencyNanos} is absent where no I/O completed.
 *   <li>{@code warnings} at the top holds all warnings; those that begin with a workload's name and
 *       a colon are repeated in that workload. {@code error} at the top is a line of text, in a
 *       workload an object.
 *   <li>No number is NaN or infinite: where a figure has no finite value, its name is absent.
 *       Numbers that are not whole have up to 15 significant digits, never an exponent. A double
 *       read from that and written again gives the same digits, on any Java.
 *   <li>All characters are ASCII, others are escaped: the text survives any terminal, locale or
 *       file encoding.
 * </ul>
 */
public final class JsonReport implements Report {

  /** What the member {@code schema} says. */
  public static final String SCHEMA = "iogauge/1";

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          // A name written twice in one object is a bug of this class: no reader could tell them
          // apart.
          .enable(StreamWriteFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  /** As many decimal digits as every double keeps: reading and writing again changes nothing. */
  private static final MathContext DIGITS = new MathContext(15, RoundingMode.HALF_EVEN);

  /** The percentiles as written; the text is the name. */
  private static final List<String> PERCENTILES = List.of("50", "90", "95", "99", "99.9", "99.99");

  /** A report in this format. */
  public JsonReport() {}

  @Override
  public String name() {
    return "json";
  }

  @Override
  public String format(Result result) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.setPrettyPrinter(layout());
      write(json, result);
    } catch (IOException e) {
      throw new UncheckedIOException("a StringWriter does not fail", e);
    }
    return text.append('\n').toString();
  }

  /** Made anew for each report, because it counts the depth it is at. */
  private static DefaultPrettyPrinter layout() {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter layout =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator(""));
    layout.indentObjectsWith(lines);
    layout.indentArraysWith(lines);
    return layout;
  }

  private static void write(JsonGenerator json, Result result) throws IOException {
    json.writeStartObject();
    json.writeStringField("schema", SCHEMA);
    json.writeStringField("generator", "iogauge " + Version.current());
    json.writeStringField("startedAt", DateTimeFormatter.ISO_INSTANT.format(result.startedAt()));
    json.writeBooleanField("cancelled", result.cancelled());
    json.writeStringField("aggregate", result.suite().aggregate().label());
    suite(json, result.suite());
    options(json, result.options());
    target(json, result.target());
    host(json, result.host());
    json.writeArrayFieldStart("workloads");
    for (WorkloadResult workload : result.workloads()) {
      workload(json, workload, result);
    }
    json.writeEndArray();
    strings(json, "warnings", result.warnings());
    // Null, not absent: that nothing went wrong is known.
    json.writeStringField("error", result.error().orElse(null));
    json.writeEndObject();
  }

  private static void suite(JsonGenerator json, Suite suite) throws IOException {
    json.writeObjectFieldStart("suite");
    json.writeStringField("name", suite.name());
    json.writeStringField("title", suite.title());
    json.writeNumberField("runs", suite.runs());
    nanos(json, "warmUpNanos", suite.warmUp());
    nanos(json, "intervalNanos", Optional.of(suite.interval()));
    json.writeNumberField("fileSize", suite.fileSize());
    json.writeEndObject();
  }

  private static void options(JsonGenerator json, JobOptions options) throws IOException {
    json.writeObjectFieldStart("options");
    json.writeStringField("engine", options.engine());
    json.writeBooleanField("direct", options.direct());
    json.writeStringField("data", word(options.data()));
    json.writeNumberField("seed", options.seed());
    json.writeBooleanField("overwrite", options.overwrite());
    json.writeBooleanField("destroyData", options.destroyData());
    json.writeEndObject();
  }

  private static void target(JsonGenerator json, TargetInfo target) throws IOException {
    json.writeObjectFieldStart("target");
    json.writeStringField("path", target.path().toString());
    json.writeStringField("kind", word(target.kind()));
    json.writeNumberField("fileSize", target.fileSize());
    string(json, "fileSystem", target.fileSystem());
    string(json, "mountPoint", target.mountPoint());
    if (target.device().isPresent()) {
      device(json, target.device().get());
    }
    string(json, "deviceAbsent", target.deviceAbsent());
    json.writeEndObject();
  }

  private static void device(JsonGenerator json, StorageDevice device) throws IOException {
    json.writeObjectFieldStart("device");
    json.writeStringField("name", device.name());
    json.writeStringField("number", device.number());
    json.writeStringField("path", device.path().toString());
    json.writeStringField("diskName", device.diskName());
    json.writeBooleanField("partition", device.isPartition());
    ifPositive(json, "sizeBytes", device.sizeBytes());
    string(json, "model", device.model());
    json.writeNumberField("logicalSectorBytes", device.logicalSectorBytes());
    json.writeBooleanField("removable", device.isRemovable());
    json.writeBooleanField("rotational", device.isRotational());
    json.writeEndObject();
  }

  private static void host(JsonGenerator json, HostInfo host) throws IOException {
    json.writeObjectFieldStart("host");
    json.writeStringField("operatingSystem", host.operatingSystem());
    json.writeStringField("kernel", host.kernel());
    json.writeStringField("architecture", host.architecture());
    json.writeNumberField("processors", host.processors());
    json.writeStringField("javaVersion", host.javaVersion());
    json.writeEndObject();
  }

  private static void workload(JsonGenerator json, WorkloadResult measured, Result result)
      throws IOException {
    json.writeStartObject();
    asked(json, measured.workload());
    json.writeStringField("engine", measured.engine());
    json.writeBooleanField("direct", measured.direct());
    Optional<Summary> figures = Figures.of(measured, result.suite().aggregate());
    if (figures.isPresent()) {
      number(json, "bytesPerSecond", figures.get().bytesPerSecond());
      number(json, "iops", figures.get().iops());
      if (measured.runs().stream().anyMatch(run -> run.latency().count() > 0)) {
        number(json, "meanLatencyNanos", figures.get().meanLatencyNanos());
      }
    }
    json.writeArrayFieldStart("runs");
    for (RunResult run : measured.runs()) {
      run(json, run);
    }
    json.writeEndArray();
    String mark = measured.name() + ":";
    strings(
        json,
        "warnings",
        result.warnings().stream().filter(warning -> warning.startsWith(mark)).toList());
    failure(json, measured.error());
    json.writeEndObject();
  }

  private static void asked(JsonGenerator json, Workload workload) throws IOException {
    json.writeStringField("name", workload.name());
    json.writeStringField("operation", workload.operation());
    json.writeNumberField("readPercent", workload.readPercent());
    json.writeStringField("pattern", workload.pattern().label());
    json.writeNumberField("blockSize", workload.blockSize());
    json.writeNumberField("queueDepth", workload.queueDepth());
    json.writeNumberField("threads", workload.threads());
    nanos(json, "durationNanos", workload.duration());
    if (!workload.isSized()) {
      nanos(json, "rampNanos", Optional.of(workload.ramp()));
    }
    ifPositive(json, "bytes", workload.bytes());
    ifPositive(json, "requests", workload.requests());
    if (workload.rangeStart() > 0 || workload.rangeLength() > 0) {
      json.writeNumberField("rangeStart", workload.rangeStart());
    }
    ifPositive(json, "rangeLength", workload.rangeLength());
    json.writeObjectFieldStart("sync");
    json.writeStringField("kind", word(workload.sync().kind()));
    json.writeNumberField("every", workload.sync().every());
    json.writeBooleanField("atEnd", workload.sync().atEnd());
    json.writeEndObject();
  }

  private static void failure(JsonGenerator json, Optional<IoFailure> error) throws IOException {
    if (error.isEmpty()) {
      json.writeNullField("error");
      return;
    }
    IoFailure failure = error.get();
    json.writeObjectFieldStart("error");
    json.writeStringField("operation", failure.operation());
    if (failure.offset() >= 0) {
      json.writeNumberField("offset", failure.offset());
    }
    ifPositive(json, "length", failure.length());
    ifPositive(json, "errno", failure.errno());
    json.writeStringField("description", failure.description());
    json.writeEndObject();
  }

  private static void run(JsonGenerator json, RunResult run) throws IOException {
    json.writeStartObject();
    json.writeNumberField("bytes", run.bytes());
    json.writeNumberField("operations", run.operations());
    json.writeNumberField("elapsedNanos", run.elapsedNanos());
    if (run.elapsedNanos() > 0) {
      number(json, "bytesPerSecond", run.bytesPerSecond());
      number(json, "iops", run.iops());
      number(json, "meanDepth", run.meanDepth());
    }
    json.writeNumberField("drained", run.drained());
    latency(json, run.latency());
    transfers(json, "read", run.read());
    transfers(json, "write", run.write());
    transfers(json, "sync", run.sync());
    Optional<DeviceCounters> counters =
        run.deviceCounters().filter(change -> !change.wentBackwards());
    if (counters.isPresent()) {
      counters(json, counters.get());
    }
    if (run.cpuNanos().isPresent()) {
      json.writeNumberField("cpuNanos", run.cpuNanos().getAsLong());
    }
    json.writeArrayFieldStart("series");
    for (Interval interval : run.series()) {
      interval(json, interval);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void transfers(JsonGenerator json, String name, Transfers transfers)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("bytes", transfers.bytes());
    json.writeNumberField("operations", transfers.operations());
    latency(json, transfers.latency());
    json.writeEndObject();
  }

  private static void latency(JsonGenerator json, LatencyStats latency) throws IOException {
    if (latency.count() == 0) {
      return;
    }
    json.writeObjectFieldStart("latencyNanos");
    json.writeNumberField("min", latency.minNanos());
    number(json, "mean", latency.meanNanos());
    json.writeNumberField("max", latency.maxNanos());
    number(json, "stddev", latency.stddevNanos());
    json.writeObjectFieldStart("percentiles");
    for (String percent : PERCENTILES) {
      json.writeNumberField(percent, latency.percentileNanos(Double.parseDouble(percent)));
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void counters(JsonGenerator json, DeviceCounters counters) throws IOException {
    json.writeObjectFieldStart("deviceCounters");
    json.writeNumberField("readOperations", counters.readOperations());
    json.writeNumberField("readMerges", counters.readMerges());
    json.writeNumberField("readBytes", counters.readBytes());
    json.writeNumberField("readMillis", counters.readMillis());
    json.writeNumberField("writeOperations", counters.writeOperations());
    json.writeNumberField("writeMerges", counters.writeMerges());
    json.writeNumberField("writeBytes", counters.writeBytes());
    json.writeNumberField("writeMillis", counters.writeMillis());
    json.writeNumberField("inFlight", counters.inFlight());
    json.writeNumberField("busyMillis", counters.busyMillis());
    json.writeNumberField("queueMillis", counters.queueMillis());
    json.writeEndObject();
  }

  private static void interval(JsonGenerator json, Interval interval) throws IOException {
    json.writeStartObject();
    json.writeNumberField("startNanos", interval.startNanos());
    json.writeNumberField("durationNanos", interval.durationNanos());
    json.writeNumberField("readBytes", interval.readBytes());
    json.writeNumberField("readOperations", interval.readOperations());
    json.writeNumberField("writeBytes", interval.writeBytes());
    json.writeNumberField("writeOperations", interval.writeOperations());
    if (interval.readOperations() + interval.writeOperations() > 0) {
      number(json, "meanLatencyNanos", interval.meanLatencyNanos());
      json.writeNumberField("maxLatencyNanos", interval.maxLatencyNanos());
    }
    json.writeEndObject();
  }

  // The words below are spelt out, so that renaming a constant does not change the schema.

  private static String word(DataPattern data) {
    return switch (data) {
      case RANDOM -> "random";
      case ZERO -> "zero";
    };
  }

  private static String word(TargetInfo.Kind kind) {
    return switch (kind) {
      case DIRECTORY -> "directory";
      case FILE -> "file";
      case BLOCK_DEVICE -> "blockDevice";
    };
  }

  private static String word(SyncPolicy.Kind kind) {
    return switch (kind) {
      case NONE -> "none";
      case FSYNC -> "fsync";
      case FDATASYNC -> "fdatasync";
      case DSYNC -> "dsync";
    };
  }

  /** Writes a figure, or nothing if it is not a finite number, for which JSON has no word. */
  private static void number(JsonGenerator json, String name, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumberField(name, decimal(value));
    }
  }

  /** A finite number with at most 15 significant digits, and none that say nothing. */
  static BigDecimal decimal(double value) {
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros();
  }

  private static void nanos(JsonGenerator json, String name, Optional<Duration> time)
      throws IOException {
    if (time.isPresent()) {
      json.writeNumberField(name, time.get().toNanos());
    }
  }

  /** Writes an amount for which 0 means that it is not set or not known. */
  private static void ifPositive(JsonGenerator json, String name, long amount) throws IOException {
    if (amount > 0) {
      json.writeNumberField(name, amount);
    }
  }

  private static void string(JsonGenerator json, String name, Optional<String> value)
      throws IOException {
    if (value.isPresent()) {
      json.writeStringField(name, value.get().toString());
    }
  }

  private static void strings(JsonGenerator json, String name, List<String> values)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }
}
