package io.github.iogauge.jmh;

import java.io.IOException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One thread's loop over the target, from before the first iteration to after the last. */
@State(Scope.Thread)
public abstract class OpenLoop {

  private IoLoop loop;

  /** Takes an open loop over. */
  final void use(IoLoop opened) {
    loop = opened;
  }

  /** Discards what was done between two iterations, which no iteration's time contains. */
  @Setup(Level.Iteration)
  public void discard() throws IOException {
    loop.turn();
  }

  final int turn() throws IOException {
    return loop.turn();
  }

  /** Waits for what is in flight and closes the file. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    if (loop != null) {
      loop.close();
    }
  }
}
