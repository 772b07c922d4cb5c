package io.github.iogauge.engine;

import io.github.iogauge.nativeio.Errno;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * An engine whose files are in memory, and that does on demand what real ones do rarely: all of it
 * allowed by the contract of {@link IoQueue}. Files are loaded when first opened and never stored.
 */
public final class FakeEngine implements IoEngine {

  private static final int DIRECT_ALIGNMENT = 512;

  /**
   * An I/O that was started.
   *
   * @param queue that it was started on, from 0 in the order of opening
   */
  public record Io(int queue, boolean write, long offset, int length) {}

  private final String name;
  private final Map<Path, Memory> files = new HashMap<>();
  private final List<QueueRequest> requests = Collections.synchronizedList(new ArrayList<>());
  private final List<Io> ios = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger open = new AtomicInteger();
  private int emptyReaps;
  private int shortEvery;
  private int takenPerSubmit = Integer.MAX_VALUE;
  private boolean shuffled;
  private int maxQueueDepth = Integer.MAX_VALUE;
  private long delayNanos;
  private UnaryOperator<IoQueue> wrapping = queue -> queue;
  private Predicate<Io> lost = io -> false;
  private ToIntFunction<Io> errno = io -> 0;
  private Optional<String> unavailable = Optional.empty();

  /** An engine without faults. */
  public FakeEngine() {
    this("fake");
  }

  /** An engine without faults, of some name. */
  public FakeEngine(String name) {
    this.name = name;
  }

  /** Returns from so many reaps with nothing, before each that looks: as after an EINTR. */
  public FakeEngine withEmptyReaps(int count) {
    emptyReaps = count;
    return this;
  }

  /** Moves only a part of every n-th transfer, a multiple of 512 bytes. */
  public FakeEngine withShortTransfers(int every) {
    shortEvery = every;
    return this;
  }

  /** Takes at most so many I/Os per submission. */
  public FakeEngine withPartialSubmits(int atMost) {
    takenPerSubmit = atMost;
    return this;
  }

  /** Hands completions over in an arbitrary order, and not all that there are. */
  public FakeEngine withEventsOutOfOrder() {
    shuffled = true;
    return this;
  }

  /** Never completes some I/Os. */
  public FakeEngine withLost(Predicate<Io> which) {
    lost = which;
    return this;
  }

  /** Fails I/Os with an errno; 0 for those that succeed. */
  public FakeEngine withErrors(ToIntFunction<Io> error) {
    errno = error;
    return this;
  }

  /** Keeps no deeper queue. */
  public FakeEngine withMaxQueueDepth(int depth) {
    maxQueueDepth = depth;
    return this;
  }

  /** Does not work in this process. */
  public FakeEngine withUnavailable(String reason) {
    unavailable = Optional.of(reason);
    return this;
  }

  /** Lets every look for completions take at least so long, as a device does. */
  public FakeEngine withDelay(Duration delay) {
    delayNanos = delay.toNanos();
    return this;
  }

  /** Puts something around every queue that it opens. */
  public FakeEngine withQueues(UnaryOperator<IoQueue> around) {
    wrapping = around;
    return this;
  }

  /** What queues were opened for, in order. */
  public List<QueueRequest> requests() {
    return List.copyOf(requests);
  }

  /** What was started, in order; of several threads interleaved. */
  public List<Io> ios() {
    synchronized (ios) {
      return List.copyOf(ios);
    }
  }

  /** How many queues are open. */
  public int openQueues() {
    return open.get();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> unavailable() {
    return unavailable;
  }

  @Override
  public int maxQueueDepth() {
    return maxQueueDepth;
  }

  @Override
  public int alignment(Path file, boolean direct) throws IOException {
    memoryOf(file);
    return direct ? DIRECT_ALIGNMENT : 1;
  }

  @Override
  public IoQueue open(QueueRequest request) throws IOException {
    Memory memory = memoryOf(request.file());
    open.incrementAndGet();
    synchronized (requests) {
      requests.add(request);
      return wrapping.apply(new Queue(requests.size() - 1, request, memory));
    }
  }

  private Memory memoryOf(Path file) throws IOException {
    if (Files.isSymbolicLink(file)) {
      throw new IOException("open " + file + ": a symbolic link stands there");
    }
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("open " + file + ": no such file");
    }
    synchronized (files) {
      Memory memory = files.get(file);
      if (memory == null) {
        memory = new Memory(Files.readAllBytes(file));
        files.put(file, memory);
      }
      return memory;
    }
  }

  private static final class Memory {
    private byte[] bytes;
    private int size;

    Memory(byte[] bytes) {
      this.bytes = bytes;
      this.size = bytes.length;
    }

