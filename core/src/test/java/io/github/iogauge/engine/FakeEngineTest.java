package io.github.iogauge.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.internal.InTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the faults which other tests rely on really happen. */
class FakeEngineTest {

  @TempDir(factory = InTarget.class)
  Path directory;

  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    file = Files.write(directory.resolve("file"), new byte[16384]);
  }

  private IoQueue open(FakeEngine engine) throws IOException {
    IoQueue queue = engine.open(new QueueRequest(file, true, false, false, 4, 4096));
    for (int slot = 0; slot < 4; slot++) {
      queue.prepareRead(slot, 0, 4096, slot * 4096L);
    }
    return queue;
  }

  @Test
  void reapsComeBackEmpty() throws IOException {
    IoQueue queue = open(new FakeEngine().withEmptyReaps(2));

    assertThat(queue.submit()).isEqualTo(4);
    assertThat(queue.reap(1, 1000)).isZero();
    assertThat(queue.reap(1, 1000)).isZero();
    assertThat(queue.reap(1, 1000)).isEqualTo(4);
  }

  @Test
  void transfersAreShort() throws IOException {
    IoQueue queue = open(new FakeEngine().withShortTransfers(2));
    queue.submit();
    queue.reap(4, 0);

    assertThat(List.of(queue.result(0), queue.result(1), queue.result(2), queue.result(3)))
        .containsExactly(4096L, 2048L, 4096L, 2048L);
  }

  @Test
  void submitsArePartial() throws IOException {
    IoQueue queue = open(new FakeEngine().withPartialSubmits(3));

    assertThat(queue.submit()).isEqualTo(3);
    assertThat(queue.pending()).isEqualTo(1);
    assertThat(queue.submit()).isEqualTo(1);
  }

  @Test
  void eventsComeOutOfOrder() throws IOException {
    IoQueue queue = open(new FakeEngine().withEventsOutOfOrder());
    queue.submit();
    List<Integer> order = new ArrayList<>();
    while (queue.inFlight() > 0) {
      int count = queue.reap(4, 0);
      for (int i = 0; i < count; i++) {
        order.add(queue.slot(i));
      }
    }

    assertThat(order).containsExactlyInAnyOrder(0, 1, 2, 3).isNotEqualTo(List.of(0, 1, 2, 3));
  }

  @Test
  void singleIosFail() throws IOException {
    IoQueue queue = open(new FakeEngine().withErrors(io -> io.offset() == 4096 ? 5 : 0));
    queue.submit();
    queue.reap(4, 0);

    assertThat(queue.result(0)).isEqualTo(4096);
    assertThat(queue.result(1)).isEqualTo(-5);
    assertThat(queue.describe(1)).startsWith("EIO");
  }

  @Test
  void anIoThatIsLostStaysInFlightAndClosingReturns() throws IOException {
    FakeEngine engine = new FakeEngine().withLost(io -> io.offset() == 0);
    IoQueue queue = open(engine);
    queue.submit();

    assertThat(queue.reap(4, 1000)).isEqualTo(3);
    assertThat(queue.reap(1, 1000)).isZero();
    assertThat(queue.inFlight()).isEqualTo(1);
    queue.close(Duration.ofMillis(1));
    assertThat(engine.openQueues()).isZero();
  }
}
