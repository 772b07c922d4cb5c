package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each binding of the C library must do alike, on real files. */
class LibCTest {

  private static final int PAGE = 4096;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int MADV_NORMAL = 0;
  private static final int F_GETFL = 3;
  private static final long BLKSSZGET = 0x1268;
  private static final int SEEK_END = 2;
  private static final int EBADF = 9;
  private static final int BAD_FD = 1_000_000;

  @TempDir Path directory;

  static Stream<Binding> bindings() {
    boolean foreign = Runtime.version().feature() >= ForeignLinker.FIRST_JAVA;
    return foreign ? Stream.of(Binding.values()) : Stream.of(Binding.JNA);
  }

  @BeforeEach
  void needNativeIo() {
    Needs.nativeIo();
  }

  private static byte[] name(Path path) {
    return (path + "\0").getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("bindings")
  void filesAreMadeWrittenReadMeasuredAndClosed(Binding binding) throws Exception {
    LibC libc = binding.load();
    Path path = directory.resolve("data-\u00e4");
    int flags = LinuxAbi.O_RDWR | LinuxAbi.O_CREAT | LinuxAbi.O_EXCL;
    int fd = libc.open(name(path), flags, 0600);
    assertThat(fd).isPositive();
    long memory = libc.mmap(PAGE, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS);
    assertThat(memory).isPositive();
    ByteBuffer view = libc.view(memory, PAGE);
    assertThat(view.capacity()).isEqualTo(PAGE);
    view.putLong(0, 0x0123456789abcdefL);

    assertThat(libc.fallocate(fd, 0, 0, 3 * PAGE)).isIn(0, -Errno.EOPNOTSUPP);
    assertThat(libc.pwrite(fd, memory, 100, 2 * PAGE)).isEqualTo(100);
    assertThat(libc.fsync(fd)).isZero();
    assertThat(libc.fdatasync(fd)).isZero();
    assertThat(libc.fadvise(fd, 0, 0, 4)).isZero();
    assertThat(libc.lseek(fd, 0, SEEK_END)).isEqualTo(Files.size(path));
    view.putLong(0, 0);
    assertThat(libc.pread(fd, memory, 8, 2 * PAGE)).isEqualTo(8);
    assertThat(view.getLong(0)).isEqualTo(0x0123456789abcdefL);
    assertThat(libc.fcntl(fd, F_GETFL, 0) & LinuxAbi.O_RDWR).isEqualTo(LinuxAbi.O_RDWR);
    assertThat(libc.madvise(memory, PAGE, MADV_NORMAL)).isZero();
    assertThat(libc.munmap(memory, PAGE)).isZero();
    assertThat(libc.close(fd)).isZero();
    assertThat(libc.close(fd)).isEqualTo(-EBADF);
  }

  @ParameterizedTest
  @MethodSource("bindings")
  void everyFailureIsTheNegatedErrno(Binding binding) {
    LibC libc = binding.load();

    assertThat(libc.open(name(directory.resolve("none")), 0, 0)).isEqualTo(-Errno.ENOENT);
    assertThat(libc.pread(BAD_FD, 0, 1, 0)).isEqualTo(-EBADF);
    assertThat(libc.pwrite(BAD_FD, 0, 1, 0)).isEqualTo(-EBADF);
    assertThat(libc.fsync(BAD_FD)).isEqualTo(-EBADF);
    assertThat(libc.fdatasync(BAD_FD)).isEqualTo(-EBADF);
    assertThat(libc.lseek(BAD_FD, 0, 0)).isEqualTo(-EBADF);
    assertThat(libc.fallocate(BAD_FD, 0, 0, 1)).isEqualTo(-EBADF);
    assertThat(libc.fadvise(BAD_FD, 0, 0, 0)).isEqualTo(-EBADF);
    assertThat(libc.fcntl(BAD_FD, F_GETFL, 0)).isEqualTo(-EBADF);
    assertThat(libc.ioctl(BAD_FD, BLKSSZGET, 0)).isEqualTo(-EBADF);
    assertThat(libc.mmap(0, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS)).isEqualTo(-Errno.EINVAL);
    assertThat(libc.munmap(1, PAGE)).isEqualTo(-Errno.EINVAL);
    assertThat(libc.madvise(1, PAGE, MADV_NORMAL)).isEqualTo(-Errno.EINVAL);
    assertThat(libc.syscall(-1, 0, 0, 0, 0, 0)).isEqualTo(-Errno.ENOSYS);
  }

  @ParameterizedTest
  @MethodSource("bindings")
  void threadsThatFailAtOnceReadEachTheirOwnErrno(Binding binding) throws Exception {
    LibC libc = binding.load();
    List<Callable<Integer>> failing = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      boolean even = thread % 2 == 0;
      failing.add(
          () -> {
            int wrong = 0;
            for (int i = 0; i < 20_000; i++) {
              int errno = even ? libc.fsync(BAD_FD) : libc.munmap(1, PAGE);
              wrong += errno == (even ? -EBADF : -Errno.EINVAL) ? 0 : 1;
            }
            return wrong;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(failing.size());
    try {
      for (Future<Integer> wrong : threads.invokeAll(failing)) {
        assertThat(wrong.get()).isZero();
      }
    } finally {
      threads.shutdown();
    }
  }
}
