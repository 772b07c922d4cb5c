package io.github.iogauge.testing;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs programs, without a shell in between: each argument reaches the program as it is given.
 *
 * <p>Standard input is empty, the locale is {@code C}, and a program is also found in the system
 * directories ({@code /usr/sbin}, {@code /sbin}) that an ordinary user's {@code PATH} lacks.
 */
public final class Shell {
  /** How long a program may take where the caller gives no limit. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  private Shell() {}

  /**
   * What a program did.
   *
   * @param command the command line as it was given
   * @param exitCode its exit status; 128 + n when it was ended by signal n
   * @param stdout all it wrote to standard output
   * @param stderr all it wrote to standard error
   */
  public record Outcome(List<String> command, int exitCode, String stdout, String stderr) {
    /** Whether the exit status is 0. */
    public boolean succeeded() {
      return exitCode == 0;
    }

    /** The command, its status and its whole output, for error messages. */
    public String describe() {
      return String.join(" ", command)
          + "\nexit status "
          + exitCode
          + "\n--- stdout\n"
          + stdout
          + "\n--- stderr\n"
          + stderr;
    }
  }

  /** Runs a command to its end within {@link #DEFAULT_TIMEOUT}; any status but 0 is an error. */
  public static Outcome run(String... command) {
    return run(DEFAULT_TIMEOUT, List.of(command));
  }

  /**
   * Runs a command to its end; any status but 0 is an error.
   *
   * @throws IllegalStateException with the full output, when the status is not 0 or time runs out
   */
  public static Outcome run(Duration timeout, List<String> command) {
    Outcome outcome = attempt(timeout, command);
    if (!outcome.succeeded()) {
      throw new IllegalStateException("failed: " + outcome.describe());
    }
    return outcome;
  }

  /** Runs a command to its end within {@link #DEFAULT_TIMEOUT} and returns whatever came of it. */
  public static Outcome attempt(String... command) {
    return attempt(DEFAULT_TIMEOUT, List.of(command));
  }

  /**
   * Runs a command to its end and returns whatever came of it.
   *
   * @throws IllegalStateException with the output so far, when time runs out
   * @throws UncheckedIOException when the program cannot be started
   */
  public static Outcome attempt(Duration timeout, List<String> command) {
    try (Running running = start(command)) {
      return running.await(timeout);
    }
  }

  /**
   * Starts a command and returns at once.
   *
   * @throws UncheckedIOException when the program cannot be started
   */
  public static Running start(List<String> command) {
    List<String> resolved = new ArrayList<>(command);
    which(command.get(0)).ifPresent(path -> resolved.set(0, path.toString()));
    ProcessBuilder builder = new ProcessBuilder(resolved);
    builder.environment().put("LC_ALL", "C");
    builder.redirectInput(new File("/dev/null"));
    try {
      return new Running(List.copyOf(command), builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a program is, given by name or by path; empty when there is none. */
  public static Optional<Path> which(String program) {
    if (program.contains("/")) {
      Path path = Path.of(program);
      return Files.isExecutable(path) ? Optional.of(path) : Optional.empty();
    }
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin:/usr/bin:/bin";
    for (String directory : path.split(":", -1)) {
      if (directory.startsWith("/")) {
        Path candidate = Path.of(directory, program);
        if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
          return Optional.of(candidate);
        }
      }
    }
    return Optional.empty();
  }

  /** A program that has been started. Closing it kills it, should it still run. */
  public static final class Running implements AutoCloseable {
    private final List<String> command;
    private final Process process;
    private final Capture stdout;
    private final Capture stderr;

    private Running(List<String> command, Process process) {
      this.command = command;
      this.process = process;
      this.stdout = new Capture(process.getInputStream());
      this.stderr = new Capture(process.getErrorStream());
    }

    /** Its process id. */
    public long pid() {
      return process.pid();
    }

    /** Whether it still runs. */
    public boolean isAlive() {
      return process.isAlive();
    }

    /** What it has written to standard output until now. */
    public String stdoutSoFar() {
      return stdout.text();
    }

    /** What it has written to standard error until now. */
    public String stderrSoFar() {
      return stderr.text();
    }

    /** Sends it a signal by name, such as {@code INT}, {@code TERM}, {@code STOP}. */
    public void signal(String name) {
      Shell.run("kill", "-" + name, Long.toString(pid()));
    }

    /**
     * Waits for its end.
     *
     * @throws IllegalStateException with the output so far, when time runs out; it is killed then
     */
    public Outcome await(Duration timeout) {
      try {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
          close();
          throw new IllegalStateException(
              "no end within "
                  + timeout
                  + ": "
                  + new Outcome(command, -1, stdout.text(), stderr.text()).describe());
        }
        stdout.finish();
        stderr.finish();
        return new Outcome(command, process.exitValue(), stdout.text(), stderr.text());
      } catch (InterruptedException e) {
        close();
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting for " + command, e);
      }
    }

    /** Kills it and its descendants; nothing happens when it has ended. */
    @Override
    public void close() {
      if (process.isAlive()) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }

  /** Reads one stream of a program on a thread of its own, so that neither pipe fills up. */
  private static final class Capture {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Thread thread;

    Capture(InputStream stream) {
      thread = new Thread(() -> copy(stream), "shell-capture");
      thread.setDaemon(true);
      thread.start();
    }

    private void copy(InputStream stream) {
      byte[] chunk = new byte[8192];
      try (stream) {
        for (int n = stream.read(chunk); n >= 0; n = stream.read(chunk)) {
          bytes.write(chunk, 0, n);
        }
      } catch (IOException e) {
        // The pipe broke because the program was killed: what was read until then is the output.
      }
    }

    void finish() throws InterruptedException {
      // Bounded: a background child of the program may keep the pipe open for ever.
      thread.join(5_000);
    }

    String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }
}
