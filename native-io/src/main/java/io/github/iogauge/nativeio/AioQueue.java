package io.github.iogauge.nativeio;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of asynchronous reads and writes: Linux AIO, called through syscall(2), without libaio.
 *
 * <p>The queue has a fixed number of slots. Each I/O occupies one, from {@code prepare} until
 * {@link #reap} has returned it; then the slot is free again. All memory that the kernel sees is
 * laid out once, when the queue is opened; preparing, submitting and reaping allocate nothing.
 *
 * <pre>{@code
 * queue.prepareRead(slot, file, address, length, offset);
 * queue.submit();
 * int n = queue.reap(1, timeoutNanos);
 * for (int i = 0; i < n; i++) {
 *   long bytesOrError = queue.result(i); // negative: the negated errno
 *   int free = queue.slot(i);
 * }
 * }</pre>
 *
 * <p>The memory of a transfer must stay valid until its slot has been reaped. A queue belongs to
 * one thread at a time.
 *
 * <p>Layouts are those of the kernel's uapi header linux/aio_abi.h; the ring's is that of struct
 * aio_ring in fs/aio.c, which the kernel maps into the process for this use and marks with a magic
 * number.
 */
public final class AioQueue implements AutoCloseable {

  /** How completions are fetched. */
  public enum Reaping {
    /** {@link #RING} where the processor's memory order is known to be strong, else the call. */
    AUTO,
    /** From the completion ring that the kernel maps, calling the kernel only to wait. */
    RING,
    /** Always by calling io_getevents. */
    SYSTEM_CALL
  }

  private static final Logger LOG = LoggerFactory.getLogger(AioQueue.class);

  private static final int IOCB_SIZE = 64;
  private static final int IOCB_DATA = 0;
  private static final int IOCB_OPCODE = 16;
  private static final int IOCB_FD = 20;
  private static final int IOCB_ADDRESS = 24;
  private static final int IOCB_LENGTH = 32;
  private static final int IOCB_OFFSET = 40;
  private static final short OPCODE_READ = 0;
  private static final short OPCODE_WRITE = 1;

  private static final int EVENT_SIZE = 32;
  private static final int EVENT_DATA = 0;
  private static final int EVENT_RESULT = 16;

  private static final int RING_NR = 4;
  private static final int RING_HEAD = 8;
  private static final int RING_TAIL = 12;
  private static final int RING_MAGIC = 16;
  private static final int RING_INCOMPATIBLE_FEATURES = 24;
  private static final int RING_HEADER_LENGTH = 28;
  private static final int RING_HEADER = 32;
  private static final int MAGIC = 0xa10a10a1;

  private static final byte FREE = 0;
  private static final byte PREPARED = 1;
  private static final byte IN_FLIGHT = 2;

  private static final Duration PATIENCE_ON_CLOSE = Duration.ofSeconds(30);
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  /**
   * Queues whose I/O never came back: kept reachable, with their memory, until the process ends.
   */
  private static final Set<AioQueue> ABANDONED = ConcurrentHashMap.newKeySet();

  private final LibC libc;
  private final LinuxAbi abi;
  private final int depth;
  private final long context;

  // One allocation: iocbs, then the pointers to them in order of submission, events, timespec.
  private final AlignedBuffer memory;
  private final ByteBuffer control;
  private final int pointersAt;
  private final int eventsAt;
  private final int timespecAt;

  private final ByteBuffer ring; // null: completions come from io_getevents
  private final int ringSize;

  private final byte[] state;
  private int pending;
  private int pendingHead;
  private int inFlight;

  private final int[] doneSlots;
  private final long[] doneResults;

  // Operations that io_submit itself refused; reap returns them like any other completion.
  private final int[] refusedSlots;
  private final long[] refusedResults;
  private int refused;

  private boolean closed;

  private AioQueue(LibC libc, LinuxAbi abi, int depth, Reaping reaping) throws NativeIoException {
    this.libc = libc;
    this.abi = abi;
    this.depth = depth;
    this.pointersAt = depth * IOCB_SIZE;
    this.eventsAt = pointersAt + depth * Long.BYTES;
    this.timespecAt = eventsAt + depth * EVENT_SIZE;
    this.state = new byte[depth];
    this.doneSlots = new int[depth];
    this.doneResults = new long[depth];
    this.refusedSlots = new int[depth];
    this.refusedResults = new long[depth];
    this.memory = AlignedBuffer.allocate(libc, timespecAt + 2L * Long.BYTES);
    this.control = memory.view(0, (int) memory.size());
    for (int slot = 0; slot < depth; slot++) {
      control.putLong(slot * IOCB_SIZE + IOCB_DATA, slot);
    }
    try {
      this.context = setUp();
    } catch (NativeIoException | RuntimeException e) {
      memory.close();
      throw e;
    }
    ByteBuffer mapped = wantsRing(reaping) ? mapRing() : null;
    this.ring = mapped;
    this.ringSize = mapped == null ? 0 : mapped.getInt(RING_NR);
  }

  /**
   * Opens a queue that fetches completions as {@link Reaping#AUTO} says.
   *
   * @param depth the number of slots, 1 to 1,048,576; the system's fs.aio-max-nr may allow fewer
   * @return the queue; the caller closes it
   * @throws NativeIoException where the kernel refuses; EAGAIN if fs.aio-max-nr is used up
   * @throws UnsupportedOperationException where {@link NativeIo#unavailable()} gives a reason
   */
  public static AioQueue open(int depth) throws NativeIoException {
    return open(depth, Reaping.AUTO);
  }

  /**
   * Opens a queue.
   *
   * @param depth as in {@link #open(int)}
   * @param reaping how completions are fetched
   * @return the queue; the caller closes it
   * @throws NativeIoException as in {@link #open(int)}
   * @throws UnsupportedOperationException as in {@link #open(int)}
   */
  public static AioQueue open(int depth, Reaping reaping) throws NativeIoException {
    return open(NativeIo.libC(), NativeIo.abi(), depth, reaping);
  }

  static AioQueue open(LibC libc, LinuxAbi abi, int depth, Reaping reaping)
      throws NativeIoException {
    if (depth < 1 || depth > 1 << 20) {
      throw new IllegalArgumentException("depth " + depth + ": must be from 1 to " + (1 << 20));
    }
    return new AioQueue(libc, abi, depth, reaping);
  }

  private long setUp() throws NativeIoException {
    control.putLong(timespecAt, 0); // io_setup insists on a zeroed context variable
    long result;
    do {
      result = libc.syscall(abi.ioSetup(), depth, memory.address() + timespecAt, 0, 0, 0);
    } while (result == -Errno.EINTR);
    if (result < 0) {
      throw new NativeIoException((int) -result, "io_setup", null, setUpHint((int) -result));
    }
    return control.getLong(timespecAt);
  }

  private String setUpHint(int errno) {
    return switch (errno) {
      case Errno.EAGAIN, Errno.EINVAL ->
          "queue depth "
              + depth
              + " does not fit: fs.aio-nr is "
              + systemValue("aio-nr")
              + " of fs.aio-max-nr "
              + systemValue("aio-max-nr")
              + "; lower the depth or raise the limit with sysctl fs.aio-max-nr";
      case Errno.ENOSYS, Errno.EPERM -> "the kernel or a sandbox blocks Linux AIO";
      default -> "";
    };
  }

  // Not Files.readString: of a file under /proc/sys it returns the first character only.
  private static String systemValue(String name) {
    try (BufferedReader reader = Files.newBufferedReader(Path.of("/proc/sys/fs", name))) {
      return String.valueOf(reader.readLine());
    } catch (IOException e) {
      return "unknown";
    }
  }

  private boolean wantsRing(Reaping reaping) {
    return reaping == Reaping.RING || (reaping == Reaping.AUTO && abi.strongMemoryOrder());
  }

  private ByteBuffer mapRing() {
    ByteBuffer header = libc.view(context, RING_HEADER);
    int nr = header.getInt(RING_NR);
    if (header.getInt(RING_MAGIC) != MAGIC
        || header.getInt(RING_INCOMPATIBLE_FEATURES) != 0
        || header.getInt(RING_HEADER_LENGTH) != RING_HEADER
        || nr < depth) {
      return null; // not the layout this class knows: the system call always works
    }
    return libc.view(context, RING_HEADER + (long) nr * EVENT_SIZE);
  }

  /** The number of slots. */
  public int depth() {
    return depth;
  }

  /** Whether completions are fetched from the mapped ring. */
  public boolean readsRing() {
    return ring != null;
  }

  /** I/Os that the kernel has and that are not reaped yet. */
  public int inFlight() {
    return inFlight;
  }

  /**
   * How many completions lie in the mapped ring, for {@link #reap} to fetch without a system call;
   * 0 where {@link #readsRing()} is false.
   *
   * @throws IllegalStateException if the queue is closed
   */
  public int ready() {
    requireOpen();
    if (ring == null) {
      return 0;
    }
    int ready = (int) INT.getOpaque(ring, RING_TAIL) - (int) INT.getOpaque(ring, RING_HEAD);
    return ready < 0 ? ready + ringSize : ready;
  }

  /** I/Os that are prepared and that the kernel has not taken yet. */
  public int pending() {
    return pending;
  }

  /**
   * Prepares a read in a free slot. The kernel learns of it with {@link #submit()}.
   *
   * @param slot from 0 to depth - 1
   * @param file to read from
   * @param address of the memory to fill, aligned as {@link DirectFile#alignment()} says
   * @param length in bytes
   * @param offset in the file
   * @throws IllegalStateException if the slot is not free or the queue is closed
   */
  public void prepareRead(int slot, DirectFile file, long address, int length, long offset) {
    prepare(slot, OPCODE_READ, file, address, length, offset);
  }

  /**
   * Prepares a write in a free slot; parameters as for {@link #prepareRead}.
   *
   * @throws IllegalStateException if the slot is not free or the queue is closed
   */
  public void prepareWrite(int slot, DirectFile file, long address, int length, long offset) {
    prepare(slot, OPCODE_WRITE, file, address, length, offset);
  }

  private void prepare(
      int slot, short opcode, DirectFile file, long address, int length, long offset) {
    requireOpen();
    if (state[slot] != FREE) {
      throw new IllegalStateException("slot " + slot + " is still in use");
    }
    int iocb = slot * IOCB_SIZE;
    control.putShort(iocb + IOCB_OPCODE, opcode);
    control.putInt(iocb + IOCB_FD, file.fd());
    control.putLong(iocb + IOCB_ADDRESS, address);
    control.putLong(iocb + IOCB_LENGTH, length);
    control.putLong(iocb + IOCB_OFFSET, offset);
    control.putLong(pointersAt + (pendingHead + pending) * Long.BYTES, memory.address() + iocb);
    pending++;
    state[slot] = PREPARED;
  }

  /**
   * Hands everything prepared to the kernel, in one system call if it takes them all. What the
   * kernel cannot take at the moment stays prepared ({@link #pending()}): reap, then submit again.
   * An I/O that it refuses for good comes back from {@link #reap} with its error.
   *
   * @return how many the kernel took
   * @throws IllegalStateException if the queue is closed
   */
  public int submit() {
    requireOpen();
    int taken = 0;
    while (pending > 0) {
      long pointers = memory.address() + pointersAt + (long) pendingHead * Long.BYTES;
      long result = libc.syscall(abi.ioSubmit(), context, pending, pointers, 0, 0);
      if (result > 0) {
        for (int i = 0; i < result; i++) {
          state[takePending()] = IN_FLIGHT;
        }
        inFlight += (int) result;
        taken += (int) result;
      } else if (result == -Errno.EAGAIN || result == 0) {
        break;
      } else if (result != -Errno.EINTR) {
        refusedSlots[refused] = takePending();
        refusedResults[refused++] = result;
      }
    }
    compactPending();
    return taken;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the queue is closed");
    }
  }

  private int takePending() {
    long iocb = control.getLong(pointersAt + pendingHead * Long.BYTES);
    pendingHead++;
    pending--;
    return (int) ((iocb - memory.address()) / IOCB_SIZE);
  }

  private void compactPending() {
    if (pendingHead > 0) {
      for (int i = 0; i < pending; i++) {
        control.putLong(
            pointersAt + i * Long.BYTES,
            control.getLong(pointersAt + (pendingHead + i) * Long.BYTES));
      }
      pendingHead = 0;
    }
  }

  /**
   * Fetches completions, in whatever order they came, and frees their slots. {@link #slot} and
   * {@link #result} tell them, until the next call.
   *
   * @param min how many to wait for, 0 to look only; never waits for more than are in flight
   * @param timeoutNanos how long to wait at most, 0 or more
   * @return how many were fetched, 0 to depth; fewer than {@code min} only after the timeout
   * @throws NativeIoException if the kernel refuses the call itself
   * @throws IllegalStateException if the queue is closed
   */
  public int reap(int min, long timeoutNanos) throws NativeIoException {
    requireOpen(); // the ring is unmapped by then: reading it would end the JVM
    return fetch(min, timeoutNanos);
  }

  private int fetch(int min, long timeoutNanos) throws NativeIoException {
    int done = 0;
    while (refused > 0) {
      refused--;
      done = complete(done, refusedSlots[refused], refusedResults[refused]);
    }
    if (ring != null) {
      done = reapRing(done);
    }
    int wanted = Math.min(min - done, inFlight);
    if (wanted > 0 || (min == 0 && done == 0 && ring == null && inFlight > 0)) {
      done = reapBySystemCall(done, Math.max(wanted, 0), timeoutNanos);
    }
    return done;
  }

  private int reapRing(int alreadyDone) {
    int done = alreadyDone;
    int head = (int) INT.getOpaque(ring, RING_HEAD);
    int tail = (int) INT.getAcquire(ring, RING_TAIL);
    if (head == tail) {
      return done;
    }
    while (head != tail) {
      int event = RING_HEADER + head * EVENT_SIZE;
      inFlight--;
      done =
          complete(
              done, (int) ring.getLong(event + EVENT_DATA), ring.getLong(event + EVENT_RESULT));
      head++;
      if (head == ringSize) {
        head = 0;
      }
    }
    // Released: the kernel may reuse the entries only after they have been read.
    INT.setRelease(ring, RING_HEAD, head);
    return done;
  }

  private int reapBySystemCall(int alreadyDone, int min, long timeoutNanos)
      throws NativeIoException {
    int done = alreadyDone;
    int wanted = min;
    long start = System.nanoTime();
    long left = Math.max(0, timeoutNanos);
    while (true) {
      control.putLong(timespecAt, left / 1_000_000_000L);
      control.putLong(timespecAt + Long.BYTES, left % 1_000_000_000L);
      long result =
          libc.syscall(
              abi.ioGetEvents(),
              context,
              wanted,
              inFlight,
              memory.address() + eventsAt,
              memory.address() + timespecAt);
      if (result < 0 && result != -Errno.EINTR) {
        throw new NativeIoException((int) -result, "io_getevents", null, "");
      }
      for (int i = 0; i < result; i++) {
        int event = eventsAt + i * EVENT_SIZE;
        inFlight--;
        done =
            complete(
                done,
                (int) control.getLong(event + EVENT_DATA),
                control.getLong(event + EVENT_RESULT));
      }
      // Interrupted, or fewer than asked: what is still wanted is less by what came.
      wanted -= (int) Math.max(0, result);
      left = timeoutNanos - (System.nanoTime() - start);
      if (wanted <= 0 || left <= 0) {
        return done;
      }
    }
  }

  private int complete(int index, int slot, long result) {
    state[slot] = FREE;
    doneSlots[index] = slot;
    doneResults[index] = result;
    return index + 1;
  }

  /**
   * The slot of a fetched completion.
   *
   * @param index from 0 to what {@link #reap} returned, exclusive
   */
  public int slot(int index) {
    return doneSlots[index];
  }

  /**
   * What a fetched completion brought: bytes moved, which may be fewer than asked, or the negated
   * errno.
   *
   * @param index from 0 to what {@link #reap} returned, exclusive
   */
  public long result(int index) {
    return doneResults[index];
  }

  /**
   * Waits until nothing is in flight, throwing results away.
   *
   * @param patience how long to wait
   * @return whether nothing is in flight now
   * @throws NativeIoException if the kernel refuses the call itself
   */
  public boolean drain(Duration patience) throws NativeIoException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (inFlight > 0) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      fetch(1, left);
    }
    return true;
  }

  /**
   * Waits up to 30 seconds for what is in flight, then gives everything back to the system. If the
   * device has not answered by then, the queue and the memory of its I/Os must stay: they are
   * leaked on purpose, {@link #inFlight()} stays above 0 to say so, and a warning is logged. The
   * caller must not free that memory either. Closing twice does nothing.
   */
  @Override
  public void close() {
    close(PATIENCE_ON_CLOSE);
  }

  /**
   * The same as {@link #close()} with a patience of the caller's choice.
   *
   * @param patience how long to wait for what is in flight
   */
  public void close(Duration patience) {
    if (closed) {
      return;
    }
    closed = true;
    boolean drained;
    try {
      drained = drain(patience);
    } catch (NativeIoException e) {
      LOG.warn("waiting for I/O in flight failed: {}", e.getMessage());
      drained = false;
    }
    if (!drained) {
      ABANDONED.add(this);
      LOG.warn(
          "{} I/Os did not come back within {}; their memory is kept until the process ends",
          inFlight,
          patience);
      return;
    }
    libc.syscall(abi.ioDestroy(), context, 0, 0, 0, 0);
    memory.close();
  }
}
