package io.github.iogauge;

/**
 * What a run did in one direction, or by synchronising.
 *
 * @param bytes moved within the measuring window; 0 for syncs
 * @param operations completed within the window
 * @param latency of each operation
 */
public record Transfers(long bytes, long operations, LatencyStats latency) {}
