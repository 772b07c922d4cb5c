package io.github.iogauge.nativeio;

/** How a {@link DirectFile} is opened. */
public enum OpenFlag {
  /** Reading is allowed. */
  READ,
  /** Writing is allowed. */
  WRITE,
  /**
   * The file is created, readable and writable by its owner only (mode 0600). Opening fails with
   * EEXIST if anything has that name already, a dangling symbolic link included.
   */
  CREATE_NEW,
  /** Reads and writes bypass the page cache (O_DIRECT). */
  DIRECT,
  /** Each write returns only when its data are on the medium (O_DSYNC). */
  DSYNC,
  /**
   * A block device is claimed for this handle alone (O_EXCL): opening fails with EBUSY while it is
   * mounted, used as swap or held by another claim.
   */
  EXCLUSIVE_DEVICE,
  /** Opening fails with ELOOP if the last part of the path is a symbolic link (O_NOFOLLOW). */
  NO_FOLLOW
}
