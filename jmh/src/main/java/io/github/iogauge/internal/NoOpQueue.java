package io.github.iogauge.internal;

import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.engine.QueueRequest;
import java.nio.ByteBuffer;
import java.time.Duration;

/** Completes everything at once and does nothing, so that only the loop around it costs time. */
final class NoOpQueue implements IoQueue {
  private final ByteBuffer buffer;
  private final int[] prepared;
  private final int[] done;
  private final long blockSize;
  private int preparedCount;
  private int doneCount;

  NoOpQueue(QueueRequest request) {
    this.buffer = ByteBuffer.allocateDirect(request.blockSize());
    this.prepared = new int[request.depth()];
    this.done = new int[request.depth()];
    this.blockSize = request.blockSize();
  }

  @Override
  public ByteBuffer buffer(int slot) {
    return buffer;
  }

  @Override
  public void prepareRead(int slot, int bufferOffset, int length, long offset) {
    prepared[preparedCount++] = slot;
  }

  @Override
  public void prepareWrite(int slot, int bufferOffset, int length, long offset) {
    prepared[preparedCount++] = slot;
  }

  @Override
  public int submit() {
    int count = preparedCount;
    System.arraycopy(prepared, 0, done, doneCount, count);
    doneCount += count;
    preparedCount = 0;
    return count;
  }

  @Override
  public int pending() {
    return preparedCount;
  }

  @Override
  public int inFlight() {
    return doneCount;
  }

  @Override
  public int ready() {
    return doneCount;
  }

  @Override
  public int reap(int min, long timeoutNanos) {
    int count = doneCount;
    doneCount = 0;
    return count;
  }

  @Override
  public int slot(int index) {
    return done[index];
  }

  @Override
  public long result(int index) {
    return blockSize;
  }

  @Override
  public String describe(int index) {
    return "";
  }

  @Override
  public void sync(boolean dataOnly) {}

  @Override
  public boolean dropCache() {
    return false;
  }

  @Override
  public void close(Duration patience) {}
}
