package io.github.iogauge;

import io.github.iogauge.engine.IoEngine;
import io.github.iogauge.internal.JobRunner;
import io.github.iogauge.internal.JobSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * Measures one target with one suite. Immutable and reusable; several jobs may run side by side.
 *
 * <pre>{@code
 * Result result = BenchmarkJob.builder()
 *     .target(Path.of("/media/pi/card"))
 *     .suite(CrystalDiskMark.defaultProfile())
 *     .onProgress(p -> log.info("{}", p))
 *     .build()
 *     .run();
 * double iops = result.workload("RND4K-Q32T1-read").best().iops();
 * }</pre>
 *
 * <p>Nothing of the user's is written without permission: in a directory, a new test file is made
 * and removed again; an existing file is only read unless {@link Builder#overwrite} allows more; a
 * block device is only read unless {@link Builder#destroyData} repeats its path.
 */
public final class BenchmarkJob {

  private final JobSpec spec;

  private BenchmarkJob(JobSpec spec) {
    this.spec = spec;
  }

  /** Starts a job; target and suite must be set. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Runs the job on the calling thread, and returns when it is done. An interrupt of that thread
   * cancels the job: it returns what was measured until then, and the thread is still interrupted.
   *
   * @return everything measured; I/O errors stand in it
   * @throws BenchmarkException if the job is refused; nothing was written then
   */
  public Result run() {
    return new JobRunner(spec).run();
  }

  /**
   * Runs the job in the background, on daemon threads.
   *
   * @return a handle with which to cancel and to get the result
   */
  public RunningJob start() {
    return new JobRunner(spec).start();
  }

  /**
   * Checks everything that {@link #run()} checks before it writes, and tells what would be done.
   *
   * @throws BenchmarkException if the job would be refused
   */
  public Plan plan() {
    return new JobRunner(spec).plan();
  }

  /** Builds a {@link BenchmarkJob}. */
  public static final class Builder {
    private Path target;
    private Suite suite;
    private Workload[] workloads;
    private Long fileSize;
    private Integer runs;
    private Duration warmUp;
    private Duration ramp;
    private Duration interval;
    private Duration duration;
    private Aggregate aggregate;
    private String engine = "auto";
    private IoEngine customEngine;
    private boolean direct = true;
    private DataPattern data = DataPattern.RANDOM;
    private long seed = 1;
    private ProgressListener listener = progress -> {};
    private boolean overwrite;
    private Path destroyData;

    private Builder() {}

    /** Sets what is measured: a directory, an existing file or a block device. */
    public Builder target(Path target) {
      this.target = target;
      return this;
    }

    /** Sets the suite that is run. */
    public Builder suite(Suite suite) {
      this.suite = suite;
      this.workloads = null;
      return this;
    }

    /** Runs these workloads in order, as a suite named {@code custom}. */
    public Builder workloads(Workload... workloads) {
      this.workloads = workloads.clone();
      this.suite = null;
      return this;
    }

    /**
     * Sets the size of the test file, or the part of an existing file or device that is used from
     * its start, in bytes. Unless set: the suite's, or less if the file or device is smaller.
     */
    public Builder fileSize(long bytes) {
      this.fileSize = bytes;
      return this;
    }

    /** Sets the counted runs per workload; the suite's unless set. */
    public Builder runs(int runs) {
      this.runs = runs;
      return this;
    }

    /** Sets the length of the uncounted first run, zero for none; the suite's unless set. */
    public Builder warmUp(Duration warmUp) {
      this.warmUp = warmUp;
      return this;
    }

    /** Sets the ramp of every workload that ends by time; see {@link Workload#ramp()}. */
    public Builder ramp(Duration ramp) {
      this.ramp = ramp;
      return this;
    }

    /** Sets the pause between workloads; the suite's unless set. */
    public Builder interval(Duration interval) {
      this.interval = interval;
      return this;
    }

    /** Sets the time of every workload that ends by time; the suite's unless set. */
    public Builder duration(Duration duration) {
      this.duration = duration;
      return this;
    }

    /** Sets the aggregate that reports show; the suite's unless set. */
    public Builder aggregate(Aggregate aggregate) {
      this.aggregate = aggregate;
      return this;
    }

    /**
     * Sets the engine by name: {@code libaio}, {@code psync}, {@code nio}, any other that {@link
     * java.util.ServiceLoader} finds, or {@code auto} (the default): libaio for depths above 1,
     * psync at depth 1, and nio at depth 1 where native I/O does not work.
     */
    public Builder engine(String name) {
      this.engine = name;
      this.customEngine = null;
      return this;
    }

    /** Sets an engine that need not be found by ServiceLoader. */
    public Builder engine(IoEngine engine) {
      this.engine = engine.name();
      this.customEngine = engine;
      return this;
    }

    /**
     * Sets whether the page cache is bypassed (O_DIRECT); true unless set. If false, the cache of
     * the file is dropped before each run where the system allows it.
     */
    public Builder direct(boolean direct) {
      this.direct = direct;
      return this;
    }

    /** Sets what is written; random data unless set. */
    public Builder data(DataPattern data) {
      this.data = data;
      return this;
    }

    /**
     * Sets the seed of offsets and data; 1 unless set. The same seed gives the same order of I/Os.
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /** Sets who hears of the job's progress. */
    public Builder onProgress(ProgressListener listener) {
      this.listener = listener;
      return this;
    }

    /** Allows an existing file given as target to be written. Its content is lost. */
    public Builder overwrite(boolean overwrite) {
      this.overwrite = overwrite;
      return this;
    }

    /**
     * Allows the block device given as target to be written. Its content is lost.
     *
     * @param device must be the same path as the target
     */
    public Builder destroyData(Path device) {
      this.destroyData = device;
      return this;
    }

    /**
     * Checks all values that can be checked without touching the target, and makes the job.
     *
     * @throws BenchmarkException naming the first field that is missing or out of range
     */
    public BenchmarkJob build() {
      Check.that(target != null, "target", "(none)", "name a directory, file or block device");
      Check.that(suite != null || workloads != null, "suite", "(none)", "set a suite or workloads");
      Check.that(engine != null, "engine", null, "name one, or auto");
      Check.that(data != null, "data", null, "must be set");
      Check.that(listener != null, "onProgress", null, "must not be null");
      return new BenchmarkJob(
          new JobSpec(
              target,
              adjustedSuite(),
              fileSize != null,
              new JobOptions(engine, direct, data, seed, overwrite, destroyData != null),
              Optional.ofNullable(customEngine),
              Optional.ofNullable(destroyData),
              listener));
    }

    private Suite adjustedSuite() {
      Suite.Builder builder =
          suite != null
              ? suite.toBuilder()
              : Suite.builder("custom").steps(Arrays.copyOf(workloads, workloads.length));
      if (fileSize != null) {
        builder.fileSize(fileSize);
      }
      if (runs != null) {
        builder.runs(runs);
      }
      if (warmUp != null) {
        builder.warmUp(warmUp);
      }
      if (interval != null) {
        builder.interval(interval);
      }
      if (aggregate != null) {
        builder.aggregate(aggregate);
      }
      return builder.build().map(this::adjusted);
    }

    private Workload adjusted(Workload workload) {
      Workload.Builder builder = workload.toBuilder();
      if (duration != null && workload.duration().isPresent() && !workload.isSized()) {
        builder.duration(duration);
      }
      if (ramp != null) {
        builder.ramp(ramp);
      }
      return builder.build();
    }
  }
}
