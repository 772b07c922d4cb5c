package io.github.iogauge.nativeio;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A small kernel in memory, with faults on demand. Files live in arrays, mapped memory is real, and
 * AIO contexts keep their completions in a ring of the kernel's own layout, at the context's
 * address, as Linux does.
 *
 * <p>Memory given back is not unmapped but spoilt and remembered, so that a use after it is an
 * assertion error rather than the end of the JVM. Wherever the real kernel would lose an event or
 * overwrite one, this one throws an {@link AssertionError}.
 */
final class FakeLibC implements LibC {

  /** When the operations that io_submit took are carried out. */
  enum Completion {
    /** During io_submit. */
    ON_SUBMIT,
    /** When io_getevents has to wait for them, and no earlier. */
    ON_WAIT,
    /** Never: a dead device. */
    NEVER
  }

  static final LinuxAbi X86_64 = LinuxAbi.of("Linux", "amd64").orElseThrow();
  static final LinuxAbi AARCH64 = LinuxAbi.of("Linux", "aarch64").orElseThrow();

  private static final int RING_HEADER = 32;
  private static final int EVENT_SIZE = 32;

  record Wait(long min, long nr, long timeoutNanos) {}

  record Advice(long address, long length, int advice) {}

  record Transfer(String function, int fd, long address, long count, long offset) {}

  record Operation(long data, int opcode, int fd, long address, long count, long offset) {}

  static final class FakeFile {
    byte[] content = new byte[0];
    int mode = 0100600;
    long inode;
    int links = 1;
    int major = 8;
    int minor = 1;
    int sector;
  }

  private record OpenFile(FakeFile file, int flags) {}

  private static final class Context {
    long address;
    long length;
    int nr;
    ByteBuffer ring;
    final List<Operation> held = new ArrayList<>();

    int head() {
      return ring.getInt(8);
    }

    int tail() {
      return ring.getInt(12);
    }

    int ready() {
      return Math.floorMod(tail() - head(), nr);
    }
  }

  final LinuxAbi abi;
  private final LibC real = NativeIo.libC();

  // Faults and properties, for tests to set.
  Completion completion = Completion.ON_SUBMIT;
  Random order;
  long maxTransfer = Long.MAX_VALUE;
  int extraRingEntries = 2;
  int ringMagic = 0xa10a10a1;
  int ringIncompatibleFeatures;
  int ringHeaderLength = RING_HEADER;
  int ringNrShown = -1;
  boolean losesDirectFlag;
  boolean reportsDirectAlignment;
  int directMemoryAlignment;
  int directOffsetAlignment;
  final Map<Long, Long> resultByOffset = new HashMap<>();
  final Map<Long, Long> refusalByOffset = new HashMap<>();
  final Deque<Integer> submitLimits = new ArrayDeque<>();
  final Deque<Integer> waitLimits = new ArrayDeque<>();
  private final Map<String, Deque<Long>> script = new HashMap<>();

  // What happened, for tests to look at.
  final List<Integer> submitSizes = new ArrayList<>();
  final List<Operation> taken = new ArrayList<>();
  final List<Wait> waits = new ArrayList<>();
  final List<Transfer> transfers = new ArrayList<>();
  final List<Integer> closed = new ArrayList<>();
  final List<Long> unmapped = new ArrayList<>();
  final List<Advice> advised = new ArrayList<>();
  byte[] lastPath;
  int lastOpenFlags;
  int lastOpenMode;
  private final Map<String, Integer> calls = new HashMap<>();

  private final Map<String, FakeFile> files = new HashMap<>();
  private final Map<Integer, OpenFile> open = new HashMap<>();
  private final TreeMap<Long, Long> mapped = new TreeMap<>();
  private final Set<Long> givenBack = new HashSet<>();
  private final Map<Long, Context> contexts = new HashMap<>();
  private int nextFd = 1000;

  FakeLibC() {
    this(X86_64);
  }

  FakeLibC(LinuxAbi abi) {
    this.abi = abi;
  }

  /** The next calls of a function return these values and do nothing. */
  FakeLibC script(String function, long... results) {
    Deque<Long> queue = script.computeIfAbsent(function, name -> new ArrayDeque<>());
    for (long result : results) {
      queue.add(result);
    }
    return this;
  }

