package io.github.iogauge.internal;

import io.github.iogauge.JobOptions;
import io.github.iogauge.ProgressListener;
import io.github.iogauge.Suite;
import io.github.iogauge.engine.IoEngine;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A job as its builder left it.
 *
 * @param target what is measured
 * @param suite what is run, adjusted to the job's settings
 * @param fileSizeSet whether the caller set the file size, so that it must not be lowered
 * @param options the other settings, as reported
 * @param engine an engine given as object
 * @param destroyData the second naming of a block device to be written
 * @param listener who hears of progress
 */
public record JobSpec(
    Path target,
    Suite suite,
    boolean fileSizeSet,
    JobOptions options,
    Optional<IoEngine> engine,
    Optional<Path> destroyData,
    ProgressListener listener) {}
