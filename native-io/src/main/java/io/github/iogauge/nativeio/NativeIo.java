package io.github.iogauge.nativeio;

import java.util.Locale;
import java.util.Optional;

/**
 * Says whether native I/O works in this process, and if not, why and what helps.
 *
 * <p>The C library is called through Java's own foreign functions (FFM) on Java 22 and later, where
 * {@code --enable-native-access} names this module, and through JNA elsewhere. The system property
 * {@code io.github.iogauge.nativeio.binding}, read once, forces {@code ffm} or {@code jna}.
 */
public final class NativeIo {

  private NativeIo() {}

  /** Loaded on first use, once; the outcome does not change during the life of a process. */
  private static final class Loaded {
    static final LibC LIBC;
    static final String BINDING;
    static final LinuxAbi ABI;
    static final String REASON;

    static {
      String osName = System.getProperty("os.name", "");
      String osArch = System.getProperty("os.arch", "");
      LinuxAbi abi = LinuxAbi.of(osName, osArch).orElse(null);
      Binding.Loaded loaded = null;
      String reason = null;
      if (abi == null) {
        reason = unsupportedPlatform(osName, osArch);
      } else {
        try {
          loaded =
              Binding.load(
                  Optional.ofNullable(System.getProperty(Binding.PROPERTY)),
                  Runtime.version().feature(),
                  Binding.accessGranted());
        } catch (UnsupportedOperationException e) {
          reason = e.getMessage();
        } catch (LinkageError | IllegalCallerException e) {
          reason = loadingFailed(e);
        }
      }
      LIBC = loaded == null ? null : loaded.libc();
      BINDING = loaded == null ? null : loaded.binding().label();
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
    if (message.startsWith(ForeignLinker.FAILED)) {
      return "Java's foreign functions do not work here ("
          + detail
          + "); leave out -D"
          + Binding.PROPERTY
          + "=ffm to have JNA used";
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

  /**
   * How the C library is called.
   *
   * @return {@code ffm} or {@code jna}; empty where native I/O does not work
   */
  public static Optional<String> binding() {
    return Optional.ofNullable(Loaded.BINDING);
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
