package io.github.iogauge.nativeio;

import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Skips a test where something is missing, with a line on standard error that says what. */
final class Needs {

  private Needs() {}

  static void nativeIo() {
    failWhereNothingMayBeMissing(NativeIo.unavailable());
    skipIf(NativeIo.unavailable());
  }

  static void aio() {
    failWhereNothingMayBeMissing(NativeIo.aioUnavailable());
    skipIf(NativeIo.aioUnavailable());
  }

  /** For what no one machine has all of, such as a version of Java or an ordinary user. */
  static void that(boolean condition, String what) {
    skipIf(condition ? Optional.empty() : Optional.of("needs " + what));
  }

  private static void failWhereNothingMayBeMissing(Optional<String> reason) {
    if (Boolean.getBoolean("iogauge.test.noskip")) {
      reason.ifPresent(Assertions::fail);
    }
  }

  private static void skipIf(Optional<String> reason) {
    if (reason.isPresent()) {
      System.err.println("SKIPPED " + caller() + ": " + reason.get());
      Assumptions.abort(reason.get());
    }
  }

  private static String caller() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> !frame.getClassName().equals(Needs.class.getName()))
                    .findFirst()
                    .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                    .orElse("?"));
  }
}
