package io.github.iogauge;

/**
 * The settings of a job beside its suite and target.
 *
 * @param engine the name asked for; {@code auto} for a choice per workload
 * @param direct whether the page cache is bypassed
 * @param data what is written
 * @param seed of offsets and data
 * @param overwrite whether an existing file may be written
 * @param destroyData whether a block device was named twice and may be written
 */
public record JobOptions(
    String engine,
    boolean direct,
    DataPattern data,
    long seed,
    boolean overwrite,
    boolean destroyData) {}
