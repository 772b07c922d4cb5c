package io.github.iogauge.nativeio;

import java.util.Locale;
import java.util.Optional;

/**
 * What differs between the processor architectures of Linux: open flags and system call numbers. A
 * wrong value here would not fail but do something else (x86's O_DIRECT is ARM's O_DIRECTORY), so
 * an architecture that is not in the table is refused.
 *
 * <p>Source: the kernel's uapi headers, asm-generic/fcntl.h, arch/arm64/include/uapi/asm/fcntl.h,
 * asm-generic/unistd.h and arch/x86/entry/syscalls/syscall_64.tbl.
 */
record LinuxAbi(
    String architecture,
    int direct,
    int noFollow,
    int ioSetup,
    int ioDestroy,
    int ioSubmit,
    int ioGetEvents,
    int statx,
    boolean strongMemoryOrder) {

  static final int O_RDONLY = 0;
  static final int O_WRONLY = 1;
  static final int O_RDWR = 2;
  static final int O_CREAT = 0x40;
  static final int O_EXCL = 0x80;
  static final int O_DSYNC = 0x1000;
  static final int O_CLOEXEC = 0x80000;

  private static final LinuxAbi X86_64 =
      new LinuxAbi("x86-64", 0x4000, 0x20000, 206, 207, 209, 208, 332, true);
  private static final LinuxAbi AARCH64 =
      new LinuxAbi("aarch64", 0x10000, 0x8000, 0, 1, 2, 4, 291, false);
  private static final LinuxAbi RISCV64 =
      new LinuxAbi("riscv64", 0x4000, 0x20000, 0, 1, 2, 4, 291, false);

  /**
   * The table's row for the values of the system properties {@code os.name} and {@code os.arch}, or
   * nothing where native I/O is not supported.
   */
  static Optional<LinuxAbi> of(String osName, String osArch) {
    if (!osName.toLowerCase(Locale.ROOT).startsWith("linux")) {
      return Optional.empty();
    }
    return switch (osArch.toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64", "x86-64" -> Optional.of(X86_64);
      case "aarch64", "arm64" -> Optional.of(AARCH64);
      case "riscv64" -> Optional.of(RISCV64);
      default -> Optional.empty();
    };
  }
}
