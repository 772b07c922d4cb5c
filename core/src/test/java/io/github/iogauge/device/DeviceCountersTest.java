package io.github.iogauge.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceCountersTest {

  private static final String ELEVEN = "1 2 3 4 5 6 7 8 9 10 11";

  private static Optional<DeviceCounters> parse(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.US_ASCII);
    return DeviceCounters.parse(bytes, bytes.length);
  }

  @Test
  void readsEachFieldAndCountsUnitsOf512Bytes() {
    DeviceCounters expected = new DeviceCounters(1, 2, 3 * 512, 4, 5, 6, 7 * 512, 8, 9, 10, 11);

    assertThat(parse(ELEVEN)).contains(expected);
    assertThat(parse("  1   2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n")).contains(expected);
  }

  @Test
  void readsNothingFromAShortOrForeignLine() {
    assertThat(parse("")).isEmpty();
    assertThat(parse("1 2 3 4 5 6 7 8 9 10")).isEmpty();
    assertThat(parse("1 2 3 4 5 6 7 8 9 10 x")).isEmpty();
    assertThat(parse("1 2 3 -4 5 6 7 8 9 10 11")).isEmpty();
  }

  @Test
  void doesNotReadBeyondTheLengthGiven() {
    byte[] bytes = ELEVEN.getBytes(StandardCharsets.US_ASCII);

    assertThat(DeviceCounters.parse(bytes, bytes.length - 2)).isEmpty();
  }

  @Test
  void subtractsEachSumAndKeepsWhatIsInFlight() {
    DeviceCounters earlier = new DeviceCounters(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    DeviceCounters later = new DeviceCounters(101, 202, 303, 404, 505, 606, 707, 808, 4, 910, 1011);

    DeviceCounters difference = later.minus(earlier);

    assertThat(difference)
        .isEqualTo(new DeviceCounters(100, 200, 300, 400, 500, 600, 700, 800, 4, 900, 1000));
    assertThat(difference.wentBackwards()).isFalse();
  }

  @Test
  void setsTimesRightThatRanOver32Bits() {
    long last = (1L << 32) - 1;
    DeviceCounters earlier = new DeviceCounters(0, 0, 0, last, 0, 0, 0, last - 1, 0, last, last);
    DeviceCounters later = new DeviceCounters(0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 3);

    assertThat(later.minus(earlier)).isEqualTo(new DeviceCounters(0, 0, 0, 1, 0, 0, 0, 3, 0, 3, 4));
  }

  @Test
  void saysWhenTheDeviceWasReplaced() {
    DeviceCounters zero = new DeviceCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    assertThat(zero.minus(zero).wentBackwards()).isFalse();
    assertThat(zero.minus(new DeviceCounters(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).wentBackwards())
        .isTrue();
    assertThat(zero.minus(new DeviceCounters(0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)).wentBackwards())
        .isTrue();
    assertThat(zero.minus(new DeviceCounters(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)).wentBackwards())
        .isTrue();
    assertThat(zero.minus(new DeviceCounters(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0)).wentBackwards())
        .isTrue();
  }

  @Test
  void areReadAgainAndAgainFromTheDevice(@TempDir Path root) {
    CapturedTree tree = new CapturedTree(root).disk("virtual", "zram0", "253:0", 8);
    CountersReader reader = tree.resolver().countersReader(tree.device("zram0"));

    DeviceCounters first = reader.read().orElseThrow();
    tree.file("/sys/devices/virtual/block/zram0/stat", ELEVEN);
    DeviceCounters second = reader.read().orElseThrow();

    assertThat(first.readOperations()).isEqualTo(27798);
    assertThat(first.readBytes()).isEqualTo(1842778L * 512);
    assertThat(first.writeBytes()).isEqualTo(455224L * 512);
    assertThat(first.inFlight()).isEqualTo(2);
    assertThat(second.readOperations()).isEqualTo(1);
  }

  @Test
  void areReadOnAnInterruptedThread(@TempDir Path root) {
    CapturedTree tree = new CapturedTree(root).disk("virtual", "zram0", "253:0", 8);
    CountersReader reader = tree.resolver().countersReader(tree.device("zram0"));

    Thread.currentThread().interrupt();
    Optional<DeviceCounters> counters = reader.read();
    boolean stillInterrupted = Thread.interrupted();

    assertThat(counters).isPresent();
    assertThat(stillInterrupted).isTrue();
  }

  @Test
  void areAbsentWhenTheDeviceHasGone(@TempDir Path root) {
    CapturedTree tree = new CapturedTree(root).disk("virtual", "zram0", "253:0", 8);
    StorageDevice device = tree.device("zram0");
    tree.delete("/sys/devices/virtual/block/zram0/stat");

    assertThat(tree.resolver().counters(device)).isEmpty();
  }
}