  FakeFile addFile(Path path, byte[] content) {
    FakeFile file = new FakeFile();
    file.content = content;
    file.inode = 100L + files.size();
    files.put(path.toString(), file);
    return file;
  }

  int calls(String function) {
    return calls.getOrDefault(function, 0);
  }

  int openFiles() {
    return open.size();
  }

  /** The mappings that were not given back, those of AIO contexts left out. */
  int liveMappings() {
    return mapped.size() - contexts.size();
  }

  boolean wasGivenBack(long address) {
    return givenBack.contains(address);
  }

  private long call(String function, LongSupplier body) {
    calls.merge(function, 1, Integer::sum);
    Deque<Long> scripted = script.get(function);
    return scripted != null && !scripted.isEmpty() ? scripted.poll() : body.getAsLong();
  }

  @Override
  public int open(byte[] path, int flags, int mode) {
    return (int)
        call(
            "open",
            () -> {
              lastPath = path.clone();
              lastOpenFlags = flags;
              lastOpenMode = mode;
              String name = new String(path, 0, path.length - 1, StandardCharsets.UTF_8);
              FakeFile file = files.get(name);
              boolean create = (flags & LinuxAbi.O_CREAT) != 0;
              if (file != null && create && (flags & LinuxAbi.O_EXCL) != 0) {
                return -Errno.EEXIST;
              }
              if (file == null) {
                if (!create) {
                  return -Errno.ENOENT;
                }
                file = addFile(Path.of(name), new byte[0]);
              }
              int fd = nextFd++;
              open.put(fd, new OpenFile(file, flags));
              return fd;
            });
  }

  @Override
  public int close(int fd) {
    closed.add(fd);
    OpenFile was = open.remove(fd);
    return (int) call("close", () -> was == null ? -9 : 0);
  }

  @Override
  public long pread(int fd, long address, long count, long offset) {
    transfers.add(new Transfer("pread", fd, address, count, offset));
    return call("pread", () -> transfer(false, fd, address, count, offset));
  }

  @Override
  public long pwrite(int fd, long address, long count, long offset) {
    transfers.add(new Transfer("pwrite", fd, address, count, offset));
    return call("pwrite", () -> transfer(true, fd, address, count, offset));
  }

  private long transfer(boolean write, int fd, long address, long count, long offset) {
    OpenFile opened = open.get(fd);
    if (opened == null) {
      return -9;
    }
    FakeFile file = opened.file();
    long length = Math.min(count, maxTransfer);
    if (write) {
      if (offset + length > file.content.length) {
        file.content = Arrays.copyOf(file.content, Math.toIntExact(offset + length));
      }
      view(address, length).get(file.content, (int) offset, (int) length);
    } else {
      length = Math.max(0, Math.min(length, file.content.length - offset));
      if (length > 0) {
        view(address, length).put(file.content, (int) offset, (int) length);
      }
    }
    return length;
  }

  @Override
  public int fsync(int fd) {
    return (int) call("fsync", () -> open.containsKey(fd) ? 0 : -9);
  }

  @Override
  public int fdatasync(int fd) {
    return (int) call("fdatasync", () -> open.containsKey(fd) ? 0 : -9);
  }

  @Override
  public long lseek(int fd, long offset, int whence) {
    return call("lseek", () -> open.get(fd).file().content.length + offset);
  }

  @Override
  public int fallocate(int fd, int mode, long offset, long length) {
    return (int)
        call(
            "fallocate",
            () -> {
              FakeFile file = open.get(fd).file();
              file.content = Arrays.copyOf(file.content, Math.toIntExact(offset + length));
              return 0;
            });
  }

  @Override
  public int fadvise(int fd, long offset, long length, int advice) {
    return (int) call("fadvise", () -> open.containsKey(fd) ? 0 : -9);
  }

  @Override
  public int fcntl(int fd, int command, long argument) {
    return (int)
        call(
            "fcntl",
            () -> {
              int flags = open.get(fd).flags();
              return losesDirectFlag ? flags & ~abi.direct() : flags;
            });
  }

  @Override
  public int ioctl(int fd, long request, long address) {
    return (int)
        call(
            "ioctl",
            () -> {
              FakeFile file = open.get(fd).file();
              if (request != 0x1268 || file.sector == 0) {
                return -25;
              }
              view(address, Integer.BYTES).putInt(0, file.sector);
              return 0;
            });
  }

