package io.github.iogauge.internal;

import io.github.iogauge.DataPattern;
import io.github.iogauge.JobOptions;
import io.github.iogauge.Suite;
import io.github.iogauge.Workload;
import io.github.iogauge.engine.IoEngine;
import java.nio.file.Path;
import java.util.Optional;

/** Makes job specifications, of which a test sets only what it is about. */
final class Specs {
  private final Path target;
  private Suite suite = Suite.of("s", Workload.randomRead("reads").requests(1).build());
  private boolean sizeSet;
  private String engine = "auto";
  private IoEngine custom;
  private boolean direct = true;
  private boolean overwrite;
  private Path destroyData;

  private Specs(Path target) {
    this.target = target;
  }

  static Specs of(Path target) {
    return new Specs(target);
  }

  Specs workloads(Workload... workloads) {
    suite = Suite.builder("s").fileSize(suite.fileSize()).steps(workloads).build();
    return this;
  }

  Specs size(long bytes) {
    suite = suite.toBuilder().fileSize(bytes).build();
    sizeSet = true;
    return this;
  }

  Specs engine(String name) {
    engine = name;
    return this;
  }

  Specs engine(IoEngine object) {
    engine = object.name();
    custom = object;
    return this;
  }

  Specs buffered() {
    direct = false;
    return this;
  }

  Specs overwrite() {
    overwrite = true;
    return this;
  }

  Specs destroyData(Path device) {
    destroyData = device;
    return this;
  }

  JobSpec build() {
    return new JobSpec(
        target,
        suite,
        sizeSet,
        new JobOptions(engine, direct, DataPattern.RANDOM, 1, overwrite, destroyData != null),
        Optional.ofNullable(custom),
        Optional.ofNullable(destroyData),
        progress -> {});
  }
}
