package io.github.iogauge.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.iogauge.internal.InTarget;
import io.github.iogauge.nativeio.AioQueue.Reaping;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every engine owes the measuring loop, asked of all of them, with and without the page cache.
 * The fake one does all at once that the contract allows: it answers late, in part and out of
 * order.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("subjects")
@Timeout(120) // against an engine that waits for ever
class IoQueueContractTest {

  private static final int BLOCK = 4096;
  private static final long ONE_HOUR = TimeUnit.HOURS.toNanos(1);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** An engine with or without O_DIRECT. */
  record Subject(String name, IoEngine engine, boolean direct) {
    @Override
    public String toString() {
      return name + (direct ? ", direct" : ", buffered");
    }
  }

  /** What came of an I/O: bytes moved in all, or the negated errno and its description. */
  record Outcome(long result, String description) {}

  static Stream<Subject> subjects() {
    return Stream.of(true, false)
        .flatMap(
            direct ->
                Stream.of(
                    new Subject("libaio with ring", new LibaioEngine(Reaping.RING), direct),
                    new Subject("libaio without ring", LibaioEngine.withoutRing(), direct),
                    new Subject("psync", new PsyncEngine(), direct),
                    new Subject("nio", new NioEngine(), direct),
                    new Subject("fake", new FakeEngine(), direct),
                    new Subject("awkward fake", awkward(), direct)));
  }

  private static FakeEngine awkward() {
    return new FakeEngine()
        .withEmptyReaps(2)
        .withShortTransfers(3)
        .withPartialSubmits(3)
        .withEventsOutOfOrder();
  }

  @Parameter Subject subject;

  @TempDir(factory = InTarget.class)
  Path directory;

  private IoEngine engine;
  private Path file;
  private final List<IoQueue> opened = new ArrayList<>();

  @BeforeEach
  void makeFile() throws IOException {
    engine = subject.engine();
    engine.unavailable().ifPresent(reason -> assumeTrue(false, reason));
    file = Files.write(directory.resolve("file"), new byte[64 * BLOCK]);
    if (subject.direct()) {
      try {
        engine.alignment(file, true);
      } catch (IOException e) {
        assumeTrue(false, "the file system of target/ does not take O_DIRECT: " + e.getMessage());
      }
    }
  }

  @AfterEach
  void closeQueues() {
    opened.forEach(IoQueue::close);
  }

  private IoQueue open(boolean write, int depth, int blockSize) throws IOException {
    IoQueue queue =
        engine.open(new QueueRequest(file, write, subject.direct(), false, depth, blockSize));
    opened.add(queue);
    return queue;
  }

  private int deep() {
    return Math.min(32, engine.maxQueueDepth());
  }

  private static byte[] pattern(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] content(ByteBuffer buffer, int offset, int length) {
    byte[] bytes = new byte[length];
    buffer.get(offset, bytes);
    return bytes;
  }

  /** Starts all that is prepared, however many calls that takes. */
  private static void submitAll(IoQueue queue) {
    while (queue.pending() > 0) {
      int before = queue.pending();
      assertThat(queue.submit()).isEqualTo(before - queue.pending());
    }
  }

  /** Submits, and fetches all completions: by slot, as they came. */
  private static Map<Integer, Outcome> complete(IoQueue queue) throws IOException {
    submitAll(queue);
    Map<Integer, Outcome> outcomes = new HashMap<>();
    while (queue.inFlight() > 0) {
      int count = queue.reap(1, SECOND);
      for (int i = 0; i < count; i++) {
        long result = queue.result(i);
        Outcome outcome = new Outcome(result, result < 0 ? queue.describe(i) : "");
        assertThat(outcomes.put(queue.slot(i), outcome)).as("slot twice").isNull();
      }
    }
    return outcomes;
  }

  /** Does one I/O to its end, asking again for what a short transfer left. */
  private long transfer(
      IoQueue queue, boolean write, int slot, int bufferOffset, int length, long offset)
      throws IOException {
    int moved = 0;
    while (moved < length) {
      if (write) {
        queue.prepareWrite(slot, bufferOffset + moved, length - moved, offset + moved);
      } else {
        queue.prepareRead(slot, bufferOffset + moved, length - moved, offset + moved);
      }
      long result = complete(queue).get(slot).result();
      if (result < 0) {
        return result;
      }
      moved += (int) result;
      if (result == 0 || moved % engine.alignment(file, subject.direct()) != 0) {
        return moved;
      }
    }
    return moved;
  }