  @Override
  public long mmap(long length, int protection, int flags) {
    return call(
        "mmap",
        () -> {
          long address = real.mmap(length, protection, flags);
          mapped.put(address, length);
          return address;
        });
  }

  @Override
  public int munmap(long address, long length) {
    return (int)
        call(
            "munmap",
            () -> {
              Long size = mapped.remove(address);
              if (size == null || size != length) {
                throw new AssertionError("munmap of what was not mapped: " + address);
              }
              unmapped.add(address);
              giveBack(address, length);
              return 0;
            });
  }

  @Override
  public int madvise(long address, long length, int advice) {
    advised.add(new Advice(address, length, advice));
    return (int)
        call(
            "madvise",
            () -> {
              view(address, length); // nothing but mapped memory may be advised on
              return real.madvise(address, length, advice);
            });
  }

  private void giveBack(long address, long length) {
    ByteBuffer memory = real.view(address, length);
    while (memory.hasRemaining()) {
      memory.put((byte) 0xdb);
    }
    givenBack.add(address);
  }

  @Override
  public ByteBuffer view(long address, long length) {
    Map.Entry<Long, Long> mapping = mapped.floorEntry(address);
    if (mapping == null || address + length > mapping.getKey() + mapping.getValue()) {
      throw new AssertionError(
          length + " bytes at " + address + " are not mapped, or were given back");
    }
    return real.view(address, length);
  }

  @Override
  public long syscall(long number, long a, long b, long c, long d, long e) {
    if (number == abi.ioSetup()) {
      return call("io_setup", () -> ioSetup(a, b));
    }
    if (number == abi.ioSubmit()) {
      submitSizes.add((int) b);
      return call("io_submit", () -> ioSubmit(a, b, c));
    }
    if (number == abi.ioGetEvents()) {
      ByteBuffer timespec = view(e, 16);
      waits.add(
          new Wait(
              b, c, TimeUnit.SECONDS.toNanos(timespec.getLong(0)) + timespec.getLong(Long.BYTES)));
      return call("io_getevents", () -> ioGetEvents(a, b, c, d, e));
    }
    if (number == abi.ioDestroy()) {
      return call("io_destroy", () -> ioDestroy(a));
    }
    if (number == abi.statx()) {
      return call("statx", () -> statx((int) a, b, c, e));
    }
    throw new AssertionError("unknown system call " + number);
  }

  private long statx(int fd, long path, long flags, long address) {
    if (view(path, 1).get(0) != 0 || flags != 0x1000) {
      throw new AssertionError("statx must be asked for the file descriptor itself");
    }
    FakeFile file = open.get(fd).file();
    ByteBuffer statx = view(address, 256);
    statx.putInt(0, 0x7ff | (reportsDirectAlignment ? 0x2000 : 0));
    statx.putInt(16, file.links);
    statx.putShort(28, (short) file.mode);
    statx.putLong(32, file.inode);
    boolean device = (file.mode & 0170000) == 0060000;
    statx.putInt(device ? 128 : 136, file.major);
    statx.putInt(device ? 132 : 140, file.minor);
    statx.putInt(152, directMemoryAlignment);
    statx.putInt(156, directOffsetAlignment);
    return 0;
  }

  private long ioSetup(long events, long contextAddress) {
    ByteBuffer variable = view(contextAddress, Long.BYTES);
    if (variable.getLong(0) != 0) {
      return -Errno.EINVAL;
    }
    Context context = new Context();
    context.nr = (int) events + extraRingEntries;
    context.length = RING_HEADER + (long) context.nr * EVENT_SIZE;
    context.address = real.mmap(context.length, 3, 0x22);
    mapped.put(context.address, context.length);
    context.ring = view(context.address, context.length);
    context.ring.putInt(4, ringNrShown < 0 ? context.nr : ringNrShown);
    context.ring.putInt(16, ringMagic);
    context.ring.putInt(20, 1);
    context.ring.putInt(24, ringIncompatibleFeatures);
    context.ring.putInt(28, ringHeaderLength);
    contexts.put(context.address, context);
    variable.putLong(0, context.address);
    return 0;
  }

  private long ioDestroy(long contextAddress) {
    Context context = contexts.remove(contextAddress);
    if (context == null) {
      return -Errno.EINVAL;
    }
    if (!context.held.isEmpty()) {
      throw new AssertionError("io_destroy would wait for " + context.held.size() + " I/Os");
    }
    mapped.remove(contextAddress);
    giveBack(contextAddress, context.length);
    return 0;
  }

