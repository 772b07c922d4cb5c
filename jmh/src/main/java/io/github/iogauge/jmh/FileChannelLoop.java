package io.github.iogauge.jmh;

import io.github.iogauge.engine.QueueRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * What one writes without any library: reads or writes at a position, one after the other, through
 * the JDK's own channel, past the page cache by the JDK's own option.
 */
final class FileChannelLoop implements IoLoop {

  private final SplittableRandom random = new SplittableRandom(1);
  private final FileChannel channel;
  private final ByteBuffer buffer;
  private final boolean write;
  private final int blockSize;
  private final long blocks;

  FileChannelLoop(QueueRequest request, long blocks) throws IOException {
    this.write = request.write();
    this.blockSize = request.blockSize();
    this.blocks = blocks;
    // The JDK asks for this alignment of direct transfers, whatever the device would take.
    int alignment = Math.toIntExact(Files.getFileStore(request.file()).getBlockSize());
    this.buffer =
        ByteBuffer.allocateDirect(blockSize + alignment - 1)
            .alignedSlice(alignment)
            .slice(0, blockSize);
    RandomData.fill(buffer);
    Set<OpenOption> options = new HashSet<>();
    options.add(write ? StandardOpenOption.WRITE : StandardOpenOption.READ);
    if (request.direct()) {
      options.add(directOption());
    }
    this.channel = FileChannel.open(request.file(), options);
  }

  /** The constant {@code DIRECT}, by name because JDK 25 warns of every mention of its class. */
  private static OpenOption directOption() {
    try {
      Class<?> options = Class.forName("com.sun.nio.file.ExtendedOpenOption");
      return (OpenOption) options.getField("DIRECT").get(null);
    } catch (ReflectiveOperationException e) {
      throw new SkippedException("engine filechannel: this Java offers no direct I/O");
    }
  }

  @Override
  public int turn() throws IOException {
    buffer.clear();
    long offset = random.nextLong(blocks) * blockSize;
    int moved = write ? channel.write(buffer, offset) : channel.read(buffer, offset);
    if (moved != blockSize) {
      throw new IOException("only " + moved + " bytes moved");
    }
    return 1;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
