package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.nativeio.AioQueue.Reaping;
import io.github.iogauge.nativeio.FakeLibC.Completion;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever the kernel does, each I/O comes back exactly once, with its own result. */
class AioQueueProperties {

  private static final int BLOCK = 512;
  private static final int BLOCKS = 50;
  private static final int FAILING = 10;
  private static final int REFUSED = 20;
  private static final int SHORT = 30;

  @BeforeContainer
  static void needsNativeIo() {
    Needs.nativeIo();
  }

  @Property(tries = 150)
  void eachOperationComesBackExactlyOnceWithItsOwnResult(
      @ForAll @IntRange(min = 1, max = 40) int depth,
      @ForAll @IntRange(max = 8) int extraRingEntries,
      @ForAll boolean ring,
      @ForAll boolean late,
      @ForAll long seed)
      throws NativeIoException {
    Random random = new Random(seed);
    FakeLibC fake = new FakeLibC();
    fake.extraRingEntries = 1 + extraRingEntries;
    fake.completion = late ? Completion.ON_WAIT : Completion.ON_SUBMIT;
    fake.order = new Random(seed + 1);
    fake.resultByOffset.put((long) FAILING * BLOCK, -5L);
    fake.refusalByOffset.put((long) REFUSED * BLOCK, -22L);
    fake.resultByOffset.put((long) SHORT * BLOCK, 100L);
    byte[] content = new byte[BLOCKS * BLOCK];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (1 + i / BLOCK);
    }
    Path path = Path.of("/data");
    fake.addFile(path, content);

    int[] block = new int[depth];
    boolean[] busy = new boolean[depth];
    int started = 0;
    int finished = 0;
    try (DirectFile file = DirectFile.open(fake, fake.abi, path, OpenFlag.READ);
        AlignedBuffer buffer = AlignedBuffer.allocate(fake, (long) depth * BLOCK);
        AioQueue queue =
            AioQueue.open(fake, fake.abi, depth, ring ? Reaping.RING : Reaping.SYSTEM_CALL)) {
      for (int round = 0; round < 150 || finished < started; round++) {
        for (int slot = 0; slot < depth && round < 150; slot++) {
          if (!busy[slot] && random.nextInt(3) > 0) {
            busy[slot] = true;
            block[slot] = random.nextInt(BLOCKS);
            buffer.view((long) slot * BLOCK, 1).put(0, (byte) 0);
            queue.prepareRead(
                slot,
                file,
                buffer.address() + (long) slot * BLOCK,
                BLOCK,
                (long) block[slot] * BLOCK);
            started++;
          }
        }
        misbehave(fake, random);
        queue.submit();
        int n = queue.reap(random.nextInt(depth + 2), TimeUnit.MINUTES.toNanos(1));
        for (int i = 0; i < n; i++) {
          int slot = queue.slot(i);
          assertThat(busy[slot]).as("slot %d came back, but was not in use", slot).isTrue();
          busy[slot] = false;
          byte first = buffer.view((long) slot * BLOCK, 1).get(0);
          switch (block[slot]) {
            case FAILING -> assertThat(queue.result(i)).isEqualTo(-5);
            case REFUSED -> assertThat(queue.result(i)).isEqualTo(-22);
            case SHORT -> assertThat(queue.result(i)).isEqualTo(100);
            default -> {
              assertThat(queue.result(i)).isEqualTo(BLOCK);
              assertThat(first).isEqualTo((byte) (1 + block[slot]));
            }
          }
          finished++;
        }
        assertThat(queue.pending() + queue.inFlight()).isLessThanOrEqualTo(started - finished);
      }
      assertThat(queue.inFlight()).isZero();
      assertThat(queue.pending()).isZero();
      assertThat(busy).containsOnly(false);
    }
    assertThat(fake.liveMappings()).isZero();
    assertThat(fake.openFiles()).isZero();
  }

  private static void misbehave(FakeLibC fake, Random random) {
    switch (random.nextInt(6)) {
      case 0 -> fake.submitLimits.add(random.nextInt(4));
      case 1 -> fake.script("io_submit", -Errno.EINTR);
      case 2 -> fake.script("io_getevents", -Errno.EINTR, -Errno.EINTR);
      case 3 -> fake.waitLimits.add(1 + random.nextInt(3));
      default -> {
        // Behaves.
      }
    }
  }
}