  private long ioSubmit(long contextAddress, long count, long pointers) {
    Context context = contexts.get(contextAddress);
    if (context == null) {
      return -Errno.EINVAL;
    }
    long result = take(context, count, pointers);
    while (completion == Completion.ON_SUBMIT && !context.held.isEmpty()) {
      completeOne(context);
    }
    return result;
  }

  private long take(Context context, long count, long pointers) {
    long limit = submitLimits.isEmpty() ? count : Math.min(count, submitLimits.poll());
    if (limit == 0) {
      return -Errno.EAGAIN;
    }
    ByteBuffer addresses = view(pointers, count * Long.BYTES);
    for (int i = 0; i < limit; i++) {
      ByteBuffer iocb = view(addresses.getLong(i * Long.BYTES), 64);
      Operation operation =
          new Operation(
              iocb.getLong(0),
              iocb.getShort(16),
              iocb.getInt(20),
              iocb.getLong(24),
              iocb.getLong(32),
              iocb.getLong(40));
      if (iocb.getLong(8) != 0
          || iocb.getShort(18) != 0
          || iocb.getLong(48) != 0
          || iocb.getLong(56) != 0) {
        throw new AssertionError("unused fields of an iocb must be zero");
      }
      Long refusal = refusalByOffset.get(operation.offset());
      if (refusal == null && !open.containsKey(operation.fd())) {
        refusal = -9L;
      }
      if (refusal != null) {
        return i == 0 ? refusal : i;
      }
      if (context.held.size() + context.ready() >= context.nr - 1) {
        return i == 0 ? -Errno.EAGAIN : i;
      }
      taken.add(operation);
      context.held.add(operation);
    }
    return limit;
  }

  /** Carries out up to so many of the operations that were taken, in every context. */
  void complete(int count) {
    for (Context context : contexts.values()) {
      for (int i = 0; i < count && !context.held.isEmpty(); i++) {
        completeOne(context);
      }
    }
  }

  private void completeOne(Context context) {
    Operation operation =
        context.held.remove(order == null ? 0 : order.nextInt(context.held.size()));
    Long result = resultByOffset.get(operation.offset());
    if (result == null) {
      result =
          transfer(
              operation.opcode() == 1,
              operation.fd(),
              operation.address(),
              operation.count(),
              operation.offset());
    } else {
      view(operation.address(), operation.count()); // the kernel may write there all the same
    }
    int tail = context.tail();
    int next = (tail + 1) % context.nr;
    if (next == context.head()) {
      throw new AssertionError("the completion ring overflows");
    }
    int event = RING_HEADER + tail * EVENT_SIZE;
    context.ring.putLong(event, operation.data());
    context.ring.putLong(event + 8, -1);
    context.ring.putLong(event + 16, result);
    context.ring.putLong(event + 24, 0);
    context.ring.putInt(12, next);
  }

  private long ioGetEvents(
      long contextAddress, long min, long nr, long eventsAddress, long timespecAddress) {
    Context context = contexts.get(contextAddress);
    ByteBuffer timespec = view(timespecAddress, 16);
    long seconds = timespec.getLong(0);
    long nanos = timespec.getLong(Long.BYTES);
    if (context == null || min < 0 || nr < min || seconds < 0 || nanos < 0 || nanos > 999_999_999) {
      return -Errno.EINVAL;
    }
    while (completion == Completion.ON_WAIT && context.ready() < min && !context.held.isEmpty()) {
      completeOne(context);
    }
    if (context.ready() < min) {
      if (seconds > 10) {
        throw new AssertionError(
            "waits for " + min + " events, and only " + context.ready() + " come");
      }
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(seconds) + nanos);
    }
    int count = (int) Math.min(nr, context.ready());
    if (!waitLimits.isEmpty()) {
      count = Math.min(count, waitLimits.poll());
    }
    if (count > 0) {
      ByteBuffer events = view(eventsAddress, (long) count * EVENT_SIZE);
      for (int i = 0; i < count; i++) {
        int head = context.head();
        events.put(i * EVENT_SIZE, context.ring, RING_HEADER + head * EVENT_SIZE, EVENT_SIZE);
        context.ring.putInt(8, (head + 1) % context.nr);
      }
    }
    return count;
  }
}
