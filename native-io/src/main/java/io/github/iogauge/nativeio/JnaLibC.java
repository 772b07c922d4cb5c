package io.github.iogauge.nativeio;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The C library bound by JNA's direct mapping: static native methods with primitive arguments only,
 * the cheapest calls that JNA offers. Variadic functions (open, fcntl, ioctl, syscall) are declared
 * with fixed arguments, which the calling conventions of 64-bit Linux allow for integers.
 *
 * <p>Loading this class unpacks and loads JNA's native library, and may fail with a {@link
 * LinkageError}; {@link NativeIo} turns that into words.
 */
final class JnaLibC implements LibC {

  @Override
  public int open(byte[] path, int flags, int mode) {
    return result(C.open64(path, flags, mode));
  }

  @Override
  public int close(int fd) {
    return result(C.close(fd));
  }

  @Override
  public long pread(int fd, long address, long count, long offset) {
    return result(C.pread64(fd, address, count, offset));
  }

  @Override
  public long pwrite(int fd, long address, long count, long offset) {
    return result(C.pwrite64(fd, address, count, offset));
  }

  @Override
  public int fsync(int fd) {
    return result(C.fsync(fd));
  }

  @Override
  public int fdatasync(int fd) {
    return result(C.fdatasync(fd));
  }

  @Override
  public long lseek(int fd, long offset, int whence) {
    return result(C.lseek64(fd, offset, whence));
  }

  @Override
  public int fallocate(int fd, int mode, long offset, long length) {
    return result(C.fallocate64(fd, mode, offset, length));
  }

  @Override
  public int fadvise(int fd, long offset, long length, int advice) {
    return -C.posix_fadvise64(fd, offset, length, advice);
  }

  @Override
  public int fcntl(int fd, int command, long argument) {
    return result(C.fcntl(fd, command, argument));
  }

  @Override
  public int ioctl(int fd, long request, long address) {
    return result(C.ioctl(fd, request, address));
  }

  @Override
  public long mmap(long length, int protection, int flags) {
    return result(C.mmap64(0, length, protection, flags, -1, 0));
  }

  @Override
  public int munmap(long address, long length) {
    return result(C.munmap(address, length));
  }

  @Override
  public int madvise(long address, long length, int advice) {
    return result(C.madvise(address, length, advice));
  }

  @Override
  public long syscall(long number, long a, long b, long c, long d, long e) {
    return result(C.syscall(number, a, b, c, d, e));
  }

  @Override
  public ByteBuffer view(long address, long length) {
    return new Pointer(address).getByteBuffer(0, length).order(ByteOrder.nativeOrder());
  }

  // errno is read at once, before any other JNA call on this thread can overwrite it.
  private static int result(int returned) {
    return returned == -1 ? -Native.getLastError() : returned;
  }

  private static long result(long returned) {
    return returned == -1 ? -Native.getLastError() : returned;
  }

  /** The native methods themselves, named as in C, and apart from the instance methods above. */
  @SuppressWarnings({"MethodName", "checkstyle:MethodName"})
  private static final class C {

    static {
      Native.register(C.class, "c");
    }

    static native int open64(byte[] path, int flags, int mode);

    static native int close(int fd);

    static native long pread64(int fd, long address, long count, long offset);

    static native long pwrite64(int fd, long address, long count, long offset);

    static native int fsync(int fd);

    static native int fdatasync(int fd);

    static native long lseek64(int fd, long offset, int whence);

    static native int fallocate64(int fd, int mode, long offset, long length);

    static native int posix_fadvise64(int fd, long offset, long length, int advice);

    static native int fcntl(int fd, int command, long argument);

    static native int ioctl(int fd, long request, long address);

    static native long mmap64(
        long address, long length, int protection, int flags, int fd, long offset);

    static native int munmap(long address, long length);

    static native int madvise(long address, long length, int advice);

    static native long syscall(long number, long a, long b, long c, long d, long e);
  }
}
