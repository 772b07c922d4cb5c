/**
 * Measures storage. A {@link io.github.iogauge.BenchmarkJob} runs a {@link io.github.iogauge.Suite}
 * of {@link io.github.iogauge.Workload}s on a target and returns a {@link
 * io.github.iogauge.Result}.
 *
 * <p>All values are immutable. Builders check what they are given and refuse with a {@link
 * io.github.iogauge.BenchmarkException} of one line. Sizes are in bytes, times in nanoseconds or
 * {@link java.time.Duration}s, rates in bytes or operations per second; MB is 1,000,000 bytes, MiB
 * is 1,048,576.
 */
package io.github.iogauge;
