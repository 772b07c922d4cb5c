package io.github.iogauge.testing;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A block device of the test's own: a loop device over a file on a real disk, with direct I/O to
 * that file, so that what is measured is not the page cache.
 *
 * <p>The number is whatever the kernel has free. Before anything that destroys data, and before
 * detaching, the device is checked to be backed by exactly the file made here, whose path no other
 * device can have. Needs root; see {@link Requirements#loopDevices()}.
 *
 * <p>A limit that a killed JVM has left on the number is lifted when the device is made.
 */
public final class LoopDevice implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long MIB = 1 << 20;

  private final Path directory;
  private final Path backingFile;
  private final Path path;
  private final String number;
  private final long size;
  private final List<AutoCloseable> owned = new ArrayList<>();
  private final List<Mounted> mounts = new ArrayList<>();
  private final Runnable hook = this::close;
  private boolean closed;

  private LoopDevice(Path directory, Path backingFile, Path path, long size) {
    this.directory = directory;
    this.backingFile = backingFile;
    this.path = path;
    this.size = size;
    this.number = Kernel.read(sysfs().resolve("dev"));
  }

  /** A device with 512-byte sectors over a file full of random bytes. */
  public static LoopDevice create(long bytes) {
    return create(bytes, 512);
  }

  /**
   * A device over a file full of random bytes.
   *
   * @param bytes its size, a multiple of the sector size
   * @param sectorSize its logical sector size: 512, 1024, 2048 or 4096
   */
  public static LoopDevice create(long bytes, int sectorSize) {
    if (bytes <= 0 || bytes % sectorSize != 0) {
      throw new IllegalArgumentException(bytes + " is no multiple of sectors of " + sectorSize);
    }
    Path directory =
        Requirements.findRealDiskDirectory()
            .orElseThrow(() -> new IllegalStateException(Requirements.NO_REAL_DISK));
    Path file = directory.resolve("backing.img");
    try {
      Kernel.fillRandom(file, bytes, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
      return attach(directory, file, bytes, sectorSize);
    } catch (IOException | RuntimeException e) {
      deleteQuietly(file, directory);
      throw asUnchecked(e);
    }
  }

  /** A device of 64 MiB of which no block can be written. */
  public static LoopDevice onFullFileSystem() {
    return onFullFileSystem(64 * MIB, 0);
  }

  /**
   * A device whose writes fail from some offset on: a sparse file on a file system that has no
   * space left. Holes read as zeros; a write into a hole fails (ENOSPC).
   *
   * @param bytes the size of the device
   * @param writable how much of its beginning has blocks of its own and can be written
   */
  public static LoopDevice onFullFileSystem(long bytes, long writable) {
    LoopDevice outer = create(writable + 32 * MIB);
    try {
      outer.mkfsExt4();
      Mounted mounted = outer.mount();
      Path directory = Files.createDirectory(mounted.path().resolve("sparse"));
      Path file = directory.resolve("backing.img");
      Kernel.fillRandom(file, writable, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
      setLength(file, bytes);
      fillUp(mounted.path().resolve("filler"));
      LoopDevice inner = attach(directory, file, bytes, 512);
      inner.owned.add(outer);
      return inner;
    } catch (IOException | RuntimeException e) {
      outer.close();
      throw asUnchecked(e);
    }
  }

  /**
   * A device over a file of random bytes on a file system that is made on another device. Closing
   * it closes the other one too. The kernel holds I/Os back before a throttled device counts them
   * as in flight; throttle the outer one, and they are in flight on this one.
   */
  public static LoopDevice inside(LoopDevice outer, long bytes) {
    try {
      outer.mkfsExt4();
      Path directory = Files.createDirectory(outer.mount().path().resolve("inside"));
      Path file = directory.resolve("backing.img");
      Kernel.fillRandom(file, bytes, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
      LoopDevice inner = attach(directory, file, bytes, 512);
      inner.owned.add(outer);
      return inner;
    } catch (IOException | RuntimeException e) {
      outer.close();
      throw asUnchecked(e);
    }
  }

  private static LoopDevice attach(Path directory, Path file, long bytes, int sectorSize) {
    String device =
        Shell.run(
                "losetup",
                "-f",
                "--show",
                "--direct-io=on",
                "-b",
                Integer.toString(sectorSize),
                file.toString())
            .stdout()
            .strip();
    LoopDevice loop = new LoopDevice(directory, file, Path.of(device), bytes);
    loop.checkOwn();
    Cleanup.register(loop.hook);
    try {
      if (!Kernel.read(loop.sysfs().resolve("loop/dio")).equals("1")) {
        throw new IllegalStateException(device + " refused direct I/O to " + file);
      }
      Throttle.lift(loop.number);
      return loop;
    } catch (RuntimeException e) {
      loop.close();
      throw e;
    }
  }

  /** The device node, such as {@code /dev/loop3}. */
  public Path path() {
    return path;
  }

  /** The device number as the kernel writes it, such as {@code 7:3}. */
  public String number() {
    return number;
  }

  /** The file behind the device. */
  public Path backingFile() {
    return backingFile;
  }

  /** The size of the device in bytes. */
  public long size() {
    return size;
  }

  /** Makes an ext4 file system that does no work in the background once it is mounted. */
  public LoopDevice mkfsExt4() {
    checkOwn();
    Shell.run(
        "mkfs.ext4",
        "-q",
        "-m",
        "0",
        "-E",
        "lazy_itable_init=0,lazy_journal_init=0",
        path.toString());
    return this;
  }

  /** Mounts the device at a new directory; unmounted at the latest when the device is closed. */
  public synchronized Mounted mount() {
    checkOwn();
    try {
      Path point =
          Files.createTempDirectory(
              Path.of(System.getProperty("java.io.tmpdir")), "iogauge-test-mount-");
      try {
        Shell.run("mount", path.toString(), point.toString());
      } catch (RuntimeException e) {
        deleteQuietly(point);
        throw e;
      }
      Mounted mounted = new Mounted(point);
      mounts.add(mounted);
      return mounted;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Cuts or extends the file behind the device, whose own size stays as it is: reads past the new
   * end of the file fail (EIO), writes there make the file grow again.
   */
  public void truncateBacking(long bytes) {
    checkOwn();
    try {
      setLength(backingFile, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Unmounts, detaches, waits until the device is gone, deletes the file. Calling it again does
   * nothing.
   *
   * @throws IllegalStateException when someone still has the device open after ten seconds; the
   *     file is deleted all the same and the kernel detaches at the last close
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    List.copyOf(mounts).forEach(Mounted::close);
    boolean gone = true;
    if (isOwn()) {
      Shell.run("losetup", "-d", path.toString());
      gone = Kernel.waitUntil(PATIENCE, () -> !isOwn());
    }
    closed = true;
    Cleanup.unregister(hook);
    deleteQuietly(backingFile, directory);
    for (AutoCloseable resource : owned) {
      try {
        resource.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    if (!gone) {
      throw new IllegalStateException(path + " is still open somewhere: it goes at last close");
    }
  }

  @Override
  public String toString() {
    return path + " (" + number + ", " + size + " bytes) on " + backingFile;
  }

  private Path sysfs() {
    return Path.of("/sys/block").resolve(path.getFileName());
  }

  private boolean isOwn() {
    try {
      String backing = Files.readString(sysfs().resolve("loop/backing_file")).stripTrailing();
      return backing.equals(backingFile.toString()) || backing.equals(backingFile + " (deleted)");
    } catch (IOException e) {
      return false; // the attribute goes away with the backing file
    }
  }

  private void checkOwn() {
    if (closed || !isOwn()) {
      throw new IllegalStateException(path + " is not (or no longer) backed by " + backingFile);
    }
  }

  private static void setLength(Path file, long bytes) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.setLength(bytes);
    }
  }

  /** Takes all the space there is, down to the last block. */
  private static void fillUp(Path filler) throws IOException {
    try (FileChannel channel =
        FileChannel.open(filler, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      for (int block = 1 << 20; block >= 512; block /= 2) {
        try {
          while (true) {
            channel.write(ByteBuffer.allocate(block));
            channel.force(true);
          }
        } catch (IOException e) {
          // No space for this much: try half of it.
        }
      }
    }
  }

  private static void deleteQuietly(Path... paths) {
    for (Path each : paths) {
      try {
        Files.deleteIfExists(each);
      } catch (IOException e) {
        System.err.println("could not delete " + each + ": " + e);
      }
    }
  }

  private static RuntimeException asUnchecked(Exception e) {
    return e instanceof IOException io ? new UncheckedIOException(io) : (RuntimeException) e;
  }

  /** A mounted loop device. */
  public final class Mounted implements AutoCloseable {
    private final Path point;
    private boolean unmounted;

    private Mounted(Path point) {
      this.point = point;
    }

    /** The directory it is mounted at. */
    public Path path() {
      return point;
    }

    /**
     * Makes it read-only; what is open for writing makes that fail, unless forced by the kernel.
     */
    public void remountReadOnly() {
      Shell.run("mount", "-o", "remount,ro", point.toString());
    }

    /** Detaches it from the tree of names while it may still be in use. */
    public void unmountLazily() {
      synchronized (LoopDevice.this) {
        Shell.run("umount", "-l", point.toString());
        forget();
      }
    }

    /**
     * Unmounts and removes the directory; tried again for a while when it is busy. Calling it again
     * does nothing.
     */
    @Override
    public void close() {
      synchronized (LoopDevice.this) {
        if (unmounted) {
          return;
        }
        boolean done =
            Kernel.waitUntil(PATIENCE, () -> Shell.attempt("umount", point.toString()).succeeded());
        if (!done) {
          unmountLazily();
          throw new IllegalStateException(point + " was busy for " + PATIENCE);
        }
        forget();
      }
    }

    private void forget() {
      unmounted = true;
      mounts.remove(this);
      deleteQuietly(point);
    }
  }
}
