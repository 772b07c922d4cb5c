package io.github.iogauge.engine;

import io.github.iogauge.nativeio.AlignedBuffer;
import io.github.iogauge.nativeio.DirectFile;
import io.github.iogauge.nativeio.NativeIoException;
import io.github.iogauge.nativeio.OpenFlag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the queues of the two native engines share: the open file and an aligned buffer per slot.
 */
final class NativeSlots {

  private static final Logger LOG = LoggerFactory.getLogger(NativeSlots.class);

  /** Slots begin on a page, so that every device's memory alignment is met. */
  private static final int PAGE = 4096;

  private final DirectFile file;
  private final AlignedBuffer memory;
  private final ByteBuffer[] buffers;
  private final long[] addresses;

  NativeSlots(QueueRequest request) throws IOException {
    this.file = open(request);
    long stride = (request.blockSize() + PAGE - 1L) / PAGE * PAGE;
    try {
      this.memory = AlignedBuffer.allocate(stride * request.depth());
    } catch (NativeIoException | RuntimeException e) {
      closeQuietly(file);
      throw e;
    }
    this.buffers = new ByteBuffer[request.depth()];
    this.addresses = new long[request.depth()];
    for (int slot = 0; slot < request.depth(); slot++) {
      buffers[slot] = memory.view(slot * stride, request.blockSize());
      addresses[slot] = memory.address() + slot * stride;
    }
  }

  private static DirectFile open(QueueRequest request) throws NativeIoException {
    Set<OpenFlag> flags = EnumSet.of(OpenFlag.READ, OpenFlag.NO_FOLLOW);
    if (request.write()) {
      flags.add(OpenFlag.WRITE);
    }
    if (request.direct()) {
      flags.add(OpenFlag.DIRECT);
    }
    if (request.synchronous()) {
      flags.add(OpenFlag.DSYNC);
    }
    return DirectFile.open(request.file(), flags.toArray(OpenFlag[]::new));
  }

  /** The alignment that native I/O on a file needs. */
  static int alignmentOf(Path path, boolean direct) throws IOException {
    if (!direct) {
      return 1;
    }
    try (DirectFile file =
        DirectFile.open(path, OpenFlag.READ, OpenFlag.NO_FOLLOW, OpenFlag.DIRECT)) {
      return file.alignment().offset();
    }
  }

  DirectFile file() {
    return file;
  }

  long address(int slot) {
    return addresses[slot];
  }

  ByteBuffer buffer(int slot) {
    return buffers[slot];
  }

  void sync(boolean dataOnly) throws IOException {
    if (dataOnly) {
      file.dataSync();
    } else {
      file.sync();
    }
  }

  void dropCache() throws IOException {
    file.dropCache();
  }

  /** Gives file and buffers back; only when nothing is in flight. */
  void release() {
    memory.close();
    closeQuietly(file);
  }

  private static void closeQuietly(DirectFile file) {
    try {
      file.close();
    } catch (NativeIoException e) {
      LOG.warn("{}", e.getMessage());
    }
  }
}
