package io.github.iogauge.internal;

import io.github.iogauge.engine.IoQueue;
import io.github.iogauge.engine.QueueRequest;
import io.github.iogauge.nativeio.Errno;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/**
 * A device whose behaviour is known exactly: a model says when each I/O completes, and waiting for
 * a completion moves a virtual clock there. One queue, one thread, no real time.
 */
final class SimulatedDevice implements QueueOpener {

  /** When I/Os complete. Asked once per I/O, in the order of submission. */
  interface Model {
    /**
     * Tells when an I/O completes.
     *
     * @param number of the I/O, from 0
     * @param submittedAt a moment of the virtual clock
     * @return a moment of the virtual clock; {@link #NEVER} for an I/O that is lost
     */
    long completionOf(long number, long submittedAt);
  }

  /** The completion of an I/O that does not come back. */
  static final long NEVER = Long.MIN_VALUE;

  /**
   * An I/O as the device saw it.
   *
   * @param number in the order of submission, from 0
   */
  record Io(
      long number,
      boolean write,
      int slot,
      int bufferOffset,
      int length,
      long offset,
      long submittedAt) {}

  /**
   * An fsync or fdatasync as the device saw it.
   *
   * @param at when it began, since the clock was made
   * @param unfinished I/Os that were prepared or in flight then
   * @param after how many I/Os had been submitted before
   */
  record Sync(long at, boolean dataOnly, int unfinished, long after) {}

  private record Completion(Io io, long at) {}

  private record Happening(long at, Runnable action) {}

  private final VirtualClock clock;
  private final Model model;
  private final List<Io> ios = new ArrayList<>();
  private final List<Integer> submits = new ArrayList<>();
  private final List<Integer> waitedWith = new ArrayList<>();
  private final List<Sync> syncs = new ArrayList<>();
  private final Deque<Happening> happenings = new ArrayDeque<>();
  private ToLongFunction<Io> result = Io::length;
  private long syncNanos;
  private IOException syncFailure;
  private IOException reapFailure;
  private final Deque<Integer> takes = new ArrayDeque<>();
  private final List<Long> firstWords = new ArrayList<>();
  private boolean lastFirst;
  private Queue queue;

  SimulatedDevice(VirtualClock clock, Model model) {
    this.clock = clock;
    this.model = model;
  }

  /** Every I/O takes the same time, however many there are. */
  static Model latency(Duration latency) {
    return (number, submittedAt) -> submittedAt + latency.toNanos();
  }

  /** One I/O after another, at most so many per second: a device throttled to a rate. */
  static Model rate(double iops) {
    return burstThenRate(0, iops);
  }

  /** The first I/Os are done at once and the others at a rate, as the kernel's throttle does. */
  static Model burstThenRate(long burst, double iops) {
    return new Model() {
      private long base;
      private double busyUntil;

      @Override
      public long completionOf(long number, long submittedAt) {
        if (number == 0) {
          base = submittedAt;
        }
        if (number < burst) {
          return submittedAt;
        }
        busyUntil = Math.max(busyUntil, (double) (submittedAt - base)) + 1e9 / iops;
        return base + Math.round(busyUntil);
      }
    };
  }

  /** Sets what each I/O brings: bytes moved, or a negated errno. */
  SimulatedDevice answering(ToLongFunction<Io> answer) {
    result = answer;
    return this;
  }

  /** Sets how long an fsync takes. */
  SimulatedDevice syncTakes(Duration time) {
    syncNanos = time.toNanos();
    return this;
  }

  /** Makes every fsync fail. */
  SimulatedDevice syncFails(IOException failure) {
    syncFailure = failure;
    return this;
  }

  /** Makes every call for completions fail from now on. */
  void reapFails(IOException failure) {
    reapFailure = failure;
  }

  /**
   * Takes at most so many I/Os in the first submission, so many in the second and so on, as a
   * kernel short of resources does; 0 for none. Afterwards it takes all.
   */
  SimulatedDevice takesInTurn(int... counts) {
    for (int count : counts) {
      takes.add(count);
    }
    return this;
  }

  /** Hands over what completed at the same moment in reverse order. */
  SimulatedDevice lastFirst() {
    lastFirst = true;
    return this;
  }

  /** Does something when the clock comes to a moment; to be called in the order of the moments. */
  SimulatedDevice at(Duration sinceStart, Runnable action) {
    happenings.add(new Happening(sinceStart.toNanos(), action));
    return this;
  }

  /** All I/Os in the order of submission. */
  List<Io> ios() {
    return ios;
  }

  /** How many I/Os each submission handed over. */
  List<Integer> submits() {
    return submits;
  }

  /** How many I/Os were in flight each time that the clock was moved on by waiting. */
  List<Integer> waitedWith() {
    return waitedWith;
  }

  /** The first eight bytes of the data of each write. */
  List<Long> firstWords() {
    return firstWords;
  }

