package io.github.iogauge.engine;

import io.github.iogauge.nativeio.Errno;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine {@code nio}: one blocking read or write at a time through Java's own file channels. It
 * works wherever Java does, with or without the page cache, and needs no native library.
 */
public final class NioEngine implements IoEngine {

  private static final Logger LOG = LoggerFactory.getLogger(NioEngine.class);

  /** Makes the engine. */
  public NioEngine() {}

  @Override
  public String name() {
    return "nio";
  }

  @Override
  public Optional<String> unavailable() {
    return Optional.empty();
  }

  @Override
  public int maxQueueDepth() {
    return 1;
  }

  @Override
  public int alignment(Path file, boolean direct) throws IOException {
    if (!direct) {
      return 1;
    }
    try (FileChannel channel = open(file, false, true, false)) {
      return channel.isOpen() ? directAlignment(file) : 1;
    }
  }

  /** What Java's file channels ask of direct transfers, whatever the device itself would take. */
  private static int directAlignment(Path file) throws IOException {
    return Math.toIntExact(Files.getFileStore(file).getBlockSize());
  }

  /**
   * The JDK's own option, looked up by name: some compilers warn of every mention of its package,
   * and other Javas do without it.
   */
  private static OpenOption directOption() throws IOException {
    try {
      for (Object option :
          Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
        if (option.toString().equals("DIRECT")) {
          return (OpenOption) option;
        }
      }
    } catch (ClassNotFoundException e) {
      throw new IOException("this Java offers no direct I/O", e);
    }
    throw new IOException("this Java offers no direct I/O");
  }

  private static FileChannel open(Path file, boolean write, boolean direct, boolean synchronous)
      throws IOException {
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.READ);
    options.add(LinkOption.NOFOLLOW_LINKS);
    if (write) {
      options.add(StandardOpenOption.WRITE);
    }
    if (direct) {
      options.add(directOption());
    }
    if (synchronous) {
      options.add(StandardOpenOption.DSYNC);
    }
    try {
      return FileChannel.open(file, options);
    } catch (FileSystemException e) {
      throw e; // names the file
    } catch (IOException e) {
      throw new IOException("open " + file + ": " + e.getMessage(), e);
    } catch (UnsupportedOperationException e) {
      throw new IOException("open " + file + ": direct I/O is not supported here", e);
    }
  }

  @Override
  public IoQueue open(QueueRequest request) throws IOException {
    int alignment = request.direct() ? directAlignment(request.file()) : 1;
    FileChannel channel =
        open(request.file(), request.write(), request.direct(), request.synchronous());
    ByteBuffer buffer =
        ByteBuffer.allocateDirect(request.blockSize() + alignment - 1).alignedSlice(alignment);
    return new NioQueue(channel, buffer.slice(0, request.blockSize()));
  }

  private static final class NioQueue extends BlockingQueue {
    private final FileChannel channel;
    private final ByteBuffer buffer;
    private final ByteBuffer transfer;
    private String error = "";

    NioQueue(FileChannel channel, ByteBuffer buffer) {
      this.channel = channel;
      this.buffer = buffer;
      this.transfer = buffer.duplicate();
    }

    @Override
    long transfer(boolean write, int bufferOffset, int length, long offset) {
      transfer.limit(bufferOffset + length).position(bufferOffset);
      try {
        return write
            ? channel.write(transfer, offset)
            : Math.max(0, channel.read(transfer, offset)); // -1: end of file
      } catch (IOException | NonWritableChannelException e) {
        error = e.getMessage() == null ? e.toString() : e.getMessage();
        return -Errno.EIO;
      }
    }

    @Override
    public ByteBuffer buffer(int slot) {
      return buffer;
    }

    @Override
    public String describe(int index) {
      return error;
    }

    @Override
    public void sync(boolean dataOnly) throws IOException {
      channel.force(!dataOnly);
    }

    @Override
    public boolean dropCache() {
      return false;
    }

    @Override
    public void close(Duration patience) {
      try {
        channel.close();
      } catch (IOException e) {
        LOG.warn("closing failed: {}", e.getMessage());
      }
    }
  }
}
