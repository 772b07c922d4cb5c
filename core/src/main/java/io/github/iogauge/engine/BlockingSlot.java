package io.github.iogauge.engine;

/** The one slot of an engine whose calls block: prepared, then done, then free again. */
final class BlockingSlot {

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

  void prepare(boolean write, int bufferOffset, int length, long offset) {
    if (state != State.FREE) {
      throw new IllegalStateException("slot 0 is still in use");
    }
    this.write = write;
    this.bufferOffset = bufferOffset;
    this.length = length;
    this.offset = offset;
    state = State.PREPARED;
  }

  void complete(long outcome) {
    result = outcome;
    state = State.DONE;
  }

  /** Frees the slot if its I/O is done, and returns how many completions that makes: 0 or 1. */
  int reap() {
    if (state != State.DONE) {
      return 0;
    }
    state = State.FREE;
    return 1;
  }

  boolean isPrepared() {
    return state == State.PREPARED;
  }

  boolean isDone() {
    return state == State.DONE;
  }

  boolean isWrite() {
    return write;
  }

  int bufferOffset() {
    return bufferOffset;
  }

  int length() {
    return length;
  }

  long offset() {
    return offset;
  }

  long result() {
    return result;
  }
}
