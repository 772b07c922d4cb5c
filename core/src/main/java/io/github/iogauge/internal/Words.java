package io.github.iogauge.internal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** What an exception says, in one line that makes sense to a user. */
final class Words {

  private Words() {}

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
