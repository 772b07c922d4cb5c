package io.github.iogauge.nativeio;

import java.util.Locale;
import java.util.Optional;

/** Says whether native I/O works in this process, and if not, why and what helps. */
public final class NativeIo {

  private NativeIo() {}

  /** Loaded on first use, once; the outcome does not change during the life of a process. */
  private static final class Loaded {
    static final LibC LIBC;
    static final LinuxAbi ABI;
    static final String REASON;

    static {
      String osName = System.getProperty("os.name", "");
      String osArch = System.getProperty("os.arch", "");
      LinuxAbi abi = LinuxAbi.of(osName, osArch).orElse(null);
      LibC libc = null;
      String reason = null;
      if (abi == null) {
        reason = unsupportedPlatform(osName, osArch);
      } else {
        try {
          libc = new JnaLibC();
          libc.fcntl(-1, 0, 0); // binds the natives now rather than in the middle of a run
        } catch (LinkageError | IllegalCallerException e) {
          libc = null;
          reason = loadingFailed(e);
        }
      }
      LIBC = libc;
      ABI = abi;
      REASON = reason;
    }

    private Loaded() {}
  }

  /** The outcome of asking the kernel for one small AIO context, once. */
  private static final class Aio {
    static final String REASON = probe();

    private Aio() {}

    private static String probe() {
      if (Loaded.REASON != null) {
        return Loaded.REASON;
      }
      try (AioQueue queue = AioQueue.open(1)) {
        return queue.depth() == 1 ? null : "io_setup gave a queue of depth " + queue.depth();
      } catch (NativeIoException e) {
        return switch (e.errno()) {
          case Errno.ENOSYS, Errno.EPERM, Errno.EACCES ->
              "this kernel or the sandbox around the process blocks Linux AIO (io_setup: "
                  + e.errnoName()
                  + ")";
          // The limit is shared by the whole system and may be free again later.
          case Errno.EAGAIN -> null;
          default -> e.getMessage();
        };
      }
    }
  }

  static String unsupportedPlatform(String osName, String osArch) {
    if (!osName.toLowerCase(Locale.ROOT).startsWith("linux")) {
      return "native I/O needs Linux, and this is " + osName + "; the nio engine works here";
    }
    return "native I/O needs 64-bit Linux on x86-64, aarch64 or riscv64, and this Java runs on "
        + osArch
        + "; the nio engine works here";
  }

  static String loadingFailed(Throwable thrown) {
    Throwable e = thrown; // JNA loads its library in a static initializer, which wraps the reason
    while (e instanceof ExceptionInInitializerError && e.getCause() != null) {
      e = e.getCause();
    }
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    String detail = message.lines().findFirst().orElse("");
    if (e instanceof IllegalCallerException) {
      return "Java forbids native access ("
          + detail
          + "); start it with --enable-native-access=ALL-UNNAMED, or on the module path with"
          + " --enable-native-access=com.sun.jna,io.github.iogauge.nativeio";
    }
    return "JNA could not load its native library ("
        + detail
        + "); if the home or temporary directory is read-only or mounted noexec, start Java with"
        + " -Djna.tmpdir=DIR, a directory that is neither";
  }

  /**
   * Why native files ({@link DirectFile}, {@link AlignedBuffer}) cannot be used in this process.
   *
   * @return one sentence with the remedy; empty where they work
   */
  public static Optional<String> unavailable() {
    return Optional.ofNullable(Loaded.REASON);
  }

  /**
   * Why Linux AIO ({@link AioQueue}) cannot be used in this process.
   *
   * @return one sentence with the remedy; empty where it works
   */
  public static Optional<String> aioUnavailable() {
    return Optional.ofNullable(Aio.REASON);
  }

  static LibC libC() {
    if (Loaded.REASON != null) {
      throw new UnsupportedOperationException(Loaded.REASON);
    }
    return Loaded.LIBC;
  }

  static LinuxAbi abi() {
    libC();
    return Loaded.ABI;
  }
}
