package io.github.iogauge.internal;

import io.github.iogauge.DataPattern;
import io.github.iogauge.OffsetSequence;
import io.github.iogauge.Workload;
import io.github.iogauge.engine.QueueRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * The share of one thread in one run of a workload.
 *
 * @param workload what is done
 * @param duration of the window, which a warm-up may make shorter; empty if only the size ends it
 * @param ramp before the window
 * @param opener of the queue of this thread
 * @param request what that queue is opened for
 * @param offsets the offsets of this thread
 * @param requests the I/Os that this thread does at most
 * @param data what is written
 * @param seed of data and of the mix of reads and writes
 * @param probe given to one thread only
 * @param clock that everything is timed with
 */
record WorkerTask(
    Workload workload,
    Optional<Duration> duration,
    Duration ramp,
    QueueOpener opener,
    QueueRequest request,
    OffsetSequence offsets,
    long requests,
    DataPattern data,
    long seed,
    Optional<WindowProbe> probe,
    NanoClock clock) {}
