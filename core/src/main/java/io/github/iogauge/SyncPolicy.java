package io.github.iogauge;

/**
 * When written data are forced onto the medium during a workload.
 *
 * @param kind by which call
 * @param every after how many writes of a thread; 0 for never in between
 * @param atEnd whether once more after the last write
 */
public record SyncPolicy(Kind kind, int every, boolean atEnd) {

  /** The means of forcing data out. */
  public enum Kind {
    /** Data stay in the caches of system and device. */
    NONE,
    /** fsync: data and all metadata. */
    FSYNC,
    /** fdatasync: data, and metadata only as far as reading back needs them. */
    FDATASYNC,
    /** The file is opened with O_DSYNC: every single write waits for the medium. */
    DSYNC
  }

  private static final SyncPolicy NONE = new SyncPolicy(Kind.NONE, 0, false);

  /** Checks the values. */
  public SyncPolicy {
    if (every < 0) {
      throw new BenchmarkException("sync.every", every, "must be 0 (never) or more writes");
    }
    boolean calls = kind == Kind.FSYNC || kind == Kind.FDATASYNC;
    if (calls != (every > 0 || atEnd)) {
      throw new BenchmarkException(
          "sync", kind, calls ? "say when: every n writes or at the end" : "takes no times");
    }
  }

  /** Nothing is forced out; what CrystalDiskMark and plain fio do. */
  public static SyncPolicy none() {
    return NONE;
  }

  /**
   * An fsync after every so many writes of a thread.
   *
   * @param writes at least 1
   */
  public static SyncPolicy fsyncEvery(int writes) {
    return new SyncPolicy(Kind.FSYNC, writes, false);
  }

  /**
   * An fdatasync after every so many writes of a thread.
   *
   * @param writes at least 1
   */
  public static SyncPolicy fdatasyncEvery(int writes) {
    return new SyncPolicy(Kind.FDATASYNC, writes, false);
  }

  /**
   * One fsync after the last write. In a workload of a given size its time is part of the elapsed
   * time; in a workload of a given time it comes after the window and only its latency is reported.
   */
  public static SyncPolicy fsyncAtEnd() {
    return new SyncPolicy(Kind.FSYNC, 0, true);
  }

  /** Every write waits for the medium (O_DSYNC). */
  public static SyncPolicy dsync() {
    return new SyncPolicy(Kind.DSYNC, 0, false);
  }
}
