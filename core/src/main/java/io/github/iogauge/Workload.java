package io.github.iogauge;

import java.time.Duration;
import java.util.Optional;

/**
 * One test: what is done to the target, how deep, and for how long. Immutable; made by a builder,
 * changed by {@link #toBuilder()}.
 *
 * <pre>{@code
 * Workload.randomRead("4k-qd32").blockSize(4096).queueDepth(32).duration(Duration.ofSeconds(5)).build();
 * }</pre>
 */
public final class Workload implements Step {

  /** The deepest queue of one thread. */
  public static final int MAX_QUEUE_DEPTH = 65_536;

  /** The most threads of a workload. */
  public static final int MAX_THREADS = 1024;

  /** The largest block, in bytes: 1 GiB. */
  public static final int MAX_BLOCK_SIZE = 1 << 30;

  private static final Duration DEFAULT_RAMP = Duration.ofSeconds(1);

  private final String name;
  private final int readPercent;
  private final AccessPattern pattern;
  private final int blockSize;
  private final int queueDepth;
  private final int threads;
  private final Duration duration;
  private final Duration ramp;
  private final long bytes;
  private final long requests;
  private final long rangeStart;
  private final long rangeLength;
  private final SyncPolicy sync;

  private Workload(Builder builder) {
    this.name = builder.name;
    this.readPercent = builder.readPercent;
    this.pattern = builder.pattern;
    this.blockSize = builder.blockSize;
    this.queueDepth = builder.queueDepth;
    this.threads = builder.threads;
    this.duration = builder.duration;
    this.ramp = builder.ramp;
    this.bytes = builder.bytes;
    this.requests = builder.requests;
    this.rangeStart = builder.rangeStart;
    this.rangeLength = builder.rangeLength;
    this.sync = builder.sync;
  }

  /** A workload that reads blocks one after another; threads work disjoint parts. */
  public static Builder sequentialRead(String name) {
    return new Builder(name, AccessPattern.sequential(), 100);
  }

  /** A workload that writes blocks one after another; threads work disjoint parts. */
  public static Builder sequentialWrite(String name) {
    return new Builder(name, AccessPattern.sequential(), 0);
  }

  /** A workload that reads blocks in random order. */
  public static Builder randomRead(String name) {
    return new Builder(name, AccessPattern.random(), 100);
  }

  /** A workload that writes blocks in random order. */
  public static Builder randomWrite(String name) {
    return new Builder(name, AccessPattern.random(), 0);
  }

  /**
   * A workload of any pattern and mix.
   *
   * @param name unique in its suite
   * @param pattern the order of the blocks
   * @param readPercent the share of reads, 0 to 100; each I/O is drawn at random with that chance
   */
  public static Builder of(String name, AccessPattern pattern, int readPercent) {
    return new Builder(name, pattern, readPercent);
  }

  /** The name, unique in its suite. */
  public String name() {
    return name;
  }

  /** The share of reads among the I/Os in percent, 0 to 100. */
  public int readPercent() {
    return readPercent;
  }

  /** {@code read}, {@code write} or {@code mixed}, after the share of reads. */
  public String operation() {
    return readPercent == 100 ? "read" : readPercent == 0 ? "write" : "mixed";
  }

  /** Whether it writes at all. */
  public boolean writes() {
    return readPercent < 100;
  }

  /** The order of the blocks. */
  public AccessPattern pattern() {
    return pattern;
  }

  /** The size of each I/O in bytes. */
  public int blockSize() {
    return blockSize;
  }

  /** How many I/Os each thread keeps in flight. */
  public int queueDepth() {
    return queueDepth;
  }

  /** The number of threads, each with a queue of its own. */
  public int threads() {
    return threads;
  }

  /**
   * How long the measuring window is open, after the ramp; in a workload that also has a size, the
   * time after which it ends at the latest.
   */
  public Optional<Duration> duration() {
    return Optional.ofNullable(duration);
  }

  /**
   * How long I/O runs before the window opens: what was set, else the smaller of a second and a
   * fifth of the duration. Zero in a workload that has a size.
   */
  public Duration ramp() {
    if (isSized()) {
      return Duration.ZERO;
    }
    if (ramp != null) {
      return ramp;
    }
    Duration fifth = duration.dividedBy(5);
    return fifth.compareTo(DEFAULT_RAMP) < 0 ? fifth : DEFAULT_RAMP;
  }

  /** The bytes after which it ends, all threads together, rounded up to blocks; 0 for no limit. */
  public long bytes() {
    return bytes;
  }

  /** The number of I/Os after which it ends, all threads together; 0 for no limit. */
  public long requests() {
    return requests;
  }

  /**
   * Whether it ends by bytes or requests, and so measures from first submission to last completion.
   */
  public boolean isSized() {
    return bytes > 0 || requests > 0;
  }

  /**
   * The number of I/Os that its size amounts to, all threads together; {@link Long#MAX_VALUE} if it
   * has none.
   */
  public long totalRequests() {
    long byBytes = bytes > 0 ? (bytes - 1) / blockSize + 1 : Long.MAX_VALUE;
    long byRequests = requests > 0 ? requests : Long.MAX_VALUE;
    return Math.min(byBytes, byRequests);
  }

  /** Where the range of its offsets starts, in bytes. */
  public long rangeStart() {
    return rangeStart;
  }