  private long write(IoQueue queue, int slot, byte[] data, long offset) throws IOException {
    queue.buffer(slot).put(0, data);
    return transfer(queue, true, slot, 0, data.length, offset);
  }

  private byte[] read(IoQueue queue, int slot, int length, long offset) throws IOException {
    assertThat(transfer(queue, false, slot, 0, length, offset)).isEqualTo(length);
    return content(queue.buffer(slot), 0, length);
  }

  @Test
  void readsBackWhatWasWrittenAtItsOffset() throws IOException {
    IoQueue queue = open(true, deep(), BLOCK);
    List<Integer> blocks = new ArrayList<>(List.of(0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 63));
    for (int block : blocks) {
      assertThat(write(queue, block % deep(), pattern(block, BLOCK), (long) block * BLOCK))
          .isEqualTo(BLOCK);
    }
    Collections.reverse(blocks);
    for (int block : blocks) {
      assertThat(read(queue, (block + 7) % deep(), BLOCK, (long) block * BLOCK))
          .isEqualTo(pattern(block, BLOCK));
    }
    assertThat(read(queue, 0, BLOCK, 40L * BLOCK)).as("never written").isEqualTo(new byte[BLOCK]);
  }

  @Test
  void whatOneQueueWroteAnotherReads() throws IOException {
    IoQueue writer = open(true, 1, BLOCK);
    write(writer, 0, pattern(1, BLOCK), 3L * BLOCK);
    writer.close();

    assertThat(read(open(false, 1, BLOCK), 0, BLOCK, 3L * BLOCK)).isEqualTo(pattern(1, BLOCK));
  }

  @Test
  void bufferOffsetIsWhereTheDataOfAReadGo() throws IOException {
    IoQueue queue = open(true, 1, 4 * BLOCK);
    write(queue, 0, pattern(1, BLOCK), 0);
    queue.buffer(0).put(0, pattern(2, 4 * BLOCK));

    assertThat(transfer(queue, false, 0, 2 * BLOCK, BLOCK, 0)).isEqualTo(BLOCK);

    byte[] expected = pattern(2, 4 * BLOCK);
    System.arraycopy(pattern(1, BLOCK), 0, expected, 2 * BLOCK, BLOCK);
    assertThat(content(queue.buffer(0), 0, 4 * BLOCK)).isEqualTo(expected);
  }

  @Test
  void bufferOffsetIsWhereTheDataOfAWriteComeFrom() throws IOException {
    IoQueue queue = open(true, 1, 4 * BLOCK);
    byte[] data = pattern(3, 4 * BLOCK);
    queue.buffer(0).put(0, data);

    assertThat(transfer(queue, true, 0, BLOCK, 2 * BLOCK, 8L * BLOCK)).isEqualTo(2 * BLOCK);

    assertThat(read(queue, 0, 4 * BLOCK, 7L * BLOCK))
        .startsWith(new byte[BLOCK])
        .endsWith(new byte[BLOCK])
        .contains(Arrays.copyOfRange(data, BLOCK, 3 * BLOCK));
  }

  @Test
  void everySlotHasABufferOfItsOwn() throws IOException {
    IoQueue queue = open(true, deep(), BLOCK);
    for (int slot = 0; slot < deep(); slot++) {
      queue.buffer(slot).put(0, pattern(slot, BLOCK));
    }
    for (int slot = 0; slot < deep(); slot++) {
      assertThat(queue.buffer(slot).capacity()).isEqualTo(BLOCK);
      assertThat(content(queue.buffer(slot), 0, BLOCK)).isEqualTo(pattern(slot, BLOCK));
    }
  }

