package io.github.iogauge.internal;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.IoFailure;
import io.github.iogauge.SyncPolicy;
import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.nativeio.NativeIoException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread of a workload: keeps its queue full until the window closes, publishes what it
 * measured, then waits for what is still in flight.
 *
 * <p>It owns its open file, queue and buffers, and gives them back itself. So the thread that
 * coordinates may go away while a slow device still holds I/Os of this one.
 */
final class Worker implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  /**
   * I/Os handed over in one call at most. One at a time costs a system call each, and on a virtual
   * disk a notice to the host; many at a time are held back by the kernel's request plugging, which
   * starves a real device. On one that is done before the call returns nothing can starve: there
   * the limit grows to the depth.
   */
  private static final int BATCH = 8;

  /** How soon a waiting thread notices a cancel. */
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /**
   * A device that completes nothing for so long is given up; the kernel's own limits are shorter.
   */
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

  /** How long the I/Os are waited for that an exception left in flight. */
  private static final Duration PATIENCE_AFTER_A_FAULT = Duration.ofSeconds(30);

  private static final VarHandle BYTES = field("bytesMoved", long.class);
  private static final VarHandle OPERATIONS = field("operationsDone", long.class);
  private static final VarHandle IN_FLIGHT = field("inFlightNow", int.class);

  private final WorkerTask task;
  private final RunControl control;
  private final NanoClock clock;
  private final Meter meter;
  private final int blockSize;
  private final int readPercent;
  private final SyncPolicy sync;
  private final boolean sized;
  private final SplitMix64 mix;
  private final BlockFiller filler;

  // Per slot: what is in flight there. Indexed by slot, never reallocated.
  private final long[] startedAt;
  private final long[] offsetOf;
  private final boolean[] writeIn;
  private final int[] bytesDone;
  private final boolean[] busy;
  private final int[] idle;
  private int idleCount;
  private final int[] batch;
  private int batchSize;
  private int batchLimit = BATCH;
  private int continued;

  private IoQueue queue;
  private long issued;
  private long writesSinceSync;
  private boolean timeOver;
  private long lastProgress;
  private IoFailure failure;
  private boolean broken; // an exception left I/Os where they were
  private boolean givenUp; // nothing more is going to come out of the queue

  // Written by this thread, read by the one that reports progress.
  @SuppressWarnings("UnusedVariable") // through the VarHandles
  private long bytesMoved;

  @SuppressWarnings("UnusedVariable")
  private long operationsDone;

  @SuppressWarnings("UnusedVariable")
  private int inFlightNow;

  private volatile State state = State.OPENING;
  private volatile Outcome outcome;

  /** How far a worker has come. */
  enum State {
    OPENING,
    MEASURING,
    DRAINING,
    ENDED
  }

  /**
   * What a worker found out, published as soon as its window is closed.
   *
   * @param measured nothing if the window never opened
   */
  record Outcome(Optional<ThreadResult> measured, Optional<IoFailure> failure) {}

  Worker(WorkerTask task, RunControl control) {
    this.task = task;
    this.control = control;
    this.clock = task.clock();
    this.meter = new Meter(task.probe());
    this.blockSize = task.workload().blockSize();
    this.readPercent = task.workload().readPercent();
    this.sync = task.workload().sync();
    this.sized = task.workload().isSized();
    this.mix = new SplitMix64(SplitMix64.seed(task.seed(), 1));
    this.filler = new BlockFiller(task.data(), SplitMix64.seed(task.seed(), 2));
    int depth = task.request().depth();
    this.startedAt = new long[depth];
    this.offsetOf = new long[depth];
    this.writeIn = new boolean[depth];
    this.bytesDone = new int[depth];
    this.busy = new boolean[depth];
    this.idle = new int[depth];
    this.batch = new int[depth];
    for (int slot = 0; slot < depth; slot++) {
      idle[slot] = depth - 1 - slot;
    }
    this.idleCount = depth;
  }

  State state() {
    return state;
  }

  /** What was found out; empty until the window is closed. */
  Optional<Outcome> outcome() {
    return Optional.ofNullable(outcome);
  }

  /** Bytes moved so far, ramp and drain included. */
  long bytesMoved() {
    return (long) BYTES.getOpaque(this);
  }

  /** I/Os completed so far, ramp and drain included. */
  long operationsDone() {
    return (long) OPERATIONS.getOpaque(this);
  }

  int inFlight() {
    return (int) IN_FLIGHT.getOpaque(this);
  }

  @Override
  public void run() {
    try {
      open();
      control.ready();
      control.awaitStart();
      if (!control.isStopped()) {
        state = State.MEASURING;
        publish(measure());
        state = State.DRAINING;
        control.changed();
        drain();
        if (!sized && !control.isStopped()) {
          syncAtEnd();
        }
        publish(outcome.measured());
      }
    } catch (IOException e) {
      fail(failureOf("open", e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      broken = true;
      fail(faultOf(e));
      LOG.error("a worker thread failed", e);
    } finally {
      try {
        if (outcome == null) {
          publish(Optional.empty());
        }
        if (queue != null) {
          // Drained or given up, unless code that is not ours threw with I/Os in flight.
          queue.close(broken ? PATIENCE_AFTER_A_FAULT : Duration.ZERO);
        }
      } catch (RuntimeException e) {
        LOG.error("closing a queue failed", e);
      } finally {
        state = State.ENDED;
        control.ready();
        control.changed();
      }
    }
  }

  private void open() throws IOException {
    queue = task.opener().open(task.request());
    if (task.workload().writes()) {
      for (int slot = 0; slot < startedAt.length; slot++) {
        filler.fill(queue.buffer(slot));
      }
    }
    if (!task.request().direct() && task.probe().isPresent()) {
      // As fio does: a buffered run begins with an empty cache, as far as this file goes.
      if (task.request().write()) {
        queue.sync(false);
      }
      queue.dropCache();
    }
  }

  private void publish(Optional<ThreadResult> measured) {
    outcome = new Outcome(measured, Optional.ofNullable(failure));
  }

  private void fail(IoFailure reason) {
    if (failure == null) {
      failure = reason;
    }
    control.stop();
  }

  private Optional<ThreadResult> measure() {
    long begin = clock.nanoTime();
    long rampEnd = begin + task.ramp().toNanos();
    long window = task.duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    long closeAt = 0; // once the window is open
    lastProgress = begin;
    if (sized || task.ramp().isZero()) {
      meter.open(begin);
      closeAt = begin + window;
    }
    refill();
    while (true) {
      int completions = reap();
      if (failure != null || control.isStopped()) {
        return closed(meter.inFlight());
      }
      if (completions == 0) {
        continue;
      }
      long now = lastProgress;
      if (sized) {
        timeOver = timeOver || now - begin >= window;
        if (meter.inFlight() == 0 && (timeOver || issued == task.requests())) {
          if (syncIsDue()) {
            syncNow(false);
          }
          syncAtEnd();
          return closed(0);
        }
      } else if (!meter.isOpen()) {
        if (now - rampEnd >= 0) {
          meter.open(now);
          closeAt = now + window;
        }
      } else if (now - closeAt >= 0) {
        return closed(meter.inFlight());
      }
      refill();
    }
  }

  /** Closes the window at the last completion; nothing is measured if it never opened. */
  private Optional<ThreadResult> closed(int drained) {
    return meter.isOpen() ? Optional.of(meter.close(lastProgress, drained)) : Optional.empty();
  }

  /** Fetches completions and accounts for them. */
  private int reap() {
    try {
      if (queue.pending() > 0) {
        resubmit();
      }
      int count = queue.reap(1, POLL_NANOS);
      long now = clock.nanoTime();
      if (count == 0) {
        if (now - lastProgress > PATIENCE_NANOS) {
          givenUp = true;
          fail(
              new IoFailure(
                  "wait", -1, 0, 110, "ETIMEDOUT (the device completed nothing for 10 minutes)"));
        }
        return 0;
      }
      if (count < 0 || count > meter.inFlight()) {
        throw new IllegalStateException(
            "the engine reported " + count + " completions of " + meter.inFlight() + " in flight");
      }
      meter.completing(now);
      lastProgress = now;
      long bytes = 0;
      long operations = 0;
      for (int i = 0; i < count; i++) {
        int moved = complete(i, now);
        bytes += moved;
        operations += moved > 0 ? 1 : 0;
      }
      BYTES.setOpaque(this, (long) BYTES.getOpaque(this) + bytes);
      OPERATIONS.setOpaque(this, (long) OPERATIONS.getOpaque(this) + operations);
      IN_FLIGHT.setOpaque(this, meter.inFlight());
      return count;
    } catch (IOException e) {
      givenUp = true;
      fail(failureOf("wait", e));
      return 0;
    }
  }

  /** Accounts for one completion, and returns the bytes of the I/O if it is complete. */
  private int complete(int index, long now) {
    int slot = queue.slot(index);
    if (!busy[slot]) {
      throw new IllegalStateException(
          "the engine reported slot " + slot + ", which is not in flight");
    }
    long result = queue.result(index);
    int done = bytesDone[slot];
    if (result == blockSize - done) {
      meter.completed(writeIn[slot], blockSize, now - startedAt[slot]);
      bytesDone[slot] = 0;
      busy[slot] = false;
      idle[idleCount++] = slot;
      return blockSize;
    }
    String operation = writeIn[slot] ? "write" : "read";
    long offset = offsetOf[slot] + done;
    int left = blockSize - done;
    if (result > 0 && result < left && failure == null && isContinuable(result)) {
      bytesDone[slot] = done + (int) result;
      prepare(slot);
      continued++;
      return 0;
    }
    meter.failed();
    busy[slot] = false;
    if (result < 0) {
      fail(new IoFailure(operation, offset, left, (int) -result, queue.describe(index)));
    } else {
      fail(
          new IoFailure(
              operation,
              offset,
              left,
              0,
              result == 0 ? "end of file or device" : "only " + result + " bytes were moved"));
    }
    return 0;
  }

  /** Whether the rest of a short transfer can be asked for: direct I/O must stay aligned. */
  private boolean isContinuable(long moved) {
    return !task.request().direct() || moved % 512 == 0;
  }

  /** Starts as many I/Os as there are free slots and the workload allows. */
  private void refill() {
    if (syncIsDue()) {
      if (meter.inFlight() > 0) {
        submitContinued();
        return;
      }
      syncNow(false);
    }
    while (idleCount > 0 && mayIssue()) {
      int slot = idle[--idleCount];
      busy[slot] = true;
      boolean write = readPercent == 0 || (readPercent < 100 && mix.below(100) >= readPercent);
      writeIn[slot] = write;
      offsetOf[slot] = task.offsets().next();
      if (write) {
        filler.renew(queue.buffer(slot));
        writesSinceSync++;
      }
      prepare(slot);
      issued++;
      batch[batchSize++] = slot;
      if (batchSize == batchLimit) {
        submitBatch();
      }
    }
    if (batchSize > 0) {
      submitBatch();
    } else {
      submitContinued();
    }
  }

  private boolean mayIssue() {
    return issued < task.requests() && !timeOver && failure == null && !syncIsDue();
  }

  private boolean syncIsDue() {
    return sync.every() > 0 && writesSinceSync >= sync.every();
  }

  private void prepare(int slot) {
    int done = bytesDone[slot];
    if (writeIn[slot]) {
      queue.prepareWrite(slot, done, blockSize - done, offsetOf[slot] + done);
    } else {
      queue.prepareRead(slot, done, blockSize - done, offsetOf[slot] + done);
    }
  }

  private void submitBatch() {
    long now = clock.nanoTime();
    for (int i = 0; i < batchSize; i++) {
      startedAt[batch[i]] = now;
    }
    meter.submitting(batchSize, now);
    IN_FLIGHT.setOpaque(this, meter.inFlight());
    batchSize = 0;
    continued = 0;
    queue.submit();
    if (batch.length > BATCH) {
      int ready = queue.ready();
      boolean instant = ready > 0 && ready == queue.inFlight();
      batchLimit = instant ? Math.min(2 * batchLimit, batch.length) : BATCH;
    }
  }

  /** Rests of short transfers count as in flight since their first submission. */
  private void submitContinued() {
    if (continued > 0) {
      continued = 0;
      queue.submit();
    }
  }

  /** The kernel was short of resources at the last submission. */
  private void resubmit() {
    if (queue.submit() == 0 && queue.inFlight() == 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private void syncNow(boolean lastOne) {
    boolean dataOnly = sync.kind() == SyncPolicy.Kind.FDATASYNC;
    long start = clock.nanoTime();
    try {
      queue.sync(dataOnly);
      long end = clock.nanoTime();
      if (meter.isOpen() || lastOne) {
        meter.synced(end - start);
      }
      lastProgress = end;
    } catch (IOException e) {
      fail(failureOf(dataOnly ? "fdatasync" : "fsync", e));
    }
    writesSinceSync = 0;
  }

  private void syncAtEnd() {
    if (sync.atEnd() && issued > 0) {
      syncNow(true);
    }
  }

  /** Waits for what is in flight, and looks at its results, without counting it. */
  private void drain() {
    while (meter.inFlight() > 0 && queue.inFlight() + queue.pending() > 0 && !givenUp) {
      reap();
    }
  }

  /** What an exception means that code of ours or the caller's was not expected to throw. */
  static IoFailure faultOf(Throwable e) {
    String words = e instanceof BenchmarkException ? e.getMessage() : "internal error: " + e;
    return new IoFailure("run", -1, 0, 0, words);
  }

  private static IoFailure failureOf(String operation, IOException e) {
    return e instanceof NativeIoException n
        ? new IoFailure(n.operation(), -1, 0, n.errno(), n.getMessage())
        : new IoFailure(operation, -1, 0, 0, String.valueOf(e.getMessage()));
  }

  private static VarHandle field(String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(Worker.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
