package io.github.iogauge.nativeio;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A call to the operating system that failed, with the errno and what was asked of it. */
public final class NativeIoException extends IOException {

  private static final long serialVersionUID = 1L;

  private final int errno;
  private final String operation;

  @SuppressWarnings("serial") // Path is not declared serializable; a lost path is no loss here.
  private final transient Path path;

  NativeIoException(int errno, String operation, Path path, String hint) {
    super(message(errno, operation, path, hint));
    this.errno = errno;
    this.operation = operation;
    this.path = path;
  }

  private static String message(int errno, String operation, Path path, String hint) {
    return operation
        + (path == null ? "" : " " + path)
        + ": "
        + Errno.describe(errno)
        + (hint.isEmpty() ? "" : "; " + hint);
  }

  /** The error number, positive, as in errno.h. */
  public int errno() {
    return errno;
  }

  /** The symbolic name of the error number, for example {@code EINVAL}. */
  public String errnoName() {
    return Errno.name(errno);
  }

  /** The call that failed, for example {@code pread}. */
  public String operation() {
    return operation;
  }

  /** The file concerned; empty where the call concerns none. */
  public Optional<Path> path() {
    return Optional.ofNullable(path);
  }
}