  List<Sync> syncs() {
    return syncs;
  }

  /** How many I/Os are in flight now. */
  int inFlight() {
    return queue.inFlight();
  }

  boolean isClosed() {
    return queue != null && queue.closed;
  }

  @Override
  public IoQueue open(QueueRequest request) {
    queue = new Queue(request);
    return queue;
  }

  private final class Queue implements IoQueue {
    private final ByteBuffer[] buffers;
    private final boolean[] used;
    private final Deque<Io> prepared = new ArrayDeque<>();
    private final PriorityQueue<Completion> inFlight =
        new PriorityQueue<>(
            Comparator.<Completion>comparingLong(c -> c.at() - clock.nanoTime() + clock.elapsed())
                .thenComparingLong(c -> c.io().number()));
    private final List<Io> reaped = new ArrayList<>();
    private int lost;
    private boolean closed;

    Queue(QueueRequest request) {
      buffers = new ByteBuffer[request.depth()];
      used = new boolean[request.depth()];
      for (int slot = 0; slot < buffers.length; slot++) {
        buffers[slot] = ByteBuffer.allocate(request.blockSize());
      }
    }

    @Override
    public ByteBuffer buffer(int slot) {
      return buffers[slot];
    }

    @Override
    public void prepareRead(int slot, int bufferOffset, int length, long offset) {
      prepare(false, slot, bufferOffset, length, offset);
    }

    @Override
    public void prepareWrite(int slot, int bufferOffset, int length, long offset) {
      prepare(true, slot, bufferOffset, length, offset);
    }

    private void prepare(boolean write, int slot, int bufferOffset, int length, long offset) {
      if (used[slot]) {
        throw new IllegalStateException("slot " + slot + " is still in use");
      }
      used[slot] = true;
      prepared.add(new Io(0, write, slot, bufferOffset, length, offset, 0));
    }

    @Override
    public int submit() {
      int most = takes.isEmpty() ? Integer.MAX_VALUE : takes.remove();
      int taken = 0;
      while (taken < most && !prepared.isEmpty()) {
        Io p = prepared.remove();
        Io io =
            new Io(
                ios.size(),
                p.write(),
                p.slot(),
                p.bufferOffset(),
                p.length(),
                p.offset(),
                clock.nanoTime());
        ios.add(io);
        if (io.write() && io.length() >= Long.BYTES) {
          firstWords.add(buffers[io.slot()].getLong(io.bufferOffset()));
        }
        long at = model.completionOf(io.number(), io.submittedAt());
        if (at == NEVER) {
          lost++;
        } else {
          inFlight.add(new Completion(io, at));
        }
        taken++;
      }
      submits.add(taken);
      return taken;
    }

    @Override
    public int pending() {
      return prepared.size();
    }

    @Override
    public int inFlight() {
      return inFlight.size() + lost;
    }

    @Override
    public int ready() {
      return (int) inFlight.stream().filter(done -> done.at() - clock.nanoTime() <= 0).count();
    }

    @Override
    public int reap(int min, long timeoutNanos) throws IOException {
      if (reapFailure != null) {
        throw reapFailure;
      }
      reaped.clear();
      if (min > 0 && inFlight() > 0) {
        waitFor(timeoutNanos);
      }
      while (!inFlight.isEmpty() && inFlight.peek().at() - clock.nanoTime() <= 0) {
        Io io = inFlight.remove().io();
        used[io.slot()] = false;
        reaped.add(lastFirst ? 0 : reaped.size(), io);
      }
      return reaped.size();
    }

    private void waitFor(long timeoutNanos) {
      long until = clock.nanoTime() + timeoutNanos;
      if (!inFlight.isEmpty() && inFlight.peek().at() - until < 0) {
        until = inFlight.peek().at();
      }
      if (until - clock.nanoTime() > 0) {
        waitedWith.add(inFlight());
      }
      long stop = clock.elapsed() + (until - clock.nanoTime());
      if (!happenings.isEmpty() && happenings.peek().at() <= stop) {
        Happening next = happenings.remove();
        clock.advance(Math.max(0, next.at() - clock.elapsed()));
        next.action().run();
      } else {
        clock.advanceTo(until);
      }
    }

    @Override
    public int slot(int index) {
      return reaped.get(index).slot();
    }

    @Override
    public long result(int index) {
      return result.applyAsLong(reaped.get(index));
    }

    @Override
    public String describe(int index) {
      return Errno.describe((int) -result(index));
    }

    @Override
    public void sync(boolean dataOnly) throws IOException {
      syncs.add(new Sync(clock.elapsed(), dataOnly, pending() + inFlight(), ios.size()));
      clock.advance(syncNanos);
      if (syncFailure != null) {
        throw syncFailure;
      }
    }

    @Override
    public boolean dropCache() {
      return false;
    }

    @Override
    public void close(Duration patience) {
      closed = true;
    }
  }
}
