package io.github.iogauge.internal;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.Suite;
import io.github.iogauge.TargetInfo;
import io.github.iogauge.TargetInfo.Kind;
import io.github.iogauge.device.DeviceResolver;
import io.github.iogauge.device.Mount;
import io.github.iogauge.device.StorageDevice;
import io.github.iogauge.device.TargetDevice;
import io.github.iogauge.device.WriteGuard;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What stands at the path that the caller named, and whether it may be used as the suite wants to.
 * Looking changes nothing.
 *
 * @param info as reported
 * @param witness of the file, device or directory, with all symbolic links resolved
 * @param writes whether the suite is going to write here
 */
record Target(TargetInfo info, Witness witness, boolean writes) {

  private static final int FILE_TYPE_MASK = 0xf000;
  private static final int BLOCK_DEVICE = 0x6000;

  /**
   * Examines the target of a job.
   *
   * @throws BenchmarkException if it is not there, too small, or must not be written
   */
  static Target examine(JobSpec spec) {
    Path path = spec.target();
    Witness witness;
    try {
      witness = Witness.of(path.toRealPath());
    } catch (IOException e) {
      throw refused(path, "cannot be found; name an existing directory, file or block device");
    }
    Path real = witness.path();
    boolean writes = spec.suite().writes();
    Kind kind = kindOf(path, real);
    TargetDevice where = new DeviceResolver().resolve(real);
    if (kind != Kind.BLOCK_DEVICE && spec.destroyData().isPresent()) {
      throw new BenchmarkException(
          "destroyData", spec.destroyData().get(), "is for block devices, and the target is none");
    }
    long size =
        switch (kind) {
          case DIRECTORY -> sizeInDirectory(spec, real);
          case FILE -> sizeOfExisting(spec, fileSize(spec, real, writes));
          case BLOCK_DEVICE -> sizeOfExisting(spec, deviceSize(spec, real, where, writes));
        };
    TargetInfo info =
        new TargetInfo(
            path,
            kind,
            size,
            kind == Kind.BLOCK_DEVICE ? Optional.empty() : where.fileSystem(),
            kind == Kind.BLOCK_DEVICE ? Optional.empty() : where.mount().map(Mount::mountPoint),
            where.device(),
            where.whyNoDevice());
    return new Target(info, witness, writes);
  }

  /** The path with all symbolic links resolved. */
  Path realPath() {
    return witness.path();
  }

  private static Kind kindOf(Path path, Path real) {
    if (Files.isDirectory(real)) {
      return Kind.DIRECTORY;
    }
    if (Files.isRegularFile(real)) {
      return Kind.FILE;
    }
    if (isBlockDevice(real)) {
      return Kind.BLOCK_DEVICE;
    }
    throw refused(path, "is neither a directory nor a file nor a block device");
  }

  private static boolean isBlockDevice(Path real) {
    try {
      int mode = (int) Files.getAttribute(real, "unix:mode", LinkOption.NOFOLLOW_LINKS);
      return (mode & FILE_TYPE_MASK) == BLOCK_DEVICE;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  private static long sizeInDirectory(JobSpec spec, Path real) {
    if (!Files.isWritable(real)) {
      throw refused(
          spec.target(), "is not writable; choose a directory in which a test file can be made");
    }
    long wanted = spec.suite().fileSize();
    long usable;
    try {
      FileStore store = Files.getFileStore(real);
      // ramfs and its like have no size at all, and so tell nothing about free space.
      usable = store.getTotalSpace() == 0 ? Long.MAX_VALUE : store.getUsableSpace();
    } catch (IOException e) {
      throw refused(spec.target(), "its free space cannot be told: " + e.getMessage());
    }
    if (usable < wanted) {
      throw new BenchmarkException(
          "fileSize",
          wanted,
          "needs "
              + wanted
              + " bytes, and "
              + spec.target()
              + " has "
              + usable
              + " bytes free; choose a smaller size");
    }
    return wanted;
  }

  private static long fileSize(JobSpec spec, Path real, boolean writes) {
    if (writes && !spec.options().overwrite()) {
      throw refused(
          spec.target(),
          "is an existing file and is only read; run only the tests that read, or allow its content"
              + " to be overwritten");
    }
    if (writes && !Files.isWritable(real)) {
      throw refused(spec.target(), "is not writable");
    }
    if (writes) {
      refuseIfUsed(spec.target(), new WriteGuard().inUse(real));
    }
    if (!Files.isReadable(real)) {
      throw refused(spec.target(), "is not readable");
    }
    try {
      return Files.size(real);
    } catch (IOException e) {
      throw refused(spec.target(), "its size cannot be told: " + e.getMessage());
    }
  }

  private static long deviceSize(JobSpec spec, Path real, TargetDevice where, boolean writes) {
    if (spec.destroyData().isPresent() && !namesSame(spec.destroyData().get(), spec, real)) {
      throw new BenchmarkException(
          "destroyData",
          spec.destroyData().get(),
          "is not the target " + spec.target() + "; name the same device twice to have it written");
    }
    if (writes && spec.destroyData().isEmpty()) {
      throw refused(
          spec.target(),
          "is a block device and is only read; run only the tests that read, or name it a second"
              + " time (destroyData) to have it written, which destroys everything on it");
    }
    StorageDevice device =
        where
            .device()
            .orElseThrow(
                () -> refused(spec.target(), where.whyNoDevice().orElse("is no known device")));
    if (writes) {
      refuseIfUsed(spec.target(), new WriteGuard().inUse(device));
    }
    if (!Files.isReadable(real)) {
      throw refused(spec.target(), "is not readable; reading a block device takes root, usually");
    }
    return device.sizeBytes();
  }

  private static boolean namesSame(Path second, JobSpec spec, Path real) {
    try {
      return second.equals(spec.target()) || second.toRealPath().equals(real);
    } catch (IOException e) {
      return false;
    }
  }

  private static long sizeOfExisting(JobSpec spec, long size) {
    Suite suite = spec.suite();
    if (size == 0) {
      throw refused(spec.target(), "is empty, and an existing file is never made larger");
    }
    if (spec.fileSizeSet() && suite.fileSize() > size) {
      throw new BenchmarkException(
          "fileSize",
          suite.fileSize(),
          "is more than the " + size + " bytes of " + spec.target() + "; choose at most these");
    }
    return Math.min(suite.fileSize(), size);
  }

  private static void refuseIfUsed(Path path, Optional<String> use) {
    if (use.isPresent()) {
      throw refused(path, "must not be written: " + use.get());
    }
  }

  private static BenchmarkException refused(Path path, String why) {
    return new BenchmarkException("target", path, why);
  }
}
