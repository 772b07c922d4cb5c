package io.github.iogauge.examples.cli;

import io.github.iogauge.BenchmarkJob;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The program {@code iogauge} and its commands. */
@Command(
    name = "iogauge",
    description = "Measures storage: cards, sticks, disks, and the file systems on them.",
    usageHelpWidth = 100,
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = HelpCommand.class,
    footer = {
      "",
      "Examples:",
      "  iogauge run /media/pi/card              the eight tests of CrystalDiskMark",
      "  iogauge run --size 256MiB --runs 1 .    a quicker look at the current directory",
      "  iogauge help run                        all options, and more examples"
    })
public final class Main implements Callable<Integer> {

  private final Streams streams;

  @Spec private CommandSpec spec;

  private Main(Streams streams) {
    this.streams = streams;
  }

  /**
   * Runs the program and ends the process with its exit status.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    // Not left to the end of main: the threads of a job that hangs in the device must not hold the
    // process.
    System.exit(execute(Streams.ofProcess(), BenchmarkJob::start, args));
  }

  /** Runs the program; returns its exit status. */
  static int execute(Streams streams, JobStarter starter, String... args) {
    try {
      return commandLine(streams, starter).execute(args);
    } catch (Throwable e) {
      // Errors, which picocli lets through: a native library that does not load, no memory left.
      return new Complaints(streams).internalError(e, Complaints.wantsDetails(args));
    }
  }

  static CommandLine commandLine(Streams streams, JobStarter starter) {
    CommandLine commandLine = new CommandLine(new Main(streams));
    commandLine.addSubcommand(new RunCommand(streams, starter));
    Complaints complaints = new Complaints(streams);
    return commandLine
        .setOut(streams.outWriter())
        .setErr(streams.errWriter())
        // A target may be called @card: no argument is the name of a file with more arguments.
        .setExpandAtFiles(false)
        .setParameterExceptionHandler(complaints)
        .setExecutionExceptionHandler(complaints);
  }

  /** Without a command there is nothing to do but to say which there are. */
  @Override
  public Integer call() {
    spec.commandLine().usage(streams.err());
    return ExitStatus.USAGE;
  }
}
