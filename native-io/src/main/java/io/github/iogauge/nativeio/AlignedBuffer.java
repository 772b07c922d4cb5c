package io.github.iogauge.nativeio;

import java.nio.ByteBuffer;

/**
 * Memory outside the Java heap that starts on a page boundary, as O_DIRECT needs it. It comes from
 * mmap, so it counts neither against the heap nor against the limit of direct byte buffers, and
 * lives until {@link #close()}: never close it while an I/O on it is in flight.
 *
 * <p>Where the system has huge pages to give, a buffer of 256 KiB or more is made of them, so that
 * a large block is physically contiguous. Otherwise it would be chance how many requests the kernel
 * makes of one I/O (a device takes only so many segments in each), and the rate of a fast device
 * would differ from run to run by as much as a half.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class AlignedBuffer implements AutoCloseable {

  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int MADV_HUGEPAGE = 14;

  /** The size of a huge page wherever pages are of 4 KiB. */
  private static final long HUGE_PAGE = 2L << 20;

  /** Above what 32 blocks of 4 KiB need: those are contiguous anyway. */
  private static final long HUGE_FROM = 256L << 10;

  private final LibC libc;
  private final long size;
  private final long mapping;
  private final long mappingLength;
  private long address;

  private AlignedBuffer(LibC libc, long size, long mapping, long mappingLength, long address) {
    this.libc = libc;
    this.size = size;
    this.mapping = mapping;
    this.mappingLength = mappingLength;
    this.address = address;
  }

  /**
   * Allocates zeroed memory.
   *
   * @param size in bytes, at least 1
   * @return the buffer; the caller closes it
   * @throws NativeIoException where the system has no memory left
   * @throws UnsupportedOperationException where {@link NativeIo#unavailable()} gives a reason
   */
  public static AlignedBuffer allocate(long size) throws NativeIoException {
    return allocate(NativeIo.libC(), size);
  }

  static AlignedBuffer allocate(LibC libc, long size) throws NativeIoException {
    if (size < 1) {
      throw new IllegalArgumentException("size " + size + ": must be at least 1 byte");
    }
    if (size < HUGE_FROM) {
      long address = map(libc, size, size);
      return new AlignedBuffer(libc, size, address, size, address);
    }
    // One huge page more than needed, since the system may map it anywhere.
    long pages = (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    long mapping = map(libc, pages + HUGE_PAGE, size);
    long address = (mapping + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    libc.madvise(address, pages, MADV_HUGEPAGE); // a wish: without it the memory is good as well
    return new AlignedBuffer(libc, size, mapping, pages + HUGE_PAGE, address);
  }

  private static long map(LibC libc, long length, long size) throws NativeIoException {
    long address = libc.mmap(length, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS);
    if (address < 0 && address > -4096) {
      throw new NativeIoException(
          (int) -address,
          "mmap of " + size + " bytes",
          null,
          "lower the queue depth or block size");
    }
    return address;
  }

  /**
   * The native address of the first byte, a multiple of the page size.
   *
   * @throws IllegalStateException after {@link #close()}
   */
  public long address() {
    if (address == 0) {
      throw new IllegalStateException("the buffer is closed");
    }
    return address;
  }

  /** The size in bytes. */
  public long size() {
    return size;
  }

  /**
   * A view of a part of the memory, in native byte order. It must not be used after {@link
   * #close()}: the memory behind it is gone then.
   *
   * @param offset of the first byte
   * @param length in bytes
   * @throws IndexOutOfBoundsException if the part does not lie within the buffer
   */
  public ByteBuffer view(long offset, int length) {
    if (offset < 0 || length < 0 || offset > size - length) {
      throw new IndexOutOfBoundsException(
          "offset "
              + offset
              + ", length "
              + length
              + ": outside of a buffer of "
              + size
              + " bytes");
    }
    return libc.view(address() + offset, length);
  }

  /** Gives the memory back to the system. Closing twice does nothing. */
  @Override
  public void close() {
    if (address != 0) {
      libc.munmap(mapping, mappingLength);
      address = 0;
    }
  }
}
