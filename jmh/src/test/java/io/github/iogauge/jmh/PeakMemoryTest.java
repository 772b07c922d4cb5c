package io.github.iogauge.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeakMemoryTest {

  @TempDir Path directory;

  @Test
  void thePeakIsReadAndNotTheSizeNow() throws Exception {
    Path status =
        Files.writeString(
            directory.resolve("status"),
            "Name:\tjava\nVmPeak:\t 4000000 kB\nVmHWM:\t   53248 kB\nVmRSS:\t   50000 kB\n");

    assertThat(PeakMemory.bytes(status)).hasValue(52L << 20);
  }

  @Test
  void whereTheSystemDoesNotTellThereIsNone() throws Exception {
    Path status = Files.writeString(directory.resolve("status"), "Name:\tjava\n");

    assertThat(PeakMemory.bytes(status)).isEmpty();
    assertThat(PeakMemory.bytes(directory.resolve("absent"))).isEmpty();
  }
}
