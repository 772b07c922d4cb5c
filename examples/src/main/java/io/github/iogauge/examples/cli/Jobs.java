package io.github.iogauge.examples.cli;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.BenchmarkJob;
import io.github.iogauge.ProgressListener;

/** Turns options into a job. */
final class Jobs {

  private Jobs() {}

  static BenchmarkJob of(RunOptions options, ProgressListener listener) {
    if (options.target.toString().isBlank()) {
      // Most likely an unset variable of a shell. Java takes the empty path for the current
      // directory.
      throw new BenchmarkException(
          "target", "\"\"", "is empty; name a directory, file or block device, . for here");
    }
    BenchmarkJob.Builder job =
        BenchmarkJob.builder()
            .target(options.target)
            .suite(Suites.chosen(options))
            .engine(options.engine)
            .direct(!options.buffered)
            .data(options.data)
            .seed(options.seed)
            .overwrite(options.overwrite)
            .destroyData(options.destroyData)
            .onProgress(listener);
    if (options.size != null) {
      job.fileSize(options.size);
    }
    if (options.runs != null) {
      job.runs(options.runs);
    }
    if (options.time != null) {
      job.duration(options.time);
    }
    if (options.warmUp != null) {
      job.warmUp(options.warmUp);
    }
    if (options.ramp != null) {
      job.ramp(options.ramp);
    }
    if (options.interval != null) {
      job.interval(options.interval);
    }
    if (options.aggregate != null) {
      job.aggregate(options.aggregate);
    }
    return job.build();
  }
}
