package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.DataPattern;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockFillerTest {

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.capacity()];
    buffer.get(0, bytes);
    return bytes;
  }

  @Test
  void randomDataCannotBeCompressed() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
    new BlockFiller(DataPattern.RANDOM, 1).fill(buffer);

    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    deflater.setInput(bytes(buffer));
    deflater.finish();
    int size = deflater.deflate(new byte[2 << 20]);
    deflater.end();

    assertThat(size / (double) (1 << 20)).isGreaterThan(0.99);
  }

  @Test
  void noTwoUnitsOfRenewedBlocksAreTheSame() {
    BlockFiller filler = new BlockFiller(DataPattern.RANDOM, 1);
    ByteBuffer buffer = ByteBuffer.allocateDirect(65_536);
    filler.fill(buffer);
    Set<ByteBuffer> units = new HashSet<>();
    for (int block = 0; block < 64; block++) {
      byte[] content = bytes(buffer);
      for (int at = 0; at < content.length; at += 4096) {
        assertThat(units.add(ByteBuffer.wrap(content, at, 4096).slice())).isTrue();
      }
      filler.renew(buffer);
    }
    assertThat(units).hasSize(64 * 16);
  }

  @Test
  void buffersOfOneFillerDiffer() {
    BlockFiller filler = new BlockFiller(DataPattern.RANDOM, 1);
    ByteBuffer one = ByteBuffer.allocate(4096);
    ByteBuffer other = ByteBuffer.allocate(4096);
    filler.fill(one);
    filler.fill(other);

    assertThat(bytes(one)).isNotEqualTo(bytes(other));
  }

  @Test
  void zerosStayZeros() {
    BlockFiller filler = new BlockFiller(DataPattern.ZERO, 1);
    ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    filler.fill(buffer);
    filler.renew(buffer);

    assertThat(bytes(buffer)).containsOnly(0);
  }

  @Test
  void theSameSeedGivesTheSameData() {
    assertThat(filled(1)).isEqualTo(filled(1)).isNotEqualTo(filled(2));
  }

  private static byte[] filled(long seed) {
    BlockFiller filler = new BlockFiller(DataPattern.RANDOM, seed);
    ByteBuffer buffer = ByteBuffer.allocate(10_000);
    filler.fill(buffer);
    filler.renew(buffer);
    return bytes(buffer);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 511, 4095, 4097, 4104, 12_289})
  void anySizeIsFilledToTheEndWhateverThePosition(int size) {
    ByteBuffer buffer = ByteBuffer.allocate(size);
    BlockFiller filler = new BlockFiller(DataPattern.RANDOM, 1);
    buffer.position(size);
    Set<Byte> lastBytes = new HashSet<>();
    for (int i = 0; i < 32; i++) {
      filler.fill(buffer);
      lastBytes.add(buffer.get(size - 1));
      filler.renew(buffer);
    }

    assertThat(lastBytes.size()).isGreaterThan(10);
    assertThat(buffer.position()).isEqualTo(size);
  }
}