  @Test
  void aFullQueueCompletesEverySlotOnce() throws IOException {
    IoQueue queue = open(true, deep(), BLOCK);
    for (int slot = 0; slot < deep(); slot++) {
      write(queue, slot, pattern(slot, BLOCK), (long) slot * BLOCK);
    }
    for (int round = 0; round < 20; round++) {
      for (int slot = 0; slot < deep(); slot++) {
        queue.prepareRead(slot, 0, BLOCK, (long) (slot + round) % deep() * BLOCK);
      }
      Map<Integer, Outcome> outcomes = complete(queue);
      assertThat(outcomes).hasSize(deep());
      for (int slot = 0; slot < deep(); slot++) {
        int moved = (int) outcomes.get(slot).result();
        assertThat(moved).isBetween(512, BLOCK);
        assertThat(content(queue.buffer(slot), 0, moved))
            .isEqualTo(Arrays.copyOf(pattern((slot + round) % deep(), BLOCK), moved));
      }
    }
  }

  @Test
  void resultIsTheNumberOfBytesUpToTheEndOfTheFile() throws IOException {
    file = Files.write(directory.resolve("odd"), pattern(1, BLOCK + 1024));
    IoQueue queue = open(false, 1, 2 * BLOCK);

    assertThat(transfer(queue, false, 0, 0, 2 * BLOCK, 0)).isEqualTo(BLOCK + 1024);
    assertThat(content(queue.buffer(0), 0, BLOCK + 1024)).isEqualTo(pattern(1, BLOCK + 1024));
  }

  @Test
  void aReadAtOrBeyondTheEndOfTheFileBringsNothingAndIsNoError() throws IOException {
    IoQueue queue = open(false, 1, BLOCK);

    assertThat(transfer(queue, false, 0, 0, BLOCK, 64L * BLOCK)).isZero();
    assertThat(transfer(queue, false, 0, 0, BLOCK, 1L << 30)).isZero();
  }

  @Test
  void aSlotIsTakenFromPrepareUntilItIsReaped() throws IOException {
    IoQueue queue = open(true, 1, BLOCK);

    queue.prepareRead(0, 0, BLOCK, 0);
    assertThatIllegalStateException()
        .isThrownBy(() -> queue.prepareRead(0, 0, BLOCK, 0))
        .withMessageContaining("slot 0");
    submitAll(queue);
    assertThatIllegalStateException().isThrownBy(() -> queue.prepareWrite(0, 0, BLOCK, 0));
    complete(queue);
    queue.prepareWrite(0, 0, BLOCK, 0);
    assertThat(complete(queue)).containsKey(0);
  }

  @Test
  void pendingAndInFlightTellTheTruthAllTheTime() throws IOException {
    IoQueue queue = open(false, deep(), BLOCK);
    assertThat(queue.pending()).isZero();
    assertThat(queue.inFlight()).isZero();
    for (int slot = 0; slot < deep(); slot++) {
      queue.prepareRead(slot, 0, BLOCK, (long) slot * BLOCK);
      assertThat(queue.pending()).isEqualTo(slot + 1);
      assertThat(queue.inFlight()).isZero();
      assertThat(queue.ready()).isZero();
    }
    int started = 0;
    while (queue.pending() > 0) {
      started += queue.submit();
      assertThat(queue.inFlight()).isEqualTo(started);
      assertThat(queue.pending()).isEqualTo(deep() - started);
      assertThat(queue.ready()).isBetween(0, started);
    }
    int left = deep();
    while (left > 0) {
      left -= queue.reap(1, SECOND);
      assertThat(queue.inFlight()).isEqualTo(left);
    }
    assertThat(queue.pending()).isZero();
  }

  @Test
  void submittingNothingStartsNothing() throws IOException {
    IoQueue queue = open(false, deep(), BLOCK);

    assertThat(queue.submit()).isZero();
    assertThat(queue.inFlight()).isZero();
  }

  @Test
  void anIdleQueueIsNotWaitedFor() throws IOException {
    IoQueue queue = open(false, deep(), BLOCK);

    assertThat(queue.reap(1, ONE_HOUR)).isZero();
    assertThat(queue.reap(0, ONE_HOUR)).isZero();
    queue.prepareRead(0, 0, BLOCK, 0);
    assertThat(queue.reap(1, ONE_HOUR)).as("prepared, but not started").isZero();
  }

  @Test
  void lookingWithoutWaitingFindsCompletionsInTheEnd() throws IOException {
    IoQueue queue = open(false, 1, BLOCK);
    queue.prepareRead(0, 0, BLOCK, 0);
    submitAll(queue);

    int found = 0;
    while (found == 0) {
      found = queue.reap(0, 0);
      Thread.onSpinWait();
    }
    assertThat(found).isEqualTo(1);
    assertThat(queue.slot(0)).isZero();
  }

