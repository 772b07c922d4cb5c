package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NativeIoExceptionTest {

  @Test
  void carriesWhatFailedAndSaysItInOneLine() {
    NativeIoException e = new NativeIoException(5, "pread", Path.of("/dev/sdx"), "at offset 0");

    assertThat(e)
        .isInstanceOf(IOException.class)
        .hasMessage("pread /dev/sdx: EIO (input/output error of the device); at offset 0");
    assertThat(e.errno()).isEqualTo(Errno.EIO);
    assertThat(e.errnoName()).isEqualTo("EIO");
    assertThat(e.operation()).isEqualTo("pread");
    assertThat(e.path()).contains(Path.of("/dev/sdx"));
  }

  @Test
  void leavesOutWhatIsNotThere() {
    NativeIoException e = new NativeIoException(4000, "io_setup", null, "");

    assertThat(e).hasMessage("io_setup: errno 4000 (unknown error)");
    assertThat(e.errnoName()).isEqualTo("errno 4000");
    assertThat(e.path()).isEmpty();
  }

  @Test
  void survivesSerializationWithoutItsPath() throws IOException, ClassNotFoundException {
    NativeIoException e = new NativeIoException(28, "fallocate", Path.of("/data/x"), "");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(e);
    }

    NativeIoException copy;
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      copy = (NativeIoException) in.readObject();
    }

    assertThat(copy).hasMessage(e.getMessage());
    assertThat(copy.errno()).isEqualTo(Errno.ENOSPC);
    assertThat(copy.path()).isEmpty();
  }
}
