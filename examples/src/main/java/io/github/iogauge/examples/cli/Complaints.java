package io.github.iogauge.examples.cli;

import io.github.iogauge.BenchmarkException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what went wrong, in one line each time: {@code iogauge: what value: remedy}. */
final class Complaints implements IParameterExceptionHandler, IExecutionExceptionHandler {

  /** Fields of the library that are called otherwise on the command line. */
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("target", "TARGET"),
          Map.entry("suite", "--suite"),
          Map.entry("fileSize", "--size"),
          Map.entry("runs", "--runs"),
          Map.entry("duration", "--time"),
          Map.entry("warmUp", "--warmup"),
          Map.entry("ramp", "--ramp"),
          Map.entry("interval", "--interval"),
          Map.entry("engine", "--engine"),
          Map.entry("only", "--only"),
          Map.entry("data", "--data"),
          Map.entry("seed", "--seed"),
          Map.entry("threads", "--threads"),
          Map.entry("aggregate", "--aggregate"),
          Map.entry("format", "--format"),
          Map.entry("output", "--output"),
          Map.entry("overwrite", "--overwrite"),
          Map.entry("destroyData", "--destroy-data"));

  /** Remedies that the library names by its methods, as they are called on the command line. */
  private static final Map<String, String> REMEDIES =
      Map.of(
          "use buffered I/O", "use --buffered",
          "allow its content to be overwritten", "allow its content to be lost with --overwrite",
          "(destroyData)", "with --destroy-data",
          "run only the tests that read", "run only the tests that read (--read-only)");

  private final Streams streams;

  Complaints(Streams streams) {
    this.streams = streams;
  }

  /** An argument that cannot be read. */
  @Override
  public int handleParseException(ParameterException e, String[] args) {
    if (e.getCause() instanceof BenchmarkException refused
        && e.getArgSpec() instanceof OptionSpec option) {
      // A converter of ours refused the text; it does not know for which option it was called.
      line(option.longestName() + " " + refused.value() + ": " + remedy(refused));
      return ExitStatus.USAGE;
    }
    String help = e.getCommandLine().getCommandSpec().qualifiedName() + " --help";
    line(problem(e) + "; see " + help);
    return ExitStatus.USAGE;
  }

  /** Everything that fails after the arguments were read. */
  @Override
  public int handleExecutionException(
      Exception e, CommandLine commandLine, ParseResult parseResult) {
    if (e instanceof BenchmarkException refused) {
      return refused(refused);
    }
    List<String> args = parseResult.originalArgs();
    return internalError(e, wantsDetails(args.toArray(String[]::new)));
  }

  /** A job, or an option's value, that the library refuses. */
  private int refused(BenchmarkException e) {
    line(OPTIONS.getOrDefault(e.field(), e.field()) + " " + e.value() + ": " + remedy(e));
    return ExitStatus.USAGE;
  }

  /** A fault of this program. */
  int internalError(Throwable e, boolean details) {
    line("internal error: " + e + (details ? "" : "; -v tells where"));
    if (details) {
      e.printStackTrace(streams.err());
    }
    return ExitStatus.INTERNAL_ERROR;
  }

  /** Something worth a line that is not bad usage. */
  void line(String text) {
    streams.complain("iogauge: " + oneLine(text));
  }

  static boolean wantsDetails(String... args) {
    return Arrays.stream(args).anyMatch(arg -> arg.equals("-v") || arg.equals("--verbose"));
  }

  /** What stands behind {@code "field value: "} in the message. */
  private static String remedy(BenchmarkException e) {
    String start = e.field() + " " + e.value() + ": ";
    String message = e.getMessage();
    String remedy = message.startsWith(start) ? message.substring(start.length()) : message;
    for (Map.Entry<String, String> entry : REMEDIES.entrySet()) {
      remedy = remedy.replace(entry.getKey(), entry.getValue());
    }
    return remedy;
  }

  private static String problem(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      return e.getMessage();
    }
    String first = unmatched.getUnmatched().get(0);
    if (!unmatched.isUnknownOption()) {
      return first + ": one argument too many, or no such command";
    }
    List<String> near = unmatched.getSuggestions();
    return first
        + ": no such option"
        + (near.isEmpty() ? "" : ", did you mean " + String.join(" or ", near) + "?");
  }

  /** Paths and arguments may hold line feeds, or what steers a terminal. */
  static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c ->
                line.appendCodePoint(
                    Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? '?' : c));
    return line.toString();
  }
}
