package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.iogauge.nativeio.AioQueue.Reaping;
import io.github.iogauge.nativeio.FakeLibC.Completion;
import io.github.iogauge.nativeio.FakeLibC.Operation;
import io.github.iogauge.nativeio.FakeLibC.Wait;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The queue over a kernel in memory that can misbehave; {@link AioQueueOnLinuxTest} is the rest.
 */
class AioQueueTest {

  private static final int BLOCK = 512;
  private static final int BLOCKS = 64;
  private static final long LONG_TIME = TimeUnit.HOURS.toNanos(1);
  private static final Path PATH = Path.of("/data");

  private FakeLibC fake;
  private DirectFile file;
  private AlignedBuffer buffer;

  @BeforeAll
  static void needsNativeIo() {
    Needs.nativeIo();
  }

  @BeforeEach
  void openFileAndBuffer() throws NativeIoException {
    use(new FakeLibC());
  }

  private void use(FakeLibC kernel) throws NativeIoException {
    fake = kernel;
    byte[] content = new byte[BLOCKS * BLOCK];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (1 + i / BLOCK);
    }
    fake.addFile(PATH, content);
    file = DirectFile.open(fake, fake.abi, PATH, OpenFlag.READ, OpenFlag.WRITE);
    buffer = AlignedBuffer.allocate(fake, BLOCKS * BLOCK);
  }

  private AioQueue open(int depth, Reaping reaping) throws NativeIoException {
    return AioQueue.open(fake, fake.abi, depth, reaping);
  }

  private long address(int slot) {
    return buffer.address() + (long) slot * BLOCK;
  }

  private byte byteOf(int slot) {
    return buffer.view((long) slot * BLOCK, BLOCK).get(BLOCK - 1);
  }

  /** Prepares a read of block n into part n of the buffer, in slot n, for each n. */
  private void prepareReads(AioQueue queue, int from, int to) {
    for (int slot = from; slot < to; slot++) {
      queue.prepareRead(slot, file, address(slot), BLOCK, (long) slot * BLOCK);
    }
  }

  private static Map<Integer, Long> results(AioQueue queue, int count) {
    Map<Integer, Long> results = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      assertThat(results.put(queue.slot(i), queue.result(i))).as("slot fetched twice").isNull();
    }
    return results;
  }

  private static List<Integer> slots(AioQueue queue, int count) {
    return IntStream.range(0, count).mapToObj(queue::slot).toList();
  }

  private List<Integer> slotsTaken() {
    return fake.taken.stream().map(operation -> (int) operation.data()).toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void movesTheRightBytesToAndFromTheRightPlace(Reaping reaping) throws NativeIoException {
    try (AioQueue queue = open(4, reaping)) {
      assertThat(queue.readsRing()).isEqualTo(reaping == Reaping.RING);
      buffer.view(5 * BLOCK, BLOCK).put(0, (byte) 99);
      queue.prepareRead(0, file, address(0), BLOCK, 7 * BLOCK);
      queue.prepareWrite(3, file, address(5), BLOCK, 9 * BLOCK);

      assertThat(queue.submit()).isEqualTo(2);
      assertThat(queue.reap(2, LONG_TIME)).isEqualTo(2);

      assertThat(results(queue, 2)).isEqualTo(Map.of(0, (long) BLOCK, 3, (long) BLOCK));
      assertThat(byteOf(0)).isEqualTo((byte) 8);
      queue.prepareRead(1, file, address(1), BLOCK, 9 * BLOCK);
      queue.submit();
      queue.reap(1, LONG_TIME);
      assertThat(buffer.view(BLOCK, BLOCK).get(0)).isEqualTo((byte) 99);
    }
  }

  @Test
  void passesOffsetsBeyondFourGigabytes() throws NativeIoException {
    try (AioQueue queue = open(1, Reaping.RING)) {
      long offset = (5L << 40) + 4096;
      queue.prepareRead(0, file, address(0), BLOCK, offset);
      queue.submit();

      assertThat(fake.taken)
          .containsExactly(new Operation(0, 0, file.fd(), address(0), BLOCK, offset));
    }
  }

  @Test
  void tellsHowManyCompletionsTheRingHoldsAlsoWhereItWrapsAround() throws NativeIoException {
    fake.completion = Completion.ON_WAIT;
    try (AioQueue queue = open(4, Reaping.RING)) {
      for (int round = 0; round < 50; round++) {
        prepareReads(queue, 0, 4);
        queue.submit();
        assertThat(queue.ready()).isZero();

        fake.complete(3);
        assertThat(queue.ready()).isEqualTo(3);
        assertThat(queue.inFlight()).isEqualTo(4);

        fake.complete(1);
        assertThat(queue.ready()).isEqualTo(4);
        queue.reap(4, LONG_TIME);
        assertThat(queue.ready()).isZero();
      }
      assertThat(fake.waits).isEmpty();
    }
  }

  @Test
  void knowsOfNoCompletionsWithoutTheRing() throws NativeIoException {
    try (AioQueue queue = open(4, Reaping.SYSTEM_CALL)) {
      prepareReads(queue, 0, 4);
      queue.submit();

      assertThat(queue.ready()).isZero();
      assertThat(fake.waits).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void aSlotIsInUseFromPrepareUntilItIsReaped(Reaping reaping) throws NativeIoException {
    fake.completion = Completion.ON_WAIT;
    try (AioQueue queue = open(3, reaping)) {
      prepareReads(queue, 1, 2);
      assertInUse(queue, 1);
      assertThat(queue.pending()).isEqualTo(1);
      queue.submit();
      assertInUse(queue, 1);
      assertThat(queue.pending()).isZero();
      assertThat(queue.inFlight()).isEqualTo(1);
      fake.complete(1);
      assertInUse(queue, 1); // complete, but nobody has fetched it

      assertThat(queue.reap(1, LONG_TIME)).isEqualTo(1);

      assertThat(queue.inFlight()).isZero();
      prepareReads(queue, 1, 2);
      assertThat(queue.submit()).isEqualTo(1);
    }
  }

  private void assertInUse(AioQueue queue, int slot) {
    int pending = queue.pending();
    assertThatIllegalStateException()
        .isThrownBy(() -> prepareReads(queue, slot, slot + 1))
        .withMessageContaining("slot " + slot)
        .withMessageContaining("in use");
    assertThat(queue.pending()).isEqualTo(pending);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 3, Integer.MAX_VALUE})
  void refusesASlotThatDoesNotExist(int slot) throws NativeIoException {
    try (AioQueue queue = open(3, Reaping.RING)) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> queue.prepareRead(slot, file, address(0), BLOCK, 0));
      assertThat(queue.pending()).isZero();
    }
  }

  @Test
  void aClosedFileLeavesTheSlotFree() throws NativeIoException {
    try (AioQueue queue = open(1, Reaping.RING)) {
      DirectFile other = DirectFile.open(fake, fake.abi, PATH, OpenFlag.READ);
      other.close();
      assertThatIllegalStateException()
          .isThrownBy(() -> queue.prepareRead(0, other, address(0), BLOCK, 0))
          .withMessageContaining("closed");

      prepareReads(queue, 0, 1);
      assertThat(queue.submit()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void completionsMayComeInAnyOrder(Reaping reaping) throws NativeIoException {
    fake.order = new Random(1);
    try (AioQueue queue = open(32, reaping)) {
      for (int slot = 0; slot < 32; slot++) {
        queue.prepareRead(slot, file, address(slot), 16 * (slot + 1), (long) slot * BLOCK);
      }
      queue.submit();

      assertThat(queue.reap(32, LONG_TIME)).isEqualTo(32);

      List<Integer> order = slots(queue, 32);
      assertThat(order).doesNotHaveDuplicates().isNotEqualTo(order.stream().sorted().toList());
      results(queue, 32).forEach((slot, result) -> assertThat(result).isEqualTo(16L * (slot + 1)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void anErrorBelongsToItsOwnEventOnly(Reaping reaping) throws NativeIoException {
    fake.resultByOffset.put(2L * BLOCK, -5L);
    fake.resultByOffset.put(3L * BLOCK, 100L);
    fake.resultByOffset.put(4L * BLOCK, 0L);
    try (AioQueue queue = open(6, reaping)) {
      prepareReads(queue, 0, 6);
      queue.submit();

      assertThat(queue.reap(6, LONG_TIME)).isEqualTo(6);

      assertThat(results(queue, 6))
          .isEqualTo(Map.of(0, 512L, 1, 512L, 2, -5L, 3, 100L, 4, 0L, 5, 512L));
      prepareReads(queue, 2, 3); // a slot whose I/O failed is free again
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void interruptedCallsAreRepeated(Reaping reaping) throws NativeIoException {
    fake.completion = Completion.ON_WAIT;
    fake.script("io_setup", -Errno.EINTR, -Errno.EINTR)
        .script("io_submit", -Errno.EINTR, -Errno.EINTR, -Errno.EINTR)
        .script("io_getevents", -Errno.EINTR, -Errno.EINTR);
    try (AioQueue queue = open(4, reaping)) {
      prepareReads(queue, 0, 4);

      assertThat(queue.submit()).isEqualTo(4);
      assertThat(queue.reap(4, LONG_TIME)).isEqualTo(4);

      assertThat(results(queue, 4))
          .hasSize(4)
          .allSatisfy((slot, n) -> assertThat(n).isEqualTo(512));
      assertThat(fake.submitSizes).containsExactly(4, 4, 4, 4);
    }
    assertThat(fake.calls("io_setup")).isEqualTo(3);
    assertThat(fake.calls("io_getevents")).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void afterAnInterruptItWaitsForWhatIsStillMissingAndForTheTimeStillLeft(Reaping reaping)
      throws NativeIoException {
    fake.completion = Completion.ON_WAIT;
    fake.waitLimits.addAll(List.of(2, 1));
    try (AioQueue queue = open(6, reaping)) {
      prepareReads(queue, 0, 6);
      queue.submit();

      assertThat(queue.reap(4, LONG_TIME)).isEqualTo(4);

      assertThat(fake.waits).extracting(Wait::min).containsExactly(4L, 2L, 1L);
      assertThat(fake.waits).extracting(Wait::nr).containsExactly(6L, 4L, 3L);
      assertThat(fake.waits.get(0).timeoutNanos()).isEqualTo(LONG_TIME);
      assertThat(fake.waits.get(1).timeoutNanos()).isBetween(1L, LONG_TIME - 1);
      assertThat(fake.waits.get(2).timeoutNanos())
          .isBetween(1L, fake.waits.get(1).timeoutNanos() - 1);
      assertThat(results(queue, 4)).hasSize(4);
      assertThat(queue.inFlight()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void interruptsWithoutEndDoNotOutlastTheTimeout(Reaping reaping) throws NativeIoException {
    fake.completion = Completion.NEVER;
    AioQueue queue = open(1, reaping);
    prepareReads(queue, 0, 1);
    queue.submit();
    long[] interrupts = new long[200_000];
    Arrays.fill(interrupts, -Errno.EINTR);
    fake.script("io_getevents", interrupts);

    assertThat(queue.reap(1, TimeUnit.MILLISECONDS.toNanos(2))).isZero();

    assertThat(fake.waits).allSatisfy(wait -> assertThat(wait.min()).isEqualTo(1));
    assertThat(queue.inFlight()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void whatAPartialSubmitLeftIsSubmittedNext(Reaping reaping) throws NativeIoException {
    fake.submitLimits.addAll(List.of(3, 1));
    try (AioQueue queue = open(8, reaping)) {
      prepareReads(queue, 0, 8);

      assertThat(queue.submit()).isEqualTo(8);

      assertThat(fake.submitSizes).containsExactly(8, 5, 4);
      assertThat(slotsTaken()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
      assertThat(queue.pending()).isZero();
      assertThat(queue.inFlight()).isEqualTo(8);
      assertThat(queue.reap(8, LONG_TIME)).isEqualTo(8);
      for (int slot = 0; slot < 8; slot++) {
        assertThat(byteOf(slot)).isEqualTo((byte) (slot + 1));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void whatTheKernelHasNoRoomForStaysPreparedInItsOrder(Reaping reaping) throws NativeIoException {
    fake.submitLimits.addAll(List.of(3, 0));
    try (AioQueue queue = open(8, reaping)) {
      prepareReads(queue, 0, 6);

      assertThat(queue.submit()).isEqualTo(3);
      assertThat(queue.pending()).isEqualTo(3);
      assertThat(queue.inFlight()).isEqualTo(3);
      assertInUse(queue, 4);

      prepareReads(queue, 6, 8);
      assertThat(queue.reap(3, LONG_TIME)).isEqualTo(3);
      prepareReads(queue, 1, 2);
      assertThat(queue.submit()).isEqualTo(6);
      assertThat(slotsTaken()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 1);
      assertThat(queue.reap(6, LONG_TIME)).isEqualTo(6);
      assertThat(queue.pending()).isZero();
    }
  }

  @Test
  void aKernelThatTakesNothingIsNotAskedAgainAndAgain() throws NativeIoException {
    fake.submitLimits.add(0);
    fake.script("io_submit", 0);
    try (AioQueue queue = open(2, Reaping.RING)) {
      prepareReads(queue, 0, 2);

      assertThat(queue.submit()).isZero(); // returned 0
      assertThat(queue.submit()).isZero(); // EAGAIN
      assertThat(fake.submitSizes).containsExactly(2, 2);
      assertThat(queue.reap(1, LONG_TIME)).isZero();
      assertThat(queue.submit()).isEqualTo(2);
    }
  }

  @Test
  void submittingNothingDoesNotCallTheKernel() throws NativeIoException {
    try (AioQueue queue = open(2, Reaping.RING)) {
      assertThat(queue.submit()).isZero();
      assertThat(fake.submitSizes).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void aRefusedOperationComesBackWithItsErrorAndTheOthersGoOn(Reaping reaping)
      throws NativeIoException {
    fake.refusalByOffset.put(0L, -22L);
    fake.refusalByOffset.put(3L * BLOCK, -9L);
    try (AioQueue queue = open(5, reaping)) {
      prepareReads(queue, 0, 5);

      assertThat(queue.submit()).isEqualTo(3);

      assertThat(queue.pending()).isZero();
      assertThat(queue.inFlight()).isEqualTo(3);
      assertInUse(queue, 3);
      assertThat(queue.reap(5, LONG_TIME)).isEqualTo(5);
      assertThat(results(queue, 5)).isEqualTo(Map.of(0, -22L, 1, 512L, 2, 512L, 3, -9L, 4, 512L));
      prepareReads(queue, 3, 4);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void refusedOperationsAloneAreFetchedWithoutWaiting(Reaping reaping) throws NativeIoException {
    try (AioQueue queue = open(3, reaping)) {
      prepareReads(queue, 0, 3);
      file.close();

      assertThat(queue.submit()).isZero();
      assertThat(queue.reap(1, LONG_TIME)).isEqualTo(3);

      assertThat(results(queue, 3)).isEqualTo(Map.of(0, -9L, 1, -9L, 2, -9L));
      assertThat(fake.waits).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void wrapsAroundTheRingThousandsOfTimes(Reaping reaping) throws NativeIoException {
    int depth = 7;
    fake.extraRingEntries = 1; // the smallest ring that can hold all that is in flight
    fake.order = new Random(2);
    Random random = new Random(3);
    try (AioQueue queue = open(depth, reaping)) {
      int[] blocks = new int[depth];
      int done = 0;
      boolean[] busy = new boolean[depth];
      while (done < 40_000) {
        for (int slot = 0; slot < depth; slot++) {
          if (!busy[slot] && random.nextBoolean()) {
            busy[slot] = true;
            blocks[slot] = random.nextInt(BLOCKS);
            queue.prepareRead(slot, file, address(slot), BLOCK, (long) blocks[slot] * BLOCK);
          }
        }
        queue.submit();
        int n = queue.reap(random.nextInt(2), LONG_TIME);
        for (int i = 0; i < n; i++) {
          int slot = queue.slot(i);
          if (!busy[slot]
              || queue.result(i) != BLOCK
              || byteOf(slot) != (byte) (1 + blocks[slot])) {
            throw new AssertionError("I/O " + (done + i) + " in slot " + slot + " is wrong");
          }
          busy[slot] = false;
        }
        done += n;
      }
    }
  }

  @Test
  void theRingAndTheSystemCallGiveTheSame() throws NativeIoException {
    List<String> byRing = transcript(Reaping.RING);
    use(new FakeLibC());

    assertThat(transcript(Reaping.SYSTEM_CALL)).isEqualTo(byRing).hasSizeGreaterThan(2000);
  }

  private List<String> transcript(Reaping reaping) throws NativeIoException {
    fake.order = new Random(4);
    fake.resultByOffset.put(11L * BLOCK, -5L);
    fake.resultByOffset.put(12L * BLOCK, 17L);
    fake.refusalByOffset.put(13L * BLOCK, -22L);
    Random random = new Random(5);
    List<String> transcript = new ArrayList<>();
    try (AioQueue queue = open(16, reaping)) {
      for (int round = 0; round < 200; round++) {
        for (int slot = 0; slot < 16; slot++) {
          long offset = (long) random.nextInt(BLOCKS) * BLOCK;
          queue.prepareRead(slot, file, address(slot), BLOCK, offset);
        }
        if (round % 3 == 0) {
          fake.submitLimits.add(5);
        }
        queue.submit();
        int n = queue.reap(16, LONG_TIME);
        for (int i = 0; i < n; i++) {
          transcript.add(
              round + " " + queue.slot(i) + " " + queue.result(i) + " " + byteOf(queue.slot(i)));
        }
      }
    }
    return transcript;
  }

  @Test
  void doesNotReadARingOfAnUnknownLayout() throws NativeIoException {
    fake.ringMagic = 0xa10a10a2;
    assertFallsBackToTheSystemCall();
    use(new FakeLibC());
    fake.ringIncompatibleFeatures = 1;
    assertFallsBackToTheSystemCall();
    use(new FakeLibC());
    fake.ringHeaderLength = 64;
    assertFallsBackToTheSystemCall();
    use(new FakeLibC());
    fake.ringNrShown = 3;
    assertFallsBackToTheSystemCall();
  }

  private void assertFallsBackToTheSystemCall() throws NativeIoException {
    try (AioQueue queue = open(4, Reaping.RING)) {
      assertThat(queue.readsRing()).isFalse();
      prepareReads(queue, 0, 4);
      queue.submit();
      assertThat(queue.reap(4, LONG_TIME)).isEqualTo(4);
      assertThat(results(queue, 4)).hasSize(4);
      assertThat(fake.waits).isNotEmpty();
    }
  }

  @Test
  void readsTheRingByItselfOnlyWhereTheMemoryOrderIsStrong() throws NativeIoException {
    try (AioQueue queue = open(2, Reaping.AUTO)) {
      assertThat(queue.readsRing()).isTrue();
    }
    use(new FakeLibC(FakeLibC.AARCH64));
    for (Reaping reaping : Reaping.values()) {
      try (AioQueue queue = open(2, reaping)) {
        assertThat(queue.readsRing()).isEqualTo(reaping == Reaping.RING);
        prepareReads(queue, 0, 2);
        queue.submit();
        assertThat(queue.reap(2, LONG_TIME)).isEqualTo(2);
      }
    }
  }

  @Test
  void aFullRingNeedsNoSystemCall() throws NativeIoException {
    try (AioQueue queue = open(4, Reaping.RING)) {
      prepareReads(queue, 0, 4);
      queue.submit();

      assertThat(queue.reap(4, LONG_TIME)).isEqualTo(4);
      assertThat(queue.reap(4, LONG_TIME)).isZero();

      assertThat(fake.waits).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void aMinimumOfZeroTakesWhatIsThereAndDoesNotWait(Reaping reaping) throws NativeIoException {
    fake.completion = Completion.ON_WAIT;
    try (AioQueue queue = open(4, reaping)) {
      assertThat(queue.reap(0, LONG_TIME)).isZero();
      prepareReads(queue, 0, 4);
      queue.submit();
      assertThat(queue.reap(0, LONG_TIME)).isZero();
      fake.complete(3);

      assertThat(queue.reap(0, LONG_TIME)).isEqualTo(3);

      assertThat(fake.waits).allSatisfy(wait -> assertThat(wait.min()).isZero());
      assertThat(queue.inFlight()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void neverWaitsForMoreThanIsInFlight(Reaping reaping) throws NativeIoException {
    fake.completion = Completion.ON_WAIT;
    try (AioQueue queue = open(8, reaping)) {
      assertThat(queue.reap(8, LONG_TIME)).isZero();
      prepareReads(queue, 0, 3);
      assertThat(queue.reap(8, LONG_TIME)).isZero(); // prepared is not in flight
      assertThat(fake.waits).isEmpty();
      queue.submit();

      assertThat(queue.reap(8, LONG_TIME)).isEqualTo(3);

      assertThat(fake.waits).extracting(Wait::min).containsExactly(3L);
    }
  }

  @Test
  void waitsOnlyForWhatTheRingDidNotHold() throws NativeIoException {
    fake.completion = Completion.ON_WAIT;
    try (AioQueue queue = open(8, Reaping.RING)) {
      prepareReads(queue, 0, 8);
      queue.submit();
      fake.complete(3);

      assertThat(queue.reap(5, LONG_TIME)).isEqualTo(5);

      assertThat(fake.waits).containsExactly(new Wait(2, 5, LONG_TIME));
      assertThat(results(queue, 5).keySet()).containsExactly(0, 1, 2, 3, 4);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void theTimeoutEndsTheWaitWithWhatHasCome(Reaping reaping) throws NativeIoException {
    fake.completion = Completion.NEVER;
    AioQueue queue = open(4, reaping);
    prepareReads(queue, 0, 4);
    queue.submit();
    fake.complete(1);

    assertThat(queue.reap(4, TimeUnit.MILLISECONDS.toNanos(5))).isEqualTo(1);
    assertThat(queue.reap(1, 0)).isZero();
    assertThat(queue.reap(1, -5)).isZero();

    assertThat(queue.inFlight()).isEqualTo(3);
    assertThat(fake.waits)
        .allSatisfy(
            wait ->
                assertThat(wait.timeoutNanos()).isBetween(0L, TimeUnit.MILLISECONDS.toNanos(5)));
  }

  @Test
  void splitsTheTimeoutIntoSecondsAndNanoseconds() throws NativeIoException {
    fake.completion = Completion.ON_WAIT;
    try (AioQueue queue = open(1, Reaping.SYSTEM_CALL)) {
      for (long timeout : new long[] {1, 999_999_999, 1_000_000_000, Long.MAX_VALUE}) {
        prepareReads(queue, 0, 1);
        queue.submit();
        assertThat(queue.reap(1, timeout)).isEqualTo(1); // the fake refuses a bad timespec
        assertThat(fake.waits.get(fake.waits.size() - 1)).isEqualTo(new Wait(1, 1, timeout));
      }
    }
  }

  @Test
  void aRefusedWaitIsAnExceptionThatNamesTheCall() throws NativeIoException {
    fake.completion = Completion.ON_WAIT;
    try (AioQueue queue = open(2, Reaping.RING)) {
      prepareReads(queue, 0, 2);
      queue.submit();
      fake.script("io_getevents", -14);

      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(() -> queue.reap(1, LONG_TIME))
          .withMessage("io_getevents: EFAULT (bad memory address)");

      assertThat(queue.inFlight()).isEqualTo(2);
      assertThat(queue.reap(2, LONG_TIME)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void drainingWaitsUntilNothingIsInFlight(Reaping reaping) throws NativeIoException {
    fake.completion = Completion.ON_WAIT;
    try (AioQueue queue = open(5, reaping)) {
      prepareReads(queue, 0, 5);
      queue.submit();

      assertThat(queue.drain(Duration.ofMinutes(1))).isTrue();

      assertThat(queue.inFlight()).isZero();
      assertThat(queue.drain(Duration.ZERO)).isTrue();
      prepareReads(queue, 0, 5); // all slots are free again
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void drainingADeadDeviceGivesUpAndCanBeTriedAgain(Reaping reaping) throws NativeIoException {
    fake.completion = Completion.NEVER;
    try (AioQueue queue = open(3, reaping)) {
      prepareReads(queue, 0, 3);
      queue.submit();
      fake.complete(2);

      assertThat(queue.drain(Duration.ofMillis(5))).isFalse();
      assertThat(queue.inFlight()).isEqualTo(1);

      fake.complete(1);
      assertThat(queue.drain(Duration.ofMillis(5))).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void closingWaitsForWhatIsInFlightAndGivesEverythingBack(Reaping reaping)
      throws NativeIoException {
    fake.completion = Completion.ON_WAIT;
    int mappings = fake.liveMappings();
    AioQueue queue = open(5, reaping);
    prepareReads(queue, 0, 5);
    queue.submit();

    queue.close();
    queue.close();

    assertThat(queue.inFlight()).isZero();
    assertThat(byteOf(4)).isEqualTo((byte) 5);
    assertThat(fake.calls("io_destroy")).isEqualTo(1);
    assertThat(fake.liveMappings()).isEqualTo(mappings);
  }

  @Test
  void closingForgetsWhatWasPreparedOnly() throws NativeIoException {
    AioQueue queue = open(3, Reaping.RING);
    prepareReads(queue, 0, 3);

    queue.close();

    assertThat(fake.taken).isEmpty();
    assertThat(fake.calls("io_destroy")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void closingOnADeadDeviceKeepsTheMemoryThatTheKernelMayStillWrite(Reaping reaping)
      throws NativeIoException {
    fake.completion = Completion.NEVER;
    int mappings = fake.liveMappings();
    AioQueue queue = open(3, reaping);
    prepareReads(queue, 0, 3);
    queue.submit();
    fake.complete(1);
    fake.unmapped.clear();

    queue.close(Duration.ofMillis(5));
    queue.close(Duration.ofMillis(5));

    assertThat(queue.inFlight()).isEqualTo(2);
    assertThat(fake.unmapped).isEmpty();
    assertThat(fake.liveMappings()).isEqualTo(mappings + 1);
    assertThat(fake.calls("io_destroy")).isZero();
    fake.complete(2); // late answers still find their memory
    assertMisuseIsRefused(queue);
  }

  @Test
  void closingKeepsTheMemoryAlsoWhereTheWaitItselfFails() throws NativeIoException {
    fake.completion = Completion.NEVER;
    AioQueue queue = open(1, Reaping.RING);
    prepareReads(queue, 0, 1);
    queue.submit();
    fake.unmapped.clear();
    fake.script("io_getevents", -22);

    queue.close();

    assertThat(queue.inFlight()).isEqualTo(1);
    assertThat(fake.unmapped).isEmpty();
    assertThat(fake.calls("io_destroy")).isZero();
  }

  @Test
  void whatIsLeakedOnPurposeIsLogged() throws IOException, InterruptedException {
    String output =
        ChildJvm.run(
            DeadDeviceProgram.class, "-Dslf4j.provider=" + PrintingSlf4jProvider.class.getName());

    assertThat(output.lines())
        .singleElement()
        .asString()
        .isEqualTo(
            "WARN "
                + AioQueue.class.getName()
                + ": 2 I/Os did not come back within PT0.01S;"
                + " their memory is kept until the process ends");
  }

  /** Run in a JVM of its own, because a logging backend is chosen once per JVM. */
  static final class DeadDeviceProgram {
    private DeadDeviceProgram() {}

    public static void main(String[] args) throws NativeIoException {
      AioQueueTest test = new AioQueueTest();
      test.openFileAndBuffer();
      test.fake.completion = Completion.NEVER;
      AioQueue queue = test.open(2, Reaping.AUTO);
      test.prepareReads(queue, 0, 2);
      queue.submit();
      queue.close(Duration.ofMillis(10));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RING", "SYSTEM_CALL"})
  void refusesUseAfterClose(Reaping reaping) throws NativeIoException {
    AioQueue idle = open(2, reaping);
    idle.close();
    assertMisuseIsRefused(idle);

    AioQueue prepared = open(2, reaping);
    prepareReads(prepared, 0, 1);
    prepared.close();
    assertMisuseIsRefused(prepared);
    assertThat(fake.taken).isEmpty();
  }

  private void assertMisuseIsRefused(AioQueue queue) {
    assertThatIllegalStateException()
        .isThrownBy(() -> prepareReads(queue, 1, 2))
        .withMessageContaining("closed");
    assertThatIllegalStateException().isThrownBy(queue::submit).withMessageContaining("closed");
    assertThatIllegalStateException().isThrownBy(queue::ready).withMessageContaining("closed");
    assertThatIllegalStateException()
        .isThrownBy(() -> queue.reap(0, 0))
        .withMessageContaining("closed");
    assertThatIllegalStateException()
        .isThrownBy(() -> queue.reap(1, LONG_TIME))
        .withMessageContaining("closed");
  }

  @ParameterizedTest
  @ValueSource(longs = {Errno.EAGAIN, Errno.EINVAL})
  void aDepthThatDoesNotFitIsExplained(long errno) throws NativeIoException {
    int mappings = fake.liveMappings();
    fake.script("io_setup", -errno);

    assertThatExceptionOfType(NativeIoException.class)
        .isThrownBy(() -> open(77, Reaping.AUTO))
        .withMessageContaining(Errno.name((int) errno))
        .withMessageContaining("queue depth 77")
        .withMessageMatching(".*fs\\.aio-nr is \\d+ of fs\\.aio-max-nr \\d+.*")
        .withMessageContaining("sysctl")
        .satisfies(e -> assertThat(e.operation()).isEqualTo("io_setup"));

    assertThat(fake.liveMappings()).isEqualTo(mappings);
  }

  @ParameterizedTest
  @CsvSource({"38,ENOSYS", "1,EPERM"})
  void aKernelWithoutAioIsExplained(long errno, String name) {
    fake.script("io_setup", -errno);

    assertThatExceptionOfType(NativeIoException.class)
        .isThrownBy(() -> open(1, Reaping.AUTO))
        .withMessageContaining(name)
        .withMessageContaining("blocks Linux AIO");
  }

  @Test
  void anyOtherRefusalKeepsItsErrno() {
    fake.script("io_setup", -12);

    assertThatExceptionOfType(NativeIoException.class)
        .isThrownBy(() -> open(1, Reaping.AUTO))
        .withMessage("io_setup: ENOMEM (out of memory)");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, (1 << 20) + 1, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void refusesADepthOutOfRange(int depth) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open(depth, Reaping.AUTO))
        .withMessageContaining("depth " + depth)
        .withMessageContaining("1048576");
    assertThat(fake.calls("io_setup")).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1024, 1 << 20})
  void takesAnyDepthWithinTheRange(int depth) throws NativeIoException {
    try (AioQueue queue = open(depth, Reaping.RING)) {
      assertThat(queue.depth()).isEqualTo(depth);
      queue.prepareRead(depth - 1, file, address(0), BLOCK, 0);
      assertThat(queue.submit()).isEqualTo(1);
      assertThat(queue.reap(1, LONG_TIME)).isEqualTo(1);
      assertThat(queue.slot(0)).isEqualTo(depth - 1);
    }
  }
}
