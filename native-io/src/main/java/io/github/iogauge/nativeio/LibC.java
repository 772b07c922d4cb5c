package io.github.iogauge.nativeio;

import java.nio.ByteBuffer;

/**
 * The few functions of the C library that this module calls, and the one place where they can be
 * replaced: by another binding, or by a fake that injects faults in tests.
 *
 * <p>Every function returns its result, or the negated errno where it failed, so that no caller can
 * read an errno too late. None retries: an interrupted call returns {@code -EINTR}.
 */
interface LibC {

  int open(byte[] path, int flags, int mode);

  int close(int fd);

  long pread(int fd, long address, long count, long offset);

  long pwrite(int fd, long address, long count, long offset);

  int fsync(int fd);

  int fdatasync(int fd);

  long lseek(int fd, long offset, int whence);

  int fallocate(int fd, int mode, long offset, long length);

  /** Returns 0 or the negated error number; posix_fadvise itself does not set errno. */
  int fadvise(int fd, long offset, long length, int advice);

  int fcntl(int fd, int command, long argument);

  int ioctl(int fd, long request, long address);

  long mmap(long length, int protection, int flags);

  int munmap(long address, long length);

  int madvise(long address, long length, int advice);

  long syscall(long number, long a, long b, long c, long d, long e);

  /** A view of memory at a native address, in native byte order. */
  ByteBuffer view(long address, long length);
}
