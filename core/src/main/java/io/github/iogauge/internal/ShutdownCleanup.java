package io.github.iogauge.internal;

/** Does something if the JVM shuts down before this is closed, and leaves nothing behind if not. */
final class ShutdownCleanup implements AutoCloseable {

  private final Thread hook;

  ShutdownCleanup(Runnable action) {
    this.hook = new Thread(action, "iogauge-cleanup");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      action.run(); // the JVM is shutting down already
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook is running or has run, and did what was to be done.
    }
  }
}
