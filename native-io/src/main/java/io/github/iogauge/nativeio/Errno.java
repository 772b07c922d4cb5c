package io.github.iogauge.nativeio;

import java.util.Map;

/**
 * Names and plain descriptions of the error numbers that storage calls return. The numbers are
 * those that all supported Linux architectures share; the texts are this project's own, so that
 * asking for one cannot disturb the errno of the thread.
 */
public final class Errno {

  /** Operation not permitted. */
  public static final int EPERM = 1;

  /** No such file or directory. */
  public static final int ENOENT = 2;

  /** A signal interrupted the call. */
  public static final int EINTR = 4;

  /** Input/output error reported by the device. */
  public static final int EIO = 5;

  /** Resources are short at the moment. */
  public static final int EAGAIN = 11;

  /** Permission denied. */
  public static final int EACCES = 13;

  /** The device is in use. */
  public static final int EBUSY = 16;

  /** The file exists already. */
  public static final int EEXIST = 17;

  /** Invalid argument; with O_DIRECT most often a matter of alignment. */
  public static final int EINVAL = 22;

  /** No space left on the device. */
  public static final int ENOSPC = 28;

  /** The system call does not exist or is blocked. */
  public static final int ENOSYS = 38;

  /** Too many symbolic links, or one where none may be followed. */
  public static final int ELOOP = 40;

  /** Operation not supported. */
  public static final int EOPNOTSUPP = 95;

  private record Entry(String name, String meaning) {}

  private static final Map<Integer, Entry> KNOWN =
      Map.ofEntries(
          Map.entry(EPERM, new Entry("EPERM", "operation not permitted")),
          Map.entry(ENOENT, new Entry("ENOENT", "no such file or directory")),
          Map.entry(EINTR, new Entry("EINTR", "interrupted by a signal")),
          Map.entry(EIO, new Entry("EIO", "input/output error of the device")),
          Map.entry(6, new Entry("ENXIO", "no such device or address")),
          Map.entry(9, new Entry("EBADF", "the file is not open for this operation")),
          Map.entry(EAGAIN, new Entry("EAGAIN", "resources are short at the moment")),
          Map.entry(12, new Entry("ENOMEM", "out of memory")),
          Map.entry(EACCES, new Entry("EACCES", "permission denied")),
          Map.entry(14, new Entry("EFAULT", "bad memory address")),
          Map.entry(EBUSY, new Entry("EBUSY", "device is in use")),
          Map.entry(EEXIST, new Entry("EEXIST", "file exists already")),
          Map.entry(19, new Entry("ENODEV", "no such device, or it is gone")),
          Map.entry(20, new Entry("ENOTDIR", "a part of the path is no directory")),
          Map.entry(21, new Entry("EISDIR", "is a directory")),
          Map.entry(EINVAL, new Entry("EINVAL", "invalid argument")),
          Map.entry(23, new Entry("ENFILE", "too many open files in the system")),
          Map.entry(24, new Entry("EMFILE", "too many open files in this process")),
          Map.entry(25, new Entry("ENOTTY", "not supported by this kind of file")),
          Map.entry(26, new Entry("ETXTBSY", "file is being executed")),
          Map.entry(27, new Entry("EFBIG", "file would be larger than allowed")),
          Map.entry(ENOSPC, new Entry("ENOSPC", "no space left on the device")),
          Map.entry(29, new Entry("ESPIPE", "no seeking in this kind of file")),
          Map.entry(30, new Entry("EROFS", "read-only file system")),
          Map.entry(ENOSYS, new Entry("ENOSYS", "system call missing or blocked")),
          Map.entry(ELOOP, new Entry("ELOOP", "a symbolic link where none is followed")),
          Map.entry(61, new Entry("ENODATA", "no data, unreadable medium")),
          Map.entry(75, new Entry("EOVERFLOW", "value too large")),
          Map.entry(84, new Entry("EILSEQ", "data integrity error")),
          Map.entry(EOPNOTSUPP, new Entry("EOPNOTSUPP", "operation not supported")),
          Map.entry(110, new Entry("ETIMEDOUT", "the device did not answer in time")),
          Map.entry(117, new Entry("EUCLEAN", "the file system needs repair")),
          Map.entry(121, new Entry("EREMOTEIO", "remote input/output error")),
          Map.entry(122, new Entry("EDQUOT", "disk quota exceeded")),
          Map.entry(123, new Entry("ENOMEDIUM", "no medium in the drive")));

  private Errno() {}

  /**
   * The symbolic name of an error number.
   *
   * @param errno a positive error number
   * @return for example {@code "EIO"}; {@code "errno 200"} for one that is not known here
   */
  public static String name(int errno) {
    Entry entry = KNOWN.get(errno);
    return entry == null ? "errno " + errno : entry.name();
  }

  /**
   * What an error number means, in a few words.
   *
   * @param errno a positive error number
   * @return for example {@code "input/output error of the device"}
   */
  public static String meaning(int errno) {
    Entry entry = KNOWN.get(errno);
    return entry == null ? "unknown error" : entry.meaning();
  }

  /**
   * Name and meaning together.
   *
   * @param errno a positive error number
   * @return for example {@code "EIO (input/output error of the device)"}
   */
  public static String describe(int errno) {
    return name(errno) + " (" + meaning(errno) + ")";
  }
}