    synchronized int transfer(boolean write, ByteBuffer buffer, long offset, int length) {
      if (!write) {
        int count = (int) Math.max(0, Math.min(length, size - offset));
        buffer.put(bytes, (int) Math.min(offset, size), count);
        return count;
      }
      int end = Math.toIntExact(offset + length);
      if (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
      }
      size = Math.max(size, end);
      buffer.get(bytes, (int) offset, length);
      return length;
    }
  }

  private static final class Slot {
    private boolean used;
    private boolean write;
    private int bufferOffset;
    private int length;
    private long offset;
    private long result;
  }

  private final class Queue implements IoQueue {
    private final int number;
    private final QueueRequest request;
    private final Memory memory;
    private final ByteBuffer[] buffers;
    private final Slot[] slots;
    private final List<Integer> prepared = new ArrayList<>();
    private final List<Integer> done = new ArrayList<>();
    private final List<Integer> reaped = new ArrayList<>();
    private final Random random = new Random(42);
    private int lostIos;
    private int transfers;
    private int reaps;
    private boolean closed;

    Queue(int number, QueueRequest request, Memory memory) {
      this.number = number;
      this.request = request;
      this.memory = memory;
      this.buffers = new ByteBuffer[request.depth()];
      this.slots = new Slot[request.depth()];
      for (int slot = 0; slot < slots.length; slot++) {
        buffers[slot] = ByteBuffer.allocate(request.blockSize());
        slots[slot] = new Slot();
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

    private void prepare(boolean write, int index, int bufferOffset, int length, long offset) {
      Slot slot = slots[index];
      if (slot.used) {
        throw new IllegalStateException("slot " + index + " is still in use");
      }
      slot.used = true;
      slot.write = write;
      slot.bufferOffset = bufferOffset;
      slot.length = length;
      slot.offset = offset;
      prepared.add(index);
    }

    @Override
    public int submit() {
      int taken = 0;
      while (taken < takenPerSubmit && !prepared.isEmpty()) {
        int index = prepared.remove(0);
        Slot slot = slots[index];
        Io io = new Io(number, slot.write, slot.offset, slot.length);
        ios.add(io);
        if (lost.test(io)) {
          lostIos++;
        } else {
          slot.result = transfer(index, slot, io);
          done.add(index);
        }
        taken++;
      }
      return taken;
    }

    private long transfer(int index, Slot slot, Io io) {
      int error = errno.applyAsInt(io);
      if (error != 0) {
        return -error;
      }
      if (slot.write && !request.write()) {
        return -9; // EBADF
      }
      if (request.direct() && (slot.offset | slot.length) % DIRECT_ALIGNMENT != 0) {
        return -Errno.EINVAL;
      }
      int length = slot.length;
      if (shortEvery > 0 && ++transfers % shortEvery == 0 && length > DIRECT_ALIGNMENT) {
        length = Math.max(1, length / 2 / DIRECT_ALIGNMENT) * DIRECT_ALIGNMENT;
      }
      ByteBuffer buffer = buffers[index].duplicate();
      buffer.limit(slot.bufferOffset + slot.length).position(slot.bufferOffset);
      return memory.transfer(slot.write, buffer, slot.offset, length);
    }

    @Override
    public int pending() {
      return prepared.size();
    }

    @Override
    public int inFlight() {
      return done.size() + lostIos;
    }

    @Override
    public int reap(int min, long timeoutNanos) {
      reaped.clear();
      if (emptyReaps > 0 && reaps++ % (emptyReaps + 1) != emptyReaps) {
        return 0;
      }
      if (min > 0 && inFlight() > 0) {
        if (delayNanos > 0) {
          LockSupport.parkNanos(Math.min(delayNanos, timeoutNanos));
        } else if (done.isEmpty()) {
          LockSupport.parkNanos(Math.min(1_000_000, timeoutNanos));
        }
      }
      if (shuffled) {
        Collections.shuffle(done, random);
      }
      int count = shuffled && done.size() > 1 ? 1 + random.nextInt(done.size()) : done.size();
      List<Integer> fetched = done.subList(0, count);
      for (int index : fetched) {
        slots[index].used = false;
        reaped.add(index);
      }
      fetched.clear();
      return reaped.size();
    }

    @Override
    public int slot(int index) {
      return reaped.get(index);
    }

    @Override
    public long result(int index) {
      return slots[reaped.get(index)].result;
    }

    @Override
    public String describe(int index) {
      return Errno.describe((int) -result(index));
    }

    @Override
    public void sync(boolean dataOnly) {}

    @Override
    public boolean dropCache() {
      return false;
    }

    @Override
    public void close(Duration patience) {
      if (!closed) {
        closed = true;
        open.decrementAndGet();
      }
    }
  }
}
