package io.github.iogauge.internal;

import io.github.iogauge.BenchmarkException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** What an exception says, in one line that makes sense to a user. */
final class Words {

  private Words() {}

  /** What an exception says that someone else's code threw. */
  static String of(RuntimeException e) {
    return e instanceof BenchmarkException ? e.getMessage() : "internal error: " + e;
  }

  static String of(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied: " + e.getMessage();
    }
    if (e instanceof NoSuchFileException) {
      return "no such file: " + e.getMessage();
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
