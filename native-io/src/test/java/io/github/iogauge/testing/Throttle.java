package io.github.iogauge.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fixed rate on one block device, by the blkio controller of cgroup version 1.
 *
 * <pre>{@code
 * try (LoopDevice device = LoopDevice.create(64 << 20);
 *     Throttle throttle = Throttle.on(device).readIops(1500).writeIops(500).start()) {
 *   ... measure device.path() in this JVM, or
 *   Shell.run(timeout, throttle.command(List.of("java", "-jar", ...)));
 * }
 * }</pre>
 *
 * <p>The limit holds for
 *
 * <ul>
 *   <li>this JVM and the processes it starts, because it is also set in the cgroup this JVM is in;
 *   <li>processes in the cgroup that the throttle makes: {@link #command} and {@link #addProcess};
 *   <li>processes of the root cgroup and the kernel's background writeback, which belongs there.
 * </ul>
 *
 * <p>It names one device number, so nothing else on the machine slows down. Version 1 is flat: a
 * process is limited by its own cgroup only, not by the cgroup's parents, and each of the above has
 * the full rate for itself. An I/O belongs to the cgroup of the thread that submits it, Linux AIO
 * and fsync included. What a loop device then does to its backing file bears another number and is
 * not limited.
 *
 * <p>What the kernel makes of a limit:
 *
 * <ul>
 *   <li>IOPS are granted in slices of 100 ms and rounded down: use multiples of 10.
 *   <li>A request of 1 MiB may count as two: limit bytes where blocks are large.
 *   <li>The first slice is a burst: give a measurement a second of ramp.
 * </ul>
 */
public final class Throttle implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup/blkio");
  private static final List<String> FILES =
      List.of(
          "blkio.throttle.read_iops_device",
          "blkio.throttle.write_iops_device",
          "blkio.throttle.read_bps_device",
          "blkio.throttle.write_bps_device");
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final String device;
  private final Path own;
  private final Runnable hook = this::close;
  private boolean closed;

  private Throttle(String device, Path own) {
    this.device = device;
    this.own = own;
  }

  /** Starts the description of a limit on a loop device. */
  public static Builder on(LoopDevice device) {
    return on(device.number());
  }

  /** Starts the description of a limit on a device number, such as {@code 7:3}. */
  public static Builder on(String number) {
    if (!number.matches("\\d+:\\d+")) {
      throw new IllegalArgumentException("not a device number: " + number);
    }
    return new Builder(number);
  }

  /** Why nothing can be throttled on this machine; empty when it can. */
  public static Optional<String> unavailableReason() {
    if (!Files.isDirectory(ROOT)) {
      return Optional.of("needs cgroup version 1 with the blkio controller at " + ROOT);
    }
    for (String file : FILES) {
      if (!Files.isWritable(ROOT.resolve(file))) {
        return Optional.of("needs " + ROOT.resolve(file) + " to exist and be writable");
      }
    }
    return Optional.empty();
  }

  /** What to limit; 0 means no limit. */
  public static final class Builder {
    private final String device;
    private final long[] limits = new long[FILES.size()];

    private Builder(String device) {
      this.device = device;
    }

    /** Reads per second; a multiple of 10 is kept exactly. */
    public Builder readIops(long limit) {
      return set(0, limit);
    }

    /** Writes per second; a multiple of 10 is kept exactly. */
    public Builder writeIops(long limit) {
      return set(1, limit);
    }

    /** Bytes read per second. */
    public Builder readBytesPerSecond(long limit) {
      return set(2, limit);
    }

    /** Bytes written per second. */
    public Builder writeBytesPerSecond(long limit) {
      return set(3, limit);
    }

    private Builder set(int index, long limit) {
      if (limit < 0) {
        throw new IllegalArgumentException("negative limit: " + limit);
      }
      limits[index] = limit;
      return this;
    }

    /** Puts the limits in force. */
    public Throttle start() {
      Path own =
          ROOT.resolve(
              "iogauge-test-" + ProcessHandle.current().pid() + "-" + COUNTER.incrementAndGet());
      try {
        Files.createDirectory(own);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Throttle throttle = new Throttle(device, own);
      Cleanup.register(throttle.hook);
      try {
        throttle.limit(limits[0], limits[1], limits[2], limits[3]);
        return throttle;
      } catch (RuntimeException e) {
        throttle.close();
        throw e;
      }
    }
  }

  /**
   * Replaces all four limits while the throttle is in force, also for requests that are already
   * held back; 0 means no limit.
   */
  public synchronized void limit(
      long readIops, long writeIops, long readBytesPerSecond, long writeBytesPerSecond) {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    long[] limits = {readIops, writeIops, readBytesPerSecond, writeBytesPerSecond};
    try {
      for (Path group : groups()) {
        set(group, device, limits);
      }
      set(own, device, limits);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cgroup made for this throttle. */
  public Path cgroup() {
    return own;
  }

  /** Puts a running process, with all its threads, under the limit. */
  public void addProcess(long pid) {
    try {
      Kernel.write(own.resolve("cgroup.procs"), Long.toString(pid));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A command line that runs the given one under the limit from its first instruction on: it joins
   * the cgroup, then becomes the given program, with the same process id.
   */
  public List<String> command(List<String> command) {
    List<String> line = new ArrayList<>();
    line.add("sh");
    line.add("-c");
    line.add("echo $$ > '" + own.resolve("cgroup.procs") + "' && exec \"$@\"");
    line.add("sh");
    line.addAll(command);
    return List.copyOf(line);
  }

  /**
   * Lifts the limits, which releases the requests held back, and removes the cgroup; what still
   * runs in it goes to the root cgroup. Calling it again does nothing.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    Cleanup.unregister(hook);
    lift(device);
    try {
      set(own, device, new long[FILES.size()]);
      boolean removed = Kernel.waitUntil(Duration.ofSeconds(5), this::remove);
      if (!removed) {
        throw new IllegalStateException("still in use: " + own);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean remove() {
    try {
      for (String pid : Files.readAllLines(own.resolve("cgroup.procs"))) {
        try {
          Kernel.write(ROOT.resolve("cgroup.procs"), pid);
        } catch (IOException e) {
          // It has ended meanwhile.
        }
      }
      Files.delete(own);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Removes every limit on a device from this JVM's cgroup and the root cgroup. */
  static void lift(String device) {
    if (unavailableReason().isPresent()) {
      return;
    }
    try {
      for (Path group : groups()) {
        if (isLimited(group, device)) {
          set(group, device, new long[FILES.size()]);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isLimited(Path group, String device) throws IOException {
    for (String file : FILES) {
      for (String line : Files.readAllLines(group.resolve(file))) {
        if (line.startsWith(device + " ")) {
          return true;
        }
      }
    }
    return false;
  }

  private static void set(Path group, String device, long[] limits) throws IOException {
    for (int i = 0; i < limits.length; i++) {
      Kernel.write(group.resolve(FILES.get(i)), device + " " + limits[i]);
    }
  }

  /** The cgroup of this JVM and the root cgroup, which may be the same. */
  private static Set<Path> groups() throws IOException {
    Set<Path> groups = new LinkedHashSet<>();
    groups.add(ROOT);
    for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
      String[] fields = line.split(":", 3);
      if (List.of(fields[1].split(",")).contains("blkio")) {
        // Inside a container the path may be that of the host and lead nowhere here.
        Path group = Path.of(ROOT + fields[2]).normalize();
        if (group.startsWith(ROOT) && Files.isDirectory(group)) {
          groups.add(group);
        }
      }
    }
    return groups;
  }
}