  /** The length of the range of its offsets in bytes; 0 for all up to the end. */
  public long rangeLength() {
    return rangeLength;
  }

  /** When written data are forced out. */
  public SyncPolicy sync() {
    return sync;
  }

  /** A builder that starts with the values of this workload. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  @Override
  public String toString() {
    return name
        + " ("
        + operation()
        + ", "
        + pattern.label()
        + ", "
        + ByteSize.format(blockSize)
        + ", Q"
        + queueDepth
        + "T"
        + threads
        + ")";
  }

  /** Builds a {@link Workload}. One of duration, bytes and requests must be set. */
  public static final class Builder {
    private String name;
    private final int readPercent;
    private final AccessPattern pattern;
    private int blockSize = 4096;
    private int queueDepth = 1;
    private int threads = 1;
    private Duration duration;
    private Duration ramp;
    private long bytes;
    private long requests;
    private long rangeStart;
    private long rangeLength;
    private SyncPolicy sync = SyncPolicy.none();

    private Builder(String name, AccessPattern pattern, int readPercent) {
      this.name = name;
      this.pattern = pattern;
      this.readPercent = readPercent;
    }

    private Builder(Workload from) {
      this(from.name, from.pattern, from.readPercent);
      this.blockSize = from.blockSize;
      this.queueDepth = from.queueDepth;
      this.threads = from.threads;
      this.duration = from.duration;
      this.ramp = from.ramp;
      this.bytes = from.bytes;
      this.requests = from.requests;
      this.rangeStart = from.rangeStart;
      this.rangeLength = from.rangeLength;
      this.sync = from.sync;
    }

    /** Sets the name: one line, not blank, unique in its suite. */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /** Sets the size of each I/O: 1 to {@link #MAX_BLOCK_SIZE} bytes; 4096 unless set. */
    public Builder blockSize(int bytes) {
      this.blockSize = bytes;
      return this;
    }

    /** Sets the I/Os in flight per thread: 1 to {@link #MAX_QUEUE_DEPTH}; 1 unless set. */
    public Builder queueDepth(int depth) {
      this.queueDepth = depth;
      return this;
    }

    /** Sets the number of threads: 1 to {@link #MAX_THREADS}; 1 unless set. */
    public Builder threads(int threads) {
      this.threads = threads;
      return this;
    }

    /** Ends the workload by time: more than zero, at most 30 days. */
    public Builder duration(Duration duration) {
      this.duration = duration;
      return this;
    }

    /** Sets the ramp before the window opens: zero or more; see {@link Workload#ramp()}. */
    public Builder ramp(Duration ramp) {
      this.ramp = ramp;
      return this;
    }

    /** Ends the workload by bytes moved, all threads together; 0 for no such limit. */
    public Builder bytes(long bytes) {
      this.bytes = bytes;
      return this;
    }

    /** Ends the workload by the number of I/Os, all threads together; 0 for no such limit. */
    public Builder requests(long requests) {
      this.requests = requests;
      return this;
    }

    /**
     * Restricts the offsets to a part of the target.
     *
     * @param start in bytes, 0 or more, a multiple of the device's sector
     * @param length in bytes, at least one block; 0 for all up to the end
     */
    public Builder range(long start, long length) {
      this.rangeStart = start;
      this.rangeLength = length;
      return this;
    }

    /** Sets when written data are forced out; never unless set. */
    public Builder sync(SyncPolicy sync) {
      this.sync = sync;
      return this;
    }

    /**
     * Checks everything and makes the workload.
     *
     * @throws BenchmarkException naming the first field that is out of range
     */
    public Workload build() {
      Check.that(
          name != null && !name.isBlank() && name.indexOf('\n') < 0 && name.indexOf('\r') < 0,
          "name",
          name,
          "must be one line of text");
      Check.range("readPercent", readPercent, 0, 100);
      Check.that(pattern != null, "pattern", null, "must be set");
      Check.range("blockSize", blockSize, 1, MAX_BLOCK_SIZE);
      Check.range("queueDepth", queueDepth, 1, MAX_QUEUE_DEPTH);
      Check.range("threads", threads, 1, MAX_THREADS);
      Check.that(
          (long) queueDepth * blockSize <= 1L << 32,
          "queueDepth",
          queueDepth,
          "queueDepth x blockSize must not exceed 4 GiB of buffers per thread");
      Check.range("bytes", bytes, 0, Long.MAX_VALUE);
      Check.range("requests", requests, 0, Long.MAX_VALUE);
      Check.that(
          duration != null || bytes > 0 || requests > 0,
          "duration",
          "(none)",
          "the workload " + name + " needs an end: set duration, bytes or requests");
      if (duration != null) {
        Check.positive("duration", duration);
      }
      if (ramp != null) {
        Check.notNegative("ramp", ramp);
      }
      Check.range("rangeStart", rangeStart, 0, Long.MAX_VALUE - MAX_BLOCK_SIZE);
      Check.that(
          rangeLength == 0 || rangeLength >= blockSize,
          "rangeLength",
          rangeLength,
          "must hold at least one block of " + blockSize + " bytes, or be 0 for all");
      Check.range("rangeLength", rangeLength, 0, Long.MAX_VALUE - rangeStart);
      Check.that(sync != null, "sync", null, "must be set; SyncPolicy.none() for never");
      return new Workload(this);
    }
  }
}
