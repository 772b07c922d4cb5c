package io.github.iogauge.internal;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.Step;
import io.github.iogauge.TargetInfo.Kind;
import io.github.iogauge.Workload;
import io.github.iogauge.device.ProcFiles;
import io.github.iogauge.engine.IoEngine;
import io.github.iogauge.nativeio.NativeIoException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Checks a job against its target as far as that can be done without writing. */
final class Preflight {

  private final JobSpec spec;
  private final Target target;
  private final EngineChoice engines;
  private final Map<String, IoEngine> engineOf = new HashMap<>();

  private Preflight(JobSpec spec) {
    this.spec = spec;
    this.target = Target.examine(spec);
    this.engines = new EngineChoice(spec);
  }

  /**
   * Checks everything.
   *
   * @throws BenchmarkException naming the first thing that does not fit
   */
  static Preflight check(JobSpec spec) {
    Preflight preflight = new Preflight(spec);
    for (Workload workload : spec.suite().workloads()) {
      preflight.engineOf.put(workload.name(), preflight.engines.engineFor(workload));
      preflight.checkSize(workload);
      preflight.checkAioLimit(workload);
    }
    if (preflight.target.info().kind() == Kind.DIRECTORY) {
      preflight.checkSector();
    } else {
      preflight.checkAlignment(preflight.target.realPath());
    }
    return preflight;
  }

  Target target() {
    return target;
  }

  IoEngine engineFor(Workload workload) {
    return engineOf.get(workload.name());
  }

  IoEngine engineForLayout() {
    return engines.engineForLayout();
  }

  /** What the job writes before its first workload: the whole of a file that it may write. */
  long bytesToPrepare() {
    boolean whole =
        target.info().kind() == Kind.DIRECTORY
            || (target.info().kind() == Kind.FILE && target.writes());
    return whole ? target.info().fileSize() : 0;
  }

  /** What limits the figures, known before they are measured. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    target
        .info()
        .deviceAbsent()
        .ifPresent(reason -> warnings.add("no block device is measured for certain: " + reason));
    if (target.info().kind() == Kind.DIRECTORY) {
      warnings.addAll(TestFile.leftovers(target.realPath()));
    }
    return warnings;
  }

  private void checkSize(Workload workload) {
    long size = target.info().fileSize();
    Region region = Region.of(workload, size);
    if (region.blocks() < 1) {
      throw new BenchmarkException(
          "fileSize",
          size,
          "is too small for "
              + workload.name()
              + ", which needs at least "
              + (workload.rangeStart() + Math.max(workload.blockSize(), workload.rangeLength()))
              + " bytes");
    }
    if (workload.pattern().partitioned() && region.blocks() < workload.threads()) {
      throw new BenchmarkException(
          "threads",
          workload.threads(),
          "each thread of "
              + workload.name()
              + " needs a part of its own, and there are only "
              + region.blocks()
              + " blocks");
    }
    if (workload.totalRequests() < workload.threads()) {
      throw new BenchmarkException(
          "threads", workload.threads(), "is more than " + workload.name() + " has I/Os to do");
    }
  }

  private void checkAioLimit(Workload workload) {
    if (!engineFor(workload).name().equals("libaio")) {
      return;
    }
    ProcFiles proc = new ProcFiles(Path.of("/"));
    OptionalLong max = proc.number("/proc/sys/fs/aio-max-nr");
    OptionalLong used = proc.number("/proc/sys/fs/aio-nr");
    long wanted = (long) workload.queueDepth() * workload.threads();
    if (max.isPresent() && used.isPresent() && wanted > max.getAsLong() - used.getAsLong()) {
      throw new BenchmarkException(
          "queueDepth",
          workload.queueDepth(),
          workload.name()
              + " needs "
              + wanted
              + " asynchronous I/Os, and the system has "
              + Math.max(0, max.getAsLong() - used.getAsLong())
              + " left (fs.aio-max-nr "
              + max.getAsLong()
              + "); lower the depth, or raise the limit with sysctl fs.aio-max-nr");
    }
  }

  /** Before there is a test file, only the device's sector can be asked. */
  private void checkSector() {
    if (spec.options().direct()) {
      target
          .info()
          .device()
          .ifPresent(
              device -> {
                for (Workload workload : spec.suite().workloads()) {
                  checkMultiple(workload, device.logicalSectorBytes());
                }
                checkFileSize(device.logicalSectorBytes());
              });
    }
  }

  /**
   * Checks that an existing file can be opened as asked and takes transfers of the sizes asked for.
   *
   * @throws BenchmarkException if not
   */
  void checkAlignment(Path file) {
    boolean direct = spec.options().direct();
    for (Workload workload : spec.suite().workloads()) {
      checkMultiple(workload, alignment(engineFor(workload), file, direct));
    }
    if (bytesToPrepare() > 0) {
      checkFileSize(alignment(engineForLayout(), file, direct));
    }
  }

  int alignment(IoEngine engine, Path file, boolean direct) {
    try {
      return engine.alignment(file, direct);
    } catch (IOException e) {
      String where = target.info().fileSystem().map(fs -> "on " + fs + ", ").orElse("");
      // Where the file or the system call has a fault of its own, its message says what helps.
      boolean known = e instanceof NativeIoException || e instanceof FileSystemException;
      String remedy = direct && !known ? "; use buffered I/O" : "";
      throw new BenchmarkException("target", spec.target(), where + Words.of(e) + remedy);
    }
  }

  private void checkMultiple(Workload workload, int alignment) {
    if (workload.blockSize() % alignment != 0) {
      throw new BenchmarkException(
          "blockSize",
          workload.blockSize(),
          workload.name() + " needs a multiple of " + alignment + " bytes for direct I/O here");
    }
    if (workload.rangeStart() % alignment != 0) {
      throw new BenchmarkException(
          "rangeStart",
          workload.rangeStart(),
          workload.name() + " needs a multiple of " + alignment + " bytes for direct I/O here");
    }
  }

  private void checkFileSize(int alignment) {
    long size = target.info().fileSize();
    if (size % alignment != 0) {
      throw new BenchmarkException(
          "fileSize",
          size,
          "must be a multiple of "
              + alignment
              + " bytes for direct I/O here; the nearest below is "
              + size / alignment * alignment);
    }
  }

  /** The steps in words, for a plan. */
  List<String> steps() {
    List<String> lines = new ArrayList<>();
    for (Step step : spec.suite().steps()) {
      lines.add(Schedule.describe(spec.suite(), step, this));
    }
    return lines;
  }
}
