package io.github.iogauge.jmh;

import io.github.iogauge.engine.QueueRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SplittableRandom;
import org.apache.activemq.artemis.nativo.jlibaio.LibaioContext;
import org.apache.activemq.artemis.nativo.jlibaio.LibaioFile;
import org.apache.activemq.artemis.nativo.jlibaio.SubmitInfo;

/**
 * Reads through Artemis' native library: Linux AIO with one system call per submission, completions
 * from the mapped ring.
 *
 * <p>It tells of errors and not of how much was read. So each buffer carries a mark at its end
 * while it is read into, which a whole read replaces.
 */
final class ArtemisLoop implements IoLoop {

  private static final String NATIVE = "/lib/linux-x86_64/libartemis-native-64.so";
  private static final long MARK = 0x9e3779b97f4a7c15L;
  private static final int PAGE = 4096;

  private final SplittableRandom random = new SplittableRandom(1);
  private final LibaioContext<Slot> context;
  private final LibaioFile<Slot> file;
  private final Slot[] done;
  private final int blockSize;
  private final long blocks;
  private int inFlight;

  ArtemisLoop(QueueRequest request, long blocks) throws IOException {
    loadLibrary();
    this.blockSize = request.blockSize();
    this.blocks = blocks;
    // One more than are ever done: asked for no more than there are, it always calls the system.
    this.done = new Slot[request.depth() + 1];
    this.context = new LibaioContext<>(done.length, false, false);
    this.file = context.openFile(request.file().toFile(), request.direct());
    for (int slot = 0; slot < request.depth(); slot++) {
      start(new Slot(blockSize));
    }
  }

  /**
   * Loads what the library only looks for in {@code java.library.path}, whereas it comes in its
   * jar.
   */
  private static synchronized void loadLibrary() throws IOException {
    try (InputStream packed = LibaioContext.class.getResourceAsStream(NATIVE)) {
      if (packed == null || !System.getProperty("os.arch").equals("amd64")) {
        throw new SkippedException("library artemis: comes for x86-64 only");
      }
      Path unpacked = Files.createTempFile("iogauge-jmh-", ".so");
      try {
        Files.copy(packed, unpacked, StandardCopyOption.REPLACE_EXISTING);
        System.load(unpacked.toString());
      } catch (UnsatisfiedLinkError e) {
        throw new SkippedException("library artemis: " + e.getMessage());
      } finally {
        Files.delete(unpacked); // what is loaded stays
      }
    }
    removeHelperFile();
  }

  /** Removes the name of a file that the library keeps open, and leaves behind if loaded so. */
  private static void removeHelperFile() throws IOException {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path fd : open) {
        if (Files.isSymbolicLink(fd)
            && Files.readSymbolicLink(fd).toString().startsWith("/tmp/artemisJLHandler_")) {
          Files.deleteIfExists(Files.readSymbolicLink(fd));
        }
      }
    }
  }

  private void start(Slot slot) throws IOException {
    slot.buffer.putLong(blockSize - Long.BYTES, MARK);
    file.read(random.nextLong(blocks) * blockSize, blockSize, slot.buffer, slot);
    inFlight++;
  }

  @Override
  public int turn() throws IOException {
    int count = reap();
    for (int i = 0; i < count; i++) {
      Slot slot = done[i];
      if (slot.error != null) {
        throw new IOException(slot.error);
      }
      if (slot.buffer.getLong(blockSize - Long.BYTES) == MARK) {
        throw new IOException("a read did not fill its buffer");
      }
      start(slot);
    }
    return count;
  }

  private int reap() throws IOException {
    int count = context.poll(done, 1, done.length);
    if (count < 0) {
      throw new IOException("poll gave " + count);
    }
    inFlight -= count;
    return count;
  }

  @Override
  public void close() throws IOException {
    while (inFlight > 0) {
      reap();
    }
    file.close();
    context.close();
  }

  private static final class Slot implements SubmitInfo {
    private final ByteBuffer buffer;
    private String error;

    Slot(int blockSize) {
      buffer = ByteBuffer.allocateDirect(blockSize + PAGE - 1).alignedSlice(PAGE);
    }

    @Override
    public void onError(int errno, String message) {
      error = message;
    }

    @Override
    public void done() {
      // poll tells
    }
  }
}
