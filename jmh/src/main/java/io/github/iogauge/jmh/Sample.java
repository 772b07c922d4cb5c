package io.github.iogauge.jmh;

/**
 * What one program measured in one run of one case.
 *
 * @param iops I/Os completed per second
 * @param meanLatencyNanos from before submission to completion
 * @param p99LatencyNanos the same, 99th percentile; fio's histogram rounds it to within 1/64
 * @param cpuNanosPerIo processor time of the program, user and system, per I/O
 */
record Sample(double iops, double meanLatencyNanos, double p99LatencyNanos, double cpuNanosPerIo) {}
