package io.github.iogauge.nativeio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * A file or block device opened for positional reads and writes at native addresses, with or
 * without the page cache.
 *
 * <p>Reads and writes may be called from several threads at once; {@link #close()} must not run at
 * the same time as anything else.
 */
public final class DirectFile implements AutoCloseable {

  private static final int SEEK_END = 2;
  private static final int F_GETFL = 3;
  private static final int FADV_DONTNEED = 4;
  private static final long BLKSSZGET = 0x1268;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int STATX_BASIC_STATS = 0x7ff;
  private static final int STATX_DIOALIGN = 0x2000;
  private static final int S_IFMT = 0xf000;
  private static final int S_IFBLK = 0x6000;
  private static final int FALLBACK_ALIGNMENT = 4096;
  private static final int STATX_SIZE = 256;

  private final LibC libc;
  private final Path path;
  private final Set<OpenFlag> flags;
  private final Alignment alignment;
  private final FileIdentity identity;
  private final boolean blockDevice;
  private int fd;

  private DirectFile(LibC libc, LinuxAbi abi, Path path, Set<OpenFlag> flags, int fd)
      throws NativeIoException {
    this.libc = libc;
    this.path = path;
    this.flags = flags;
    this.fd = fd;
    try (AlignedBuffer memory = AlignedBuffer.allocate(libc, STATX_SIZE)) {
      ByteBuffer statx = memory.view(0, STATX_SIZE);
      long empty = memory.address() + STATX_SIZE - 1; // a zero byte: the empty path
      long result;
      do {
        result =
            libc.syscall(
                abi.statx(),
                fd,
                empty,
                AT_EMPTY_PATH,
                STATX_BASIC_STATS | STATX_DIOALIGN,
                memory.address());
      } while (result == -Errno.EINTR);
      if (result < 0) {
        throw failure((int) -result, "statx", "");
      }
      this.blockDevice = (statx.getShort(28) & S_IFMT) == S_IFBLK;
      this.identity =
          blockDevice
              ? new FileIdentity(statx.getInt(128), statx.getInt(132), 0, 0)
              : new FileIdentity(
                  statx.getInt(136), statx.getInt(140), statx.getLong(32), statx.getInt(16));
      this.alignment = alignment(statx);
    }
    if (flags.contains(OpenFlag.DIRECT)) {
      checkDirect(abi);
    }
  }

  /**
   * Opens a file or block device.
   *
   * @param path of the file
   * @param flags at least one of {@link OpenFlag#READ} and {@link OpenFlag#WRITE}
   * @return the open file; the caller closes it
   * @throws NativeIoException where the system refuses; the message names the remedy for the usual
   *     cases, among them a file system without O_DIRECT
   * @throws UnsupportedOperationException where {@link NativeIo#unavailable()} gives a reason
   */
  public static DirectFile open(Path path, OpenFlag... flags) throws NativeIoException {
    return open(NativeIo.libC(), NativeIo.abi(), path, flags);
  }

  static DirectFile open(LibC libc, LinuxAbi abi, Path path, OpenFlag... flags)
      throws NativeIoException {
    Set<OpenFlag> set = EnumSet.noneOf(OpenFlag.class);
    set.addAll(Arrays.asList(flags));
    int bits = LinuxAbi.O_CLOEXEC | accessMode(set);
    if (set.contains(OpenFlag.CREATE_NEW)) {
      bits |= LinuxAbi.O_CREAT | LinuxAbi.O_EXCL;
    }
    if (set.contains(OpenFlag.EXCLUSIVE_DEVICE)) {
      bits |= LinuxAbi.O_EXCL;
    }
    if (set.contains(OpenFlag.DIRECT)) {
      bits |= abi.direct();
    }
    if (set.contains(OpenFlag.DSYNC)) {
      bits |= LinuxAbi.O_DSYNC;
    }
    if (set.contains(OpenFlag.NO_FOLLOW)) {
      bits |= abi.noFollow();
    }
    int fd;
    do {
      fd = libc.open(cString(path), bits, 0600);
    } while (fd == -Errno.EINTR);
    if (fd < 0) {
      if (fd == -Errno.EINVAL && set.contains(OpenFlag.DIRECT)) {
        deleteIfCreated(path, set); // Linux refuses O_DIRECT only after it has made the file
      }
      throw new NativeIoException(-fd, "open", path, openHint(-fd, set));
    }
    try {
      return new DirectFile(libc, abi, path, set, fd);
    } catch (NativeIoException | RuntimeException e) {
      libc.close(fd);
      deleteIfCreated(path, set);
      throw e;
    }
  }

  /**
   * With CREATE_NEW nothing had that name before, so an empty file there now is this call's own.
   */
  private static void deleteIfCreated(Path path, Set<OpenFlag> flags) {
    if (flags.contains(OpenFlag.CREATE_NEW)) {
      try {
        BasicFileAttributes found =
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (found.isRegularFile() && found.size() == 0) {
          Files.delete(path);
        }
      } catch (IOException e) {
        // Not there, or not ours to delete; the caller learns of the first failure.
      }
    }
  }

  private static int accessMode(Set<OpenFlag> flags) {
    boolean read = flags.contains(OpenFlag.READ);
    boolean write = flags.contains(OpenFlag.WRITE);
    if (!read && !write) {
      throw new IllegalArgumentException("flags " + flags + ": READ, WRITE or both are needed");
    }
    return read ? write ? LinuxAbi.O_RDWR : LinuxAbi.O_RDONLY : LinuxAbi.O_WRONLY;
  }

  private static String openHint(int errno, Set<OpenFlag> flags) {
    return switch (errno) {
      case Errno.EINVAL ->
          flags.contains(OpenFlag.DIRECT)
              ? "the file system does not accept O_DIRECT; use buffered I/O"
              : "";
      case Errno.EBUSY ->
          flags.contains(OpenFlag.EXCLUSIVE_DEVICE)
              ? "the device is mounted, used as swap or held by another program"
              : "";
      case Errno.ELOOP -> "a symbolic link stands there";
      default -> "";
    };
  }

  /**
   * File names are bytes to Linux. A path's text may have lost some of them, and then names another
   * file or none; its URI has them all.
   */
  private static byte[] cString(Path path) {
    String uri = path.toUri().getRawPath();
    if (uri.length() > 1 && uri.endsWith("/")) {
      uri = uri.substring(0, uri.length() - 1); // a directory
    }
    byte[] bytes = new byte[uri.length() + 1]; // ends in zero
    int length = 0;
    for (int i = 0; i < uri.length(); i++) {
      char c = uri.charAt(i);
      if (c == '%') {
        bytes[length++] = (byte) Integer.parseInt(uri.substring(i + 1, i + 3), 16);
        i += 2;
      } else {
        bytes[length++] = (byte) c;
      }
    }
    return Arrays.copyOf(bytes, length + 1);
  }

  private Alignment alignment(ByteBuffer statx) {
    boolean reported = (statx.getInt(0) & STATX_DIOALIGN) != 0;
    int memory = statx.getInt(152);
    int offset = statx.getInt(156);
    if (reported && memory > 0 && offset > 0) {
      return new Alignment(memory, offset, "statx");
    }
    if (blockDevice) {
      try (AlignedBuffer word = AlignedBuffer.allocate(libc, Integer.BYTES)) {
        int result = libc.ioctl(fd, BLKSSZGET, word.address());
        int sector = word.view(0, Integer.BYTES).getInt(0);
        if (result == 0 && sector > 0) {
          return new Alignment(sector, sector, "ioctl");
        }
      } catch (NativeIoException e) {
        // No memory for four bytes: the safe default below serves.
      }
    }
    return new Alignment(FALLBACK_ALIGNMENT, FALLBACK_ALIGNMENT, "default");
  }

  // An open that succeeds proves nothing: the flag must also have arrived.
  private void checkDirect(LinuxAbi abi) throws NativeIoException {
    int now = libc.fcntl(fd, F_GETFL, 0);
    if (now < 0 || (now & abi.direct()) == 0) {
      throw failure(
          Errno.EINVAL, "open", "O_DIRECT was accepted but is not in force; use buffered I/O");
    }
  }

  /**
   * Reads at an offset of the file.
   *
   * @param address of memory, aligned as {@link #alignment()} says if the file is direct
   * @param length in bytes, aligned likewise
   * @param offset in the file, aligned likewise
   * @return bytes read, which may be fewer than asked; 0 at the end of the file
   * @throws NativeIoException with the errno where the read fails
   */
  public long read(long address, long length, long offset) throws NativeIoException {
    long result = tryRead(address, length, offset);
    if (result < 0) {
      throw failure((int) -result, "pread", transferHint((int) -result, length, offset));
    }
    return result;
  }

  /**
   * Writes at an offset of the file; parameters as for {@link #read}.
   *
   * @return bytes written, which may be fewer than asked
   * @throws NativeIoException with the errno where the write fails
   */
  public long write(long address, long length, long offset) throws NativeIoException {
    long result = tryWrite(address, length, offset);
    if (result < 0) {
      throw failure((int) -result, "pwrite", transferHint((int) -result, length, offset));
    }
    return result;
  }

  /**
   * The same as {@link #read}, for loops that treat errors as values.
   *
   * @return bytes read, or the negated errno
   */
  public long tryRead(long address, long length, long offset) {
    long result;
    do {
      result = libc.pread(fd(), address, length, offset);
    } while (result == -Errno.EINTR);
    return result;
  }

  /**
   * The same as {@link #write}, for loops that treat errors as values.
   *
   * @return bytes written, or the negated errno
   */
  public long tryWrite(long address, long length, long offset) {
    long result;
    do {
      result = libc.pwrite(fd(), address, length, offset);
    } while (result == -Errno.EINTR);
    return result;
  }

  private String transferHint(int errno, long length, long offset) {
    String where = length + " bytes at offset " + offset;
    return errno == Errno.EINVAL && flags.contains(OpenFlag.DIRECT)
        ? where + "; O_DIRECT needs multiples of " + alignment.offset() + " here"
        : where;
  }

  /**
   * Puts everything written so far on the medium, file size and times included (fsync).
   *
   * @throws NativeIoException with the errno where it fails
   */
  public void sync() throws NativeIoException {
    int result;
    do {
      result = libc.fsync(fd());
    } while (result == -Errno.EINTR);
    check(result, "fsync");
  }

  /**
   * Puts the data written so far on the medium, and of the metadata only what reading them back
   * needs (fdatasync).
   *
   * @throws NativeIoException with the errno where it fails
   */
  public void dataSync() throws NativeIoException {
    int result;
    do {
      result = libc.fdatasync(fd());
    } while (result == -Errno.EINTR);
    check(result, "fdatasync");
  }

  /**
   * The size of the file or the capacity of the block device, in bytes.
   *
   * @throws NativeIoException with the errno where it cannot be told
   */
  public long size() throws NativeIoException {
    long result = libc.lseek(fd(), 0, SEEK_END);
    if (result < 0) {
      throw failure((int) -result, "lseek", "");
    }
    return result;
  }

  /**
   * Reserves space on the file system, so that later writes within it neither fragment the file nor
   * run out of space.
   *
   * @param length in bytes, from the start of the file
   * @return false where the file system cannot reserve; nothing has changed then
   * @throws NativeIoException with the errno where it fails, ENOSPC above all
   */
  public boolean preallocate(long length) throws NativeIoException {
    int result;
    do {
      result = libc.fallocate(fd(), 0, 0, length);
    } while (result == -Errno.EINTR);
    if (result == -Errno.EOPNOTSUPP || result == -Errno.ENOSYS) {
      return false;
    }
    check(result, "fallocate");
    return true;
  }

  /**
   * Drops the pages of this file or device that the page cache holds and that are clean. Call
   * {@link #sync()} first to make them clean.
   *
   * @throws NativeIoException with the errno where it fails
   */
  public void dropCache() throws NativeIoException {
    check(libc.fadvise(fd(), 0, 0, FADV_DONTNEED), "posix_fadvise");
  }

  /** What O_DIRECT asks of transfers here. Valid, and useless, for buffered files too. */
  public Alignment alignment() {
    return alignment;
  }

  /** Whether this is a block device. */
  public boolean isBlockDevice() {
    return blockDevice;
  }

  /** Which file or device was really opened, whatever its path names now. */
  public FileIdentity identity() {
    return identity;
  }

  /** The path it was opened by. */
  public Path path() {
    return path;
  }

  int fd() {
    if (fd < 0) {
      throw new IllegalStateException("the file " + path + " is closed");
    }
    return fd;
  }

  private void check(int result, String operation) throws NativeIoException {
    if (result < 0) {
      throw failure(-result, operation, "");
    }
  }

  private NativeIoException failure(int errno, String operation, String hint) {
    return new NativeIoException(errno, operation, path, hint);
  }

  /**
   * Closes the file. Closing twice does nothing.
   *
   * @throws NativeIoException if the system reports a late error, such as a failed write-back
   */
  @Override
  public void close() throws NativeIoException {
    if (fd >= 0) {
      int closing = fd;
      fd =
          -1; // never closed again, even after an error: the number may belong to another file then
      int result = libc.close(closing);
      if (result < 0 && result != -Errno.EINTR) {
        throw failure(-result, "close", "");
      }
    }
  }
}
