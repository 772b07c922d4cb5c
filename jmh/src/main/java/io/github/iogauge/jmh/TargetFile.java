package io.github.iogauge.jmh;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.ByteSize;
import io.github.iogauge.engine.QueueRequest;
import io.github.iogauge.internal.OverwriteClaim;
import io.github.iogauge.nativeio.AlignedBuffer;
import io.github.iogauge.nativeio.DirectFile;
import io.github.iogauge.nativeio.NativeIoException;
import io.github.iogauge.nativeio.OpenFlag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The file or block device that a benchmark reads or writes, the same for all threads of a trial.
 *
 * <p>Made by this class, it is full of random data, on the medium before the first measurement, and
 * removed after the last. Not made by this class, it is only read, unless it is named twice.
 */
@State(Scope.Benchmark)
public class TargetFile {

  private static final String TEMPORARY = "temp";
  private static final String NOTHING = "none";
  private static final int PROBE = 4096;

  /**
   * What is measured: an existing file or block device, a directory in which a file is made, or
   * {@code temp} for the directory of temporary files.
   */
  @Param(TEMPORARY)
  public String target;

  /** The size of the file, if one is made. */
  @Param("256MiB")
  public String fileSize;

  /** The target a second time, if the content of an existing file or device may be destroyed. */
  @Param(NOTHING)
  public String overwrite;

  private Path path;
  private ScratchFile ours; // null: the target was there before
  private OverwriteClaim claim; // null: nothing that was there before is written
  private long size;
  private boolean blockDevice;
  private boolean direct;

  /** Makes the file if need be, finds out whether O_DIRECT works on it, and says so. */
  @Setup(Level.Trial)
  public void prepare() throws IOException {
    Path named = Path.of(target.equals(TEMPORARY) ? System.getProperty("java.io.tmpdir") : target);
    if (Files.isDirectory(named)) {
      ours = ScratchFile.in(named, ByteSize.parse("fileSize", fileSize));
      path = ours.path();
    } else {
      path = named.toRealPath();
    }
    try (DirectFile file = DirectFile.open(path, OpenFlag.READ)) {
      size = file.size();
      blockDevice = file.isBlockDevice();
    }
    String fileSystem = Files.getFileStore(path).type();
    String obstacle = obstacle(fileSystem);
    direct = obstacle.isEmpty();
    System.out.printf(
        "# Target: %s, %s, on %s, %s%n",
        path, ByteSize.format(size), fileSystem, direct ? "O_DIRECT" : "BUFFERED: " + obstacle);
  }

  /** Why O_DIRECT cannot be used here; empty where one direct read worked. */
  private String obstacle(String fileSystem) {
    if (fileSystem.equals("tmpfs") || fileSystem.equals("ramfs")) {
      return fileSystem + " lies in memory"; // it takes the flag, and nothing changes
    }
    try (DirectFile file = DirectFile.open(path, OpenFlag.READ, OpenFlag.DIRECT);
        AlignedBuffer buffer = AlignedBuffer.allocate(PROBE)) {
      long read = file.read(buffer.address(), PROBE, 0);
      return read == PROBE ? "" : "a direct read gave " + read + " bytes";
    } catch (NativeIoException e) {
      return e.getMessage();
    }
  }

  /** Removes the file if this class made it. */
  @TearDown(Level.Trial)
  public void remove() throws IOException {
    if (claim != null) {
      claim.close();
    }
    if (ours != null) {
      ours.close();
    }
  }

  /** What a loop opens that only reads. */
  QueueRequest reading(int depth, int blockSize) {
    return new QueueRequest(path, false, direct, false, depth, blockSize);
  }

  /**
   * What a loop opens that writes, or that opens its file for writing.
   *
   * @param who what is it that wants to, and why; for the line that refuses it
   */
  QueueRequest writing(int depth, int blockSize, String who) {
    askForPermission(who);
    return new QueueRequest(path, true, direct, false, depth, blockSize);
  }

  private synchronized void askForPermission(String who) {
    if (ours != null || claim != null) {
      return;
    }
    if (overwrite.equals(NOTHING)) {
      throw new SkippedException(
          "target "
              + path
              + ": was there before and is only read, and "
              + who
              + "; name it a second time if its content may be destroyed: -p overwrite="
              + path);
    }
    if (!namesTarget(Path.of(overwrite))) {
      throw new SkippedException(
          "overwrite "
              + overwrite
              + ": is not the target "
              + path
              + "; name the same file or device twice if its content may be destroyed");
    }
    try {
      claim = OverwriteClaim.take(path, blockDevice);
    } catch (BenchmarkException e) {
      throw new SkippedException(e.getMessage());
    }
  }

  private boolean namesTarget(Path second) {
    try {
      return second.toRealPath().equals(path);
    } catch (IOException e) {
      return false;
    }
  }

  /** How many blocks of a size lie in it. */
  long blocks(int blockSize) {
    if (size < blockSize) {
      throw new SkippedException(
          "target " + path + ": " + size + " bytes, less than a block of " + blockSize);
    }
    return size / blockSize;
  }
}