  @Test
  void morePatienceThanIosDoesNotBlock() throws IOException {
    IoQueue queue = open(false, deep(), BLOCK);
    queue.prepareRead(0, 0, BLOCK, 0);
    submitAll(queue);

    int count = 0;
    while (count == 0) {
      count = queue.reap(deep(), ONE_HOUR);
    }
    assertThat(count).isEqualTo(1);
  }

  @Test
  void aWriteOnAQueueForReadingIsAnErrorInWords() throws IOException {
    IoQueue queue = open(false, 1, BLOCK);
    queue.prepareWrite(0, 0, BLOCK, 0);

    Outcome outcome = complete(queue).get(0);

    assertThat(outcome.result()).isNegative();
    assertThat(outcome.description()).isNotBlank().doesNotContain("\n");
    assertThat(read(queue, 0, BLOCK, 0)).as("the slot works on").isEqualTo(new byte[BLOCK]);
    assertThat(Files.readAllBytes(file)).isEqualTo(new byte[64 * BLOCK]);
  }

  @Test
  void anUnalignedDirectTransferIsAnErrorInWords() throws IOException {
    assumeTrue(subject.direct(), "the page cache takes any offset");
    IoQueue queue = open(true, 1, BLOCK);

    for (int[] place : new int[][] {{1, 512}, {0, 511}, {100, 100}}) {
      queue.prepareRead(0, 0, place[1], place[0]);
      Outcome outcome = complete(queue).get(0);
      assertThat(outcome.result()).isNegative();
      assertThat(outcome.description()).isNotBlank().doesNotContain("\n");
    }
    assertThat(read(queue, 0, BLOCK, 0)).hasSize(BLOCK);
  }

  @Test
  void anErrorInOneSlotLeavesTheOthersAlone() throws IOException {
    assumeTrue(engine.maxQueueDepth() > 1, engine.name() + " has one slot only");
    IoQueue queue = open(false, deep(), BLOCK);
    for (int slot = 0; slot < deep(); slot++) {
      if (slot % 3 == 1) {
        queue.prepareWrite(slot, 0, BLOCK, 0);
      } else {
        queue.prepareRead(slot, 0, BLOCK, (long) slot * BLOCK);
      }
    }

    Map<Integer, Outcome> outcomes = complete(queue);

    assertThat(outcomes).hasSize(deep());
    outcomes.forEach(
        (slot, outcome) -> {
          if (slot % 3 == 1) {
            assertThat(outcome.result()).as("slot %s", slot).isNegative();
            assertThat(outcome.description()).as("slot %s", slot).isNotBlank();
          } else {
            assertThat(outcome.result()).as("slot %s", slot).isPositive();
          }
        });
  }

  @Test
  void syncsDataAloneAndWithMetadata() throws IOException {
    IoQueue queue = open(true, 1, BLOCK);
    write(queue, 0, pattern(1, BLOCK), 0);

    queue.sync(true);
    queue.sync(false);

    assertThat(read(queue, 0, BLOCK, 0)).isEqualTo(pattern(1, BLOCK));
  }

  @Test
  void droppingTheCacheLosesNothing() throws IOException {
    IoQueue queue = open(true, 1, BLOCK);
    write(queue, 0, pattern(1, BLOCK), 0);
    queue.sync(false);

    queue.dropCache(); // where the engine cannot, it says so and nothing has happened

    assertThat(read(queue, 0, BLOCK, 0)).isEqualTo(pattern(1, BLOCK));
  }

  @Test
  void closingTwiceDoesNothing() throws IOException {
    IoQueue queue = open(true, deep(), BLOCK);
    write(queue, 0, pattern(1, BLOCK), 0);

    queue.close();
    queue.close();
    queue.close(Duration.ZERO);

    assertThat(descriptors()).isEmpty();
  }

  @Test
  void closingWithIosInFlightWaitsForThem() throws IOException {
    IoQueue queue = open(true, deep(), BLOCK);
    for (int slot = 0; slot < deep(); slot++) {
      queue.prepareRead(slot, 0, BLOCK, (long) slot * BLOCK);
    }
    submitAll(queue);
    assertThat(queue.inFlight()).isEqualTo(deep());

    queue.close();
    queue.close();

    assertThat(descriptors()).isEmpty();
  }

