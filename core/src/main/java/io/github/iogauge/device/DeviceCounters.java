package io.github.iogauge.device;

import java.util.Optional;

/**
 * What a block device says it has done since it appeared: its line in {@code
 * /sys/dev/block/M:m/stat}. The difference of two of these is what it did between.
 *
 * @param readOperations reads completed
 * @param readMerges reads that were merged into a neighbour before they reached the device
 * @param readBytes bytes read
 * @param readMillis sum of the times of all reads, in milliseconds
 * @param writeOperations writes completed
 * @param writeMerges writes that were merged into a neighbour
 * @param writeBytes bytes written
 * @param writeMillis sum of the times of all writes, in milliseconds
 * @param inFlight requests the device is working on at this moment; not a sum
 * @param busyMillis time during which at least one request was in flight, in milliseconds
 * @param queueMillis time multiplied by the requests in flight during it, in milliseconds
 */
public record DeviceCounters(
    long readOperations,
    long readMerges,
    long readBytes,
    long readMillis,
    long writeOperations,
    long writeMerges,
    long writeBytes,
    long writeMillis,
    long inFlight,
    long busyMillis,
    long queueMillis) {

  /** The kernel counts in this unit whatever the sector size of the device is. */
  private static final int UNIT_BYTES = 512;

  private static final int FIELDS = 11;

  /** The kernel prints its times, in milliseconds, as 32-bit numbers: they restart in 50 days. */
  private static final long TIME_RANGE = 1L << 32;

  /**
   * Returns what was done since an earlier reading of the same device.
   *
   * <p>{@code inFlight} is no sum and stays that of this reading. Times that ran over their 32 bits
   * are set right. A device that was replaced in between starts again at zero; the differences are
   * then negative, see {@link #wentBackwards()}.
   *
   * @param earlier the earlier reading
   * @return the differences
   */
  public DeviceCounters minus(DeviceCounters earlier) {
    return new DeviceCounters(
        readOperations - earlier.readOperations,
        readMerges - earlier.readMerges,
        readBytes - earlier.readBytes,
        timeSince(readMillis, earlier.readMillis),
        writeOperations - earlier.writeOperations,
        writeMerges - earlier.writeMerges,
        writeBytes - earlier.writeBytes,
        timeSince(writeMillis, earlier.writeMillis),
        inFlight,
        timeSince(busyMillis, earlier.busyMillis),
        timeSince(queueMillis, earlier.queueMillis));
  }

  /**
   * Says whether a difference makes no sense because the device was replaced between its readings.
   *
   * @return true if a count of operations or bytes is negative
   */
  public boolean wentBackwards() {
    return readOperations < 0 || readBytes < 0 || writeOperations < 0 || writeBytes < 0;
  }

  private static long timeSince(long now, long earlier) {
    return now >= earlier ? now - earlier : now - earlier + TIME_RANGE;
  }

  /**
   * Reads a line of decimal numbers parted by blanks, the first 11 of which count. No text is made
   * of it, for this stands at both ends of a measuring window.
   */
  static Optional<DeviceCounters> parse(byte[] line, int length) {
    long[] fields = new long[FIELDS];
    int at = 0;
    for (int field = 0; field < FIELDS; field++) {
      while (at < length && line[at] == ' ') {
        at++;
      }
      int start = at;
      long value = 0;
      while (at < length && line[at] >= '0' && line[at] <= '9') {
        value = value * 10 + (line[at] - '0');
        at++;
      }
      if (at == start) {
        return Optional.empty();
      }
      fields[field] = value;
    }
    return Optional.of(
        new DeviceCounters(
            fields[0],
            fields[1],
            fields[2] * UNIT_BYTES,
            fields[3],
            fields[4],
            fields[5],
            fields[6] * UNIT_BYTES,
            fields[7],
            fields[8],
            fields[9],
            fields[10]));
  }
}
