package io.github.iogauge.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * An open file with a fixed number of slots, each with a buffer, through which one thread does I/O.
 *
 * <p>Each I/O occupies a slot from {@code prepare} until {@link #reap} returns it. Completions come
 * in any order. Preparing, submitting and reaping neither allocate nor lock.
 */
public interface IoQueue extends AutoCloseable {

  /**
   * The buffer of a slot: what writes write and reads fill. Must not be used after {@link
   * #close()}.
   *
   * @param slot from 0 to depth - 1
   */
  ByteBuffer buffer(int slot);

  /**
   * Prepares a read in a free slot.
   *
   * @param slot from 0 to depth - 1
   * @param bufferOffset where in the slot's buffer the data go
   * @param length in bytes
   * @param offset in the file
   */
  void prepareRead(int slot, int bufferOffset, int length, long offset);

  /**
   * Prepares a write in a free slot; parameters as for {@link #prepareRead}, where {@code
   * bufferOffset} is where the data come from.
   */
  void prepareWrite(int slot, int bufferOffset, int length, long offset);

  /**
   * Starts what is prepared. What the system cannot take at the moment stays prepared; what it
   * refuses for good comes back from {@link #reap} with its error.
   *
   * @return how many were started, those refused for good included
   */
  int submit();

  /** How many are prepared and not started. */
  int pending();

  /** How many are started and not reaped. */
  int inFlight();

  /**
   * How many of those in flight are known to be done. Asked after every {@link #submit()}: a device
   * that was done before that returned is given more I/Os in one call. To be answered without
   * calling the system; an engine that cannot says 0, the default.
   */
  default int ready() {
    return 0;
  }

  /**
   * Fetches completions and frees their slots.
   *
   * @param min how many to wait for, 0 to look only
   * @param timeoutNanos how long to wait at most
   * @return how many were fetched; may be fewer than {@code min} at any time
   * @throws IOException if completions cannot be fetched at all
   */
  int reap(int min, long timeoutNanos) throws IOException;

  /**
   * The slot of a fetched completion.
   *
   * @param index from 0 to what {@link #reap} returned, exclusive
   */
  int slot(int index);

  /**
   * Bytes moved by a fetched completion, which may be fewer than asked, or its negated errno (5,
   * EIO, where the engine knows no better).
   *
   * @param index as for {@link #slot}
   */
  long result(int index);

  /**
   * What a negative {@link #result} means, in words, the symbolic name first where there is one.
   *
   * @param index as for {@link #slot}
   */
  String describe(int index);

  /**
   * Forces what was written onto the medium, and waits for it.
   *
   * @param dataOnly true for fdatasync, false for fsync
   * @throws IOException if that fails
   */
  void sync(boolean dataOnly) throws IOException;

  /**
   * Drops what the page cache holds of the file and is clean.
   *
   * @return false where the engine cannot; nothing has happened then
   * @throws IOException if that fails
   */
  boolean dropCache() throws IOException;

  /**
   * Closes queue and file. If I/Os are in flight it waits for them as long as given; if they do not
   * come back by then, the memory they need is kept until the process ends.
   *
   * @param patience how long to wait
   */
  void close(Duration patience);

  /** The same as {@link #close(Duration)} with 30 seconds. */
  @Override
  default void close() {
    close(Duration.ofSeconds(30));
  }
}