  @Test
  void closingWithIosThatWereNeverStartedDropsThem() throws IOException {
    IoQueue queue = open(true, 1, BLOCK);
    queue.buffer(0).put(0, pattern(1, BLOCK));
    queue.prepareWrite(0, 0, BLOCK, 0);

    queue.close();

    assertThat(Files.readAllBytes(file)).isEqualTo(new byte[64 * BLOCK]);
    assertThat(descriptors()).isEmpty();
  }

  /** What this process has open of the file. */
  private List<Path> descriptors() throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : (Iterable<Path>) all::iterator) {
        try {
          if (Files.readSymbolicLink(descriptor).equals(file)) {
            found.add(descriptor);
          }
        } catch (IOException e) {
          // That one was for the listing itself.
        }
      }
    }
    return found;
  }

  @Test
  void aSymbolicLinkIsRefused() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    Path dangling =
        Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("nothing"));

    for (Path path : List.of(link, dangling)) {
      assertThatIOException()
          .isThrownBy(() -> openAt(path).close())
          .satisfies(e -> assertThat(e.getMessage()).contains(path.toString()).hasLineCount(1));
    }
    assertThat(directory.resolve("nothing")).doesNotExist();
  }

  @Test
  void aMissingFileIsRefusedAndNotMade() {
    Path missing = directory.resolve("missing");

    assertThatIOException()
        .isThrownBy(() -> openAt(missing).close())
        .satisfies(e -> assertThat(e.getMessage()).contains(missing.toString()).hasLineCount(1));
    assertThat(missing).doesNotExist();
  }

  private IoQueue openAt(Path path) throws IOException {
    return engine.open(new QueueRequest(path, true, subject.direct(), false, 1, BLOCK));
  }

  @Test
  void aSynchronousQueueIsOpenedWithDsync() throws IOException {
    assumeFalse(engine instanceof FakeEngine, "what is in memory has no medium to wait for");
    try (IoQueue queue =
        engine.open(new QueueRequest(file, true, subject.direct(), true, 1, BLOCK))) {
      assertThat(write(queue, 0, pattern(1, BLOCK), 0)).isEqualTo(BLOCK);
      assertThat(descriptors()).hasSize(1);
      assertThat(openFlags() & 010000).as("O_DSYNC").isNotZero();
    }
    open(true, 1, BLOCK);
    assertThat(openFlags() & 010000).as("O_DSYNC").isZero();
  }

  @Test
  void aQueueBypassesTheCacheExactlyWhenAsked() throws IOException {
    assumeFalse(engine instanceof FakeEngine, "what is in memory has no cache");
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "the flag is that of x86-64");
    open(false, 1, BLOCK);

    assertThat((openFlags() & 040000) != 0).isEqualTo(subject.direct());
  }

  private int openFlags() throws IOException {
    Path info = Path.of("/proc/self/fdinfo").resolve(descriptors().get(0).getFileName());
    for (String line : Files.readAllLines(info)) {
      if (line.startsWith("flags:")) {
        return Integer.parseInt(line.substring(6).strip(), 8);
      }
    }
    throw new IOException(info + " names no flags");
  }

  @Test
  void alignmentIsAPowerOfTwoAndOneForThePageCache() throws IOException {
    int alignment = engine.alignment(file, subject.direct());

    assertThat(Integer.bitCount(alignment)).isEqualTo(1);
    if (!subject.direct()) {
      assertThat(alignment).isEqualTo(1);
    }
  }

  @Test
  void transfersOfTheAlignmentItNamesWork() throws IOException {
    int alignment = engine.alignment(file, subject.direct());
    IoQueue queue = open(true, 1, BLOCK);
    byte[] data = pattern(1, alignment);
    queue.buffer(0).put(0, data);

    assertThat(transfer(queue, true, 0, 0, alignment, 3L * alignment)).isEqualTo(alignment);
    assertThat(read(queue, 0, alignment, 3L * alignment)).isEqualTo(data);
  }

  @Test
  void itHasANameAndRoomForAtLeastOneIo() {
    assertThat(engine.name()).matches("[a-z]+");
    assertThat(engine.maxQueueDepth()).isPositive();
  }
}
