package io.github.iogauge;

/**
 * One second of a run, counted from the opening of the measuring window; the last may be shorter.
 *
 * @param startNanos since the window opened
 * @param durationNanos how long it lasted
 * @param readBytes read in it
 * @param readOperations completed in it
 * @param writeBytes written in it
 * @param writeOperations completed in it
 * @param meanLatencyNanos of the I/Os that completed in it; 0 if none did
 * @param maxLatencyNanos of the I/Os that completed in it; 0 if none did
 */
public record Interval(
    long startNanos,
    long durationNanos,
    long readBytes,
    long readOperations,
    long writeBytes,
    long writeOperations,
    double meanLatencyNanos,
    long maxLatencyNanos) {}
