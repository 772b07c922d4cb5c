package io.github.iogauge.internal;

import io.github.iogauge.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What each second of a window brought, of one thread or, added up, of several. */
final class Series {

  private static final long SECOND = 1_000_000_000L;
  private static final int FIELDS = 6;
  private static final int READ_BYTES = 0;
  private static final int READ_OPERATIONS = 1;
  private static final int WRITE_BYTES = 2;
  private static final int WRITE_OPERATIONS = 3;
  private static final int LATENCY_SUM = 4;
  private static final int LATENCY_MAX = 5;

  // One row of fields a second; doubled when full, so a run of a minute never allocates here.
  private long[] rows = new long[64 * FIELDS];
  private int row;
  private long rowEnd;

  /** Starts with the window. */
  void open(long nanoTime) {
    rowEnd = nanoTime + SECOND;
  }

  /** Moves on to the second that a moment lies in; moments never go back. */
  void advance(long nanoTime) {
    // A completion at the very end of a second belongs to it, as one at the window's end does.
    while (nanoTime - rowEnd > 0) {
      rowEnd += SECOND;
      row += FIELDS;
      if (row == rows.length) {
        rows = Arrays.copyOf(rows, rows.length * 2);
      }
    }
  }

  void add(boolean write, long bytes, long latency) {
    rows[row + (write ? WRITE_BYTES : READ_BYTES)] += bytes;
    rows[row + (write ? WRITE_OPERATIONS : READ_OPERATIONS)]++;
    rows[row + LATENCY_SUM] += latency;
    if (latency > rows[row + LATENCY_MAX]) {
      rows[row + LATENCY_MAX] = latency;
    }
  }

  /** Adds another thread's seconds to these. */
  void add(Series other) {
    if (other.rows.length > rows.length) {
      rows = Arrays.copyOf(rows, other.rows.length);
    }
    for (int i = 0; i < other.row + FIELDS; i++) {
      rows[i] =
          i % FIELDS == LATENCY_MAX ? Math.max(rows[i], other.rows[i]) : rows[i] + other.rows[i];
    }
    row = Math.max(row, other.row);
  }

  /** The seconds of a window of that length. */
  List<Interval> intervals(long elapsedNanos) {
    List<Interval> intervals = new ArrayList<>();
    // An fsync at the end may last for seconds in which nothing completed.
    int end = rowsIn(elapsedNanos);
    long[] all = end > rows.length ? Arrays.copyOf(rows, end) : rows;
    for (int at = 0; at < end; at += FIELDS) {
      long start = at / FIELDS * SECOND;
      long duration = Math.min(SECOND, elapsedNanos - start);
      long operations = all[at + READ_OPERATIONS] + all[at + WRITE_OPERATIONS];
      intervals.add(
          new Interval(
              start,
              duration,
              all[at + READ_BYTES],
              all[at + READ_OPERATIONS],
              all[at + WRITE_BYTES],
              all[at + WRITE_OPERATIONS],
              operations == 0 ? 0 : (double) all[at + LATENCY_SUM] / operations,
              all[at + LATENCY_MAX]));
    }
    return intervals;
  }

  private static int rowsIn(long elapsedNanos) {
    return Math.toIntExact((elapsedNanos + SECOND - 1) / SECOND * FIELDS);
  }
}
