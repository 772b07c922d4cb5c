package io.github.iogauge.engine;

/** The queue of an engine whose calls block: one slot, prepared, then done, then free again. */
abstract class BlockingQueue implements IoQueue {

  private enum State {
    FREE,
    PREPARED,
    DONE
  }

  private State state = State.FREE;
  private boolean write;
  private int bufferOffset;
  private int length;
  private long offset;
  private long result;

  /**
   * Does one transfer between the slot's buffer and the file, and returns when it is done.
   *
   * @return bytes moved, or the negated errno
   */
  abstract long transfer(boolean write, int bufferOffset, int length, long offset);

  @Override
  public final void prepareRead(int slot, int bufferOffset, int length, long offset) {
    prepare(false, bufferOffset, length, offset);
  }

  @Override
  public final void prepareWrite(int slot, int bufferOffset, int length, long offset) {
    prepare(true, bufferOffset, length, offset);
  }

  private void prepare(boolean write, int bufferOffset, int length, long offset) {
    if (state != State.FREE) {
      throw new IllegalStateException("slot 0 is still in use");
    }
    this.write = write;
    this.bufferOffset = bufferOffset;
    this.length = length;
    this.offset = offset;
    state = State.PREPARED;
  }

  @Override
  public final int submit() {
    if (state != State.PREPARED) {
      return 0;
    }
    result = transfer(write, bufferOffset, length, offset);
    state = State.DONE;
    return 1;
  }

  @Override
  public final int pending() {
    return state == State.PREPARED ? 1 : 0;
  }

  @Override
  public final int inFlight() {
    return state == State.DONE ? 1 : 0;
  }

  @Override
  public final int reap(int min, long timeoutNanos) {
    if (state != State.DONE) {
      return 0;
    }
    state = State.FREE;
    return 1;
  }

  @Override
  public final int slot(int index) {
    return 0;
  }

  @Override
  public final long result(int index) {
    return result;
  }
}
