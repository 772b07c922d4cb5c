package io.github.iogauge.nativeio;

import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * The C library bound by Java's own foreign functions (Java 22 and later): a call costs about a
 * tenth of what it costs through JNA. Variadic functions are declared with fixed arguments, as in
 * {@link JnaLibC} and for the same reason.
 *
 * <p>Loading this class binds all functions, and fails with a {@link LinkageError} or an {@link
 * IllegalCallerException} where that does not work; {@link Binding} asks before.
 */
final class ForeignLibC implements LibC {

  private static final ForeignLinker LINKER = new ForeignLinker();
  private static final MethodHandle ERRNO = LINKER.errno();
  private static final MethodHandle OPEN =
      LINKER.function("open64", int.class, long.class, int.class, int.class);
  private static final MethodHandle CLOSE = LINKER.function("close", int.class, int.class);
  private static final MethodHandle PREAD =
      LINKER.function("pread64", long.class, int.class, long.class, long.class, long.class);
  private static final MethodHandle PWRITE =
      LINKER.function("pwrite64", long.class, int.class, long.class, long.class, long.class);
  private static final MethodHandle FSYNC = LINKER.function("fsync", int.class, int.class);
  private static final MethodHandle FDATASYNC = LINKER.function("fdatasync", int.class, int.class);
  private static final MethodHandle LSEEK =
      LINKER.function("lseek64", long.class, int.class, long.class, int.class);
  private static final MethodHandle FALLOCATE =
      LINKER.function("fallocate64", int.class, int.class, int.class, long.class, long.class);
  private static final MethodHandle FADVISE =
      LINKER.function("posix_fadvise64", int.class, int.class, long.class, long.class, int.class);
  private static final MethodHandle FCNTL =
      LINKER.function("fcntl", int.class, int.class, int.class, long.class);
  private static final MethodHandle IOCTL =
      LINKER.function("ioctl", int.class, int.class, long.class, long.class);
  private static final MethodHandle MMAP =
      LINKER.function(
          "mmap64",
          long.class,
          long.class,
          long.class,
          int.class,
          int.class,
          int.class,
          long.class);
  private static final MethodHandle MUNMAP =
      LINKER.function("munmap", int.class, long.class, long.class);
  private static final MethodHandle MADVISE =
      LINKER.function("madvise", int.class, long.class, long.class, int.class);
  private static final MethodHandle SYSCALL =
      LINKER.function(
          "syscall",
          long.class,
          long.class,
          long.class,
          long.class,
          long.class,
          long.class,
          long.class);

  @Override
  public int open(byte[] path, int flags, int mode) {
    ByteBuffer copy = ByteBuffer.allocateDirect(path.length).put(path);
    try {
      return result((int) OPEN.invokeExact(LINKER.address(copy.flip()), flags, mode));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    } finally {
      Reference.reachabilityFence(copy);
    }
  }

  @Override
  public int close(int fd) {
    try {
      return result((int) CLOSE.invokeExact(fd));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public long pread(int fd, long address, long count, long offset) {
    try {
      return result((long) PREAD.invokeExact(fd, address, count, offset));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public long pwrite(int fd, long address, long count, long offset) {
    try {
      return result((long) PWRITE.invokeExact(fd, address, count, offset));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public int fsync(int fd) {
    try {
      return result((int) FSYNC.invokeExact(fd));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public int fdatasync(int fd) {
    try {
      return result((int) FDATASYNC.invokeExact(fd));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public long lseek(int fd, long offset, int whence) {
    try {
      return result((long) LSEEK.invokeExact(fd, offset, whence));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public int fallocate(int fd, int mode, long offset, long length) {
    try {
      return result((int) FALLOCATE.invokeExact(fd, mode, offset, length));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public int fadvise(int fd, long offset, long length, int advice) {
    try {
      return -((int) FADVISE.invokeExact(fd, offset, length, advice));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public int fcntl(int fd, int command, long argument) {
    try {
      return result((int) FCNTL.invokeExact(fd, command, argument));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public int ioctl(int fd, long request, long address) {
    try {
      return result((int) IOCTL.invokeExact(fd, request, address));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public long mmap(long length, int protection, int flags) {
    try {
      return result((long) MMAP.invokeExact(0L, length, protection, flags, -1, 0L));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public int munmap(long address, long length) {
    try {
      return result((int) MUNMAP.invokeExact(address, length));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public int madvise(long address, long length, int advice) {
    try {
      return result((int) MADVISE.invokeExact(address, length, advice));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public long syscall(long number, long a, long b, long c, long d, long e) {
    try {
      return result((long) SYSCALL.invokeExact(number, a, b, c, d, e));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  @Override
  public ByteBuffer view(long address, long length) {
    return LINKER.view(address, length);
  }

  private static int result(int returned) throws Throwable {
    return returned == -1 ? -(int) ERRNO.invokeExact() : returned;
  }

  private static long result(long returned) throws Throwable {
    return returned == -1 ? -(int) ERRNO.invokeExact() : returned;
  }

  /**
   * A native call throws nothing; what comes here is a fault of the JVM's, such as a full stack.
   */
  private static RuntimeException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException fault ? fault : new IllegalStateException(e);
  }
}
