package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.iogauge.nativeio.AioQueue.Reaping;
import io.github.iogauge.testing.Requirements;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The queue over the kernel of this machine. */
class AioQueueOnLinuxTest {

  private static final int BLOCK = 4096;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  @TempDir Path directory;

  @BeforeAll
  static void needsAio() {
    Needs.aio();
  }

  /** A file whose every block is filled with its own number. */
  private static Path numberedFile(Path directory, int blocks) throws IOException {
    Path path = directory.resolve("numbered");
    try (AlignedBuffer buffer = AlignedBuffer.allocate(BLOCK);
        DirectFile file = DirectFile.open(path, OpenFlag.WRITE, OpenFlag.CREATE_NEW)) {
      ByteBuffer view = buffer.view(0, BLOCK);
      for (int block = 0; block < blocks; block++) {
        for (int i = 0; i < BLOCK; i += Long.BYTES) {
          view.putLong(i, block);
        }
        assertThat(file.write(buffer.address(), BLOCK, (long) block * BLOCK)).isEqualTo(BLOCK);
      }
      file.sync();
      file.dropCache();
    }
    return path;
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void everyOneOfManyBufferedReadsBringsItsOwnBlock(Reaping reaping) throws IOException {
    try (DirectFile file = DirectFile.open(numberedFile(directory, 4096), OpenFlag.READ)) {
      readAtRandom(file, 4096, 200_000, reaping);
    }
  }

  /** Direct, because only then do I/Os overtake each other. */
  @Tag("device")
  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void everyOneOfManyDirectReadsBringsItsOwnBlock(Reaping reaping) throws IOException {
    readDirectAtRandom(30_000, reaping);
  }

  @Tag("acceptance")
  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void everyOneOfVeryManyDirectReadsBringsItsOwnBlock(Reaping reaping) throws IOException {
    readDirectAtRandom(200_000, reaping);
  }

  private static void readDirectAtRandom(int total, Reaping reaping) throws IOException {
    Path path = numberedFile(Requirements.realDiskDirectory(), 4096);
    try (DirectFile file = DirectFile.open(path, OpenFlag.READ, OpenFlag.DIRECT)) {
      readAtRandom(file, 4096, total, reaping);
    } finally {
      Files.delete(path);
    }
  }

  private static void readAtRandom(DirectFile file, int blocks, int total, Reaping reaping)
      throws IOException {
    int depth = 64;
    Random random = new Random(6);
    long[] expected = new long[depth];
    boolean[] busy = new boolean[depth];
    int started = 0;
    int done = 0;
    try (AlignedBuffer buffer = AlignedBuffer.allocate((long) depth * BLOCK);
        AioQueue queue = AioQueue.open(depth, reaping)) {
      assertThat(queue.readsRing()).isEqualTo(reaping == Reaping.RING);
      ByteBuffer memory = buffer.view(0, depth * BLOCK);
      int[] free = new int[depth];
      int frees = depth;
      for (int i = 0; i < depth; i++) {
        free[i] = i;
      }
      while (done < total) {
        while (frees > 0 && started < total) {
          int slot = free[--frees];
          int block = random.nextInt(blocks);
          expected[slot] = block;
          busy[slot] = true;
          memory.putLong(slot * BLOCK, -1);
          memory.putLong(slot * BLOCK + BLOCK - Long.BYTES, -1);
          queue.prepareRead(
              slot, file, buffer.address() + (long) slot * BLOCK, BLOCK, (long) block * BLOCK);
          started++;
        }
        queue.submit();
        int n = queue.reap(1, PATIENCE);
        assertThat(n).as("nothing came back for a minute").isPositive();
        for (int i = 0; i < n; i++) {
          int slot = queue.slot(i);
          long first = memory.getLong(slot * BLOCK);
          long last = memory.getLong(slot * BLOCK + BLOCK - Long.BYTES);
          if (!busy[slot]
              || queue.result(i) != BLOCK
              || first != expected[slot]
              || last != expected[slot]) {
            throw new AssertionError(
                "I/O %d, slot %d: in use %b, result %d, block %d, found %d and %d"
                    .formatted(
                        done + i, slot, busy[slot], queue.result(i), expected[slot], first, last));
          }
          busy[slot] = false;
          free[frees++] = slot;
        }
        if (done / 20_000 != (done + n) / 20_000) {
          System.gc();
        }
        done += n;
      }
      assertThat(done).isEqualTo(total);
      assertThat(queue.inFlight()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void aSmallQueueGoesAroundItsRingManyTimes(Reaping reaping) throws IOException {
    int blocks = 16;
    try (DirectFile file = DirectFile.open(numberedFile(directory, blocks), OpenFlag.READ);
        AlignedBuffer buffer = AlignedBuffer.allocate(BLOCK);
        AioQueue queue = AioQueue.open(1, reaping)) {
      ByteBuffer memory = buffer.view(0, BLOCK);
      for (int i = 0; i < 20_000; i++) {
        queue.prepareRead(0, file, buffer.address(), BLOCK, (long) (i % blocks) * BLOCK);
        if (queue.submit() != 1
            || queue.reap(1, PATIENCE) != 1
            || queue.result(0) != BLOCK
            || memory.getLong(0) != i % blocks) {
          throw new AssertionError("read " + i + " is wrong");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void writesArriveInTheFile(Reaping reaping) throws IOException {
    Path path = numberedFile(directory, 4);
    try (DirectFile file = DirectFile.open(path, OpenFlag.READ, OpenFlag.WRITE);
        AlignedBuffer buffer = AlignedBuffer.allocate(2 * BLOCK);
        AioQueue queue = AioQueue.open(2, reaping)) {
      buffer.view(0, BLOCK).putLong(0, 111);
      buffer.view(BLOCK, BLOCK).putLong(0, 222);
      queue.prepareWrite(0, file, buffer.address(), BLOCK, 3 * BLOCK);
      queue.prepareWrite(1, file, buffer.address() + BLOCK, BLOCK, BLOCK);
      assertThat(queue.submit()).isEqualTo(2);
      assertThat(queue.reap(2, PATIENCE)).isEqualTo(2);
    }
    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.nativeOrder());
    assertThat(content.getLong(0)).isZero();
    assertThat(content.getLong(BLOCK)).isEqualTo(222);
    assertThat(content.getLong(2 * BLOCK)).isEqualTo(2);
    assertThat(content.getLong(3 * BLOCK)).isEqualTo(111);
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void theKernelsErrorsComeBackPerOperation(Reaping reaping) throws IOException {
    Path disk = Requirements.realDiskDirectory();
    try (DirectFile file = DirectFile.open(numberedFile(disk, 4), OpenFlag.READ, OpenFlag.DIRECT);
        AlignedBuffer buffer = AlignedBuffer.allocate(8 * BLOCK);
        AioQueue queue = AioQueue.open(6, reaping)) {
      long address = buffer.address();
      queue.prepareWrite(0, file, address, BLOCK, 0); // the file is open for reading only
      queue.prepareRead(1, file, address + BLOCK, BLOCK, BLOCK);
      queue.prepareRead(2, file, address + 2 * BLOCK + 1, BLOCK, 0); // misaligned memory
      queue.prepareRead(3, file, address + 4 * BLOCK, BLOCK, 100); // misaligned offset
      queue.prepareRead(4, file, address + 5 * BLOCK, 2 * BLOCK, 3 * BLOCK); // half beyond the end
      queue.prepareRead(5, file, address + 7 * BLOCK, BLOCK, 4 * BLOCK); // all beyond the end
      queue.submit();

      Map<Integer, Long> results = new TreeMap<>();
      while (results.size() < 6) {
        int n = queue.reap(1, PATIENCE);
        assertThat(n).isPositive();
        for (int i = 0; i < n; i++) {
          results.put(queue.slot(i), queue.result(i));
        }
      }

      assertThat(results).isEqualTo(Map.of(0, -9L, 1, 4096L, 2, -22L, 3, -22L, 4, 4096L, 5, 0L));
    }
  }

  @Test
  void anEmptyQueueHasNothingToWaitFor() throws IOException {
    try (AioQueue queue = AioQueue.open(4, Reaping.SYSTEM_CALL)) {
      assertThat(queue.reap(4, PATIENCE)).isZero(); // nothing in flight: nothing to wait for
      assertThat(queue.drain(Duration.ZERO)).isTrue();
    }
  }

  @Test
  void aDepthBeyondTheLimitOfThisSystemNamesTheLimit() throws IOException {
    String limit;
    try (BufferedReader reader = Files.newBufferedReader(Path.of("/proc/sys/fs/aio-max-nr"))) {
      limit = reader.readLine();
    }
    Needs.that(Long.parseLong(limit) < 1 << 20, "fs.aio-max-nr below 1048576");

    assertThatExceptionOfType(NativeIoException.class)
        .isThrownBy(() -> AioQueue.open(1 << 20))
        .withMessageContaining("queue depth 1048576")
        .withMessageContaining("of fs.aio-max-nr " + limit + ";");
  }

  @Test
  void closedQueuesGiveTheirShareOfTheSystemLimitBack() throws IOException {
    // 20 x 8192 is far beyond the usual limit of 65536, so leaked contexts would not fit.
    for (int i = 0; i < 20; i++) {
      AioQueue.open(8192).close();
    }
  }
}
