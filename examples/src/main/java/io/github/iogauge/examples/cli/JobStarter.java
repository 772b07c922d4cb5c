package io.github.iogauge.examples.cli;

import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.RunningJob;

/** Starts a job: {@link BenchmarkJob#start()}, or what a test puts in its place. */
@FunctionalInterface
interface JobStarter {

  RunningJob start(BenchmarkJob job);
}
