package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlignedBufferTest {

  @BeforeAll
  @BeforeContainer
  static void needsNativeIo() {
    Needs.nativeIo();
  }

  @Property(tries = 200)
  void startsOnAPageHasTheSizeAskedForAndIsZeroed(@ForAll @LongRange(min = 1, max = 300_000) long n)
      throws NativeIoException {
    try (AlignedBuffer buffer = AlignedBuffer.allocate(n)) {
      assertThat(buffer.address() % 4096).isZero();
      assertThat(buffer.size()).isEqualTo(n);
      ByteBuffer view = buffer.view(0, (int) n);
      assertThat(view.order()).isEqualTo(ByteOrder.nativeOrder());
      assertThat(view.mismatch(ByteBuffer.allocate((int) n))).isEqualTo(-1);
    }
  }

  @Property
  void givesAViewOfAnyPartWithinAndOfNoneBeyond(
      @ForAll @LongRange(min = -10, max = 5000) long offset,
      @ForAll @IntRange(min = -10, max = 5000) int length)
      throws NativeIoException {
    int size = 4500;
    try (AlignedBuffer buffer = AlignedBuffer.allocate(size)) {
      if (offset >= 0 && length >= 0 && offset + length <= size) {
        assertThat(buffer.view(offset, length).capacity()).isEqualTo(length);
      } else {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> buffer.view(offset, length))
            .withMessageContaining(offset + ", length " + length)
            .withMessageContaining("4500 bytes");
      }
    }
  }

  @Test
  void offsetsThatOverflowAreOutOfBounds() throws NativeIoException {
    try (AlignedBuffer buffer = AlignedBuffer.allocate(100)) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> buffer.view(Long.MAX_VALUE, 1));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> buffer.view(Long.MAX_VALUE, Integer.MAX_VALUE));
    }
  }

  @Test
  void viewsShowTheSameMemory() throws NativeIoException {
    try (AlignedBuffer buffer = AlignedBuffer.allocate(8192)) {
      buffer.view(0, 8192).putLong(4096, 0x0123456789abcdefL);

      assertThat(buffer.view(4096, 8).getLong(0)).isEqualTo(0x0123456789abcdefL);
    }
  }

  @Test
  void takesMoreThanTwoGigabytesAndViewsItsEnd() throws NativeIoException {
    long size = 3L << 30; // only the pages that are touched cost memory
    try (AlignedBuffer buffer = AlignedBuffer.allocate(size)) {
      ByteBuffer end = buffer.view(size - 16, 16);
      end.putLong(8, 42);

      assertThat(end.getLong(8)).isEqualTo(42);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void refusesASizeBelowOne(long size) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AlignedBuffer.allocate(size))
        .withMessageContaining("size " + size);
  }

  @Test
  void saysHowMuchItCouldNotGet() {
    assertThatExceptionOfType(NativeIoException.class)
        .isThrownBy(() -> AlignedBuffer.allocate(1L << 60))
        .withMessageContaining(String.valueOf(1L << 60))
        .withMessageContaining("ENOMEM")
        .withMessageContaining("lower the queue depth or block size");
  }

  @Test
  void closingTwiceGivesTheMemoryBackOnce() throws NativeIoException {
    FakeLibC fake = new FakeLibC();
    AlignedBuffer buffer = AlignedBuffer.allocate(fake, 10_000);
    long address = buffer.address();

    buffer.close();
    buffer.close();

    assertThat(fake.unmapped).containsExactly(address);
    assertThat(fake.liveMappings()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {256 << 10, 1 << 20, 2 << 20, (2 << 20) + 1, 8 << 20})
  void aLargeBufferLiesOnHugePagesOfItsOwn(long size) throws NativeIoException {
    FakeLibC fake = new FakeLibC();
    AlignedBuffer buffer = AlignedBuffer.allocate(fake, size);

    assertThat(buffer.address() % (2 << 20)).isZero();
    assertThat(buffer.size()).isEqualTo(size);
    assertThat(fake.advised).hasSize(1);
    FakeLibC.Advice advice = fake.advised.get(0);
    assertThat(advice.address()).isEqualTo(buffer.address());
    assertThat(advice.length() % (2 << 20)).isZero();
    assertThat(advice.length()).isBetween(size, size + (2 << 20) - 1);
    assertThat(advice.advice()).isEqualTo(14);

    buffer.close();
    assertThat(fake.liveMappings()).isZero();
  }

  @Test
  void aSmallBufferTakesNoHugePage() throws NativeIoException {
    FakeLibC fake = new FakeLibC();
    try (AlignedBuffer buffer = AlignedBuffer.allocate(fake, (256 << 10) - 1)) {
      assertThat(buffer.address() % 4096).isZero();
      assertThat(fake.calls("madvise")).isZero();
    }
  }

  @Test
  void aSystemWithoutHugePagesGivesOrdinaryOnes() throws NativeIoException {
    FakeLibC fake = new FakeLibC().script("madvise", -Errno.EINVAL);
    try (AlignedBuffer buffer = AlignedBuffer.allocate(fake, 3 << 20)) {
      ByteBuffer all = buffer.view(0, 3 << 20);
      all.put((3 << 20) - 1, (byte) 7);

      assertThat(all.get((3 << 20) - 1)).isEqualTo((byte) 7);
    }
  }

  @Test
  void refusesUseAfterClose() throws NativeIoException {
    AlignedBuffer buffer = AlignedBuffer.allocate(100);
    buffer.close();

    assertThatIllegalStateException().isThrownBy(buffer::address).withMessageContaining("closed");
    assertThatIllegalStateException()
        .isThrownBy(() -> buffer.view(0, 10))
        .withMessageContaining("closed");
    assertThat(buffer.size()).isEqualTo(100);
  }
}
