package io.github.iogauge.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The same code upon the machine the tests run on. */
class ThisMachineTest {

  private static final Path HERE = Path.of("").toAbsolutePath();

  private final DeviceResolver resolver = new DeviceResolver();

  @Test
  void findsTheDeviceOfTheBuildDirectory() throws IOException {
    TargetDevice target = resolver.resolve(Path.of(""));
    assumeThat(target.device()).as("%s", target.whyNoDevice()).isPresent();
    StorageDevice device = target.device().orElseThrow();

    // Looked up again in the simplest way: by name, in the text of the file.
    String line = lineOf(HERE.toRealPath().toString());
    assertThat(target.mount().map(Mount::deviceNumber)).contains(line.split(" ", -1)[2]);
    if (!line.split(" ", -1)[2].startsWith("0:")) {
      assertThat(device.number()).isEqualTo(line.split(" ", -1)[2]);
    }
    assertThat(Path.of("/sys/dev/block", device.number()).toRealPath().getFileName().toString())
        .isEqualTo(device.name());
    assertThat(device.sizeBytes()).isPositive();
    assertThat(resolver.resolve(HERE.resolve("no/such/directory"))).isEqualTo(target);
  }

  private static String lineOf(String path) throws IOException {
    List<String> lines;
    try (Stream<String> all = Files.lines(Path.of("/proc/self/mountinfo"))) {
      lines = all.toList();
    }
    return lines.stream()
        .filter(
            line -> {
              String point = line.split(" ", -1)[4];
              return point.equals("/") || (path + "/").startsWith(point + "/");
            })
        .max(Comparator.comparingInt(line -> line.split(" ", -1)[4].length()))
        .orElseThrow();
  }

  @Test
  void readsItsCounters() {
    TargetDevice target = resolver.resolve(HERE);
    assumeThat(target.device()).as("%s", target.whyNoDevice()).isPresent();
    CountersReader reader = resolver.countersReader(target.device().orElseThrow());

    DeviceCounters first = reader.read().orElseThrow();
    DeviceCounters second = reader.read().orElseThrow();

    assertThat(first.readBytes()).isPositive();
    assertThat(second.minus(first).wentBackwards()).isFalse();
  }

  @Test
  void findsTheSameDeviceByItsDeviceFileAndRefusesToWriteIt() {
    TargetDevice target = resolver.resolve(HERE);
    assumeThat(target.device()).as("%s", target.whyNoDevice()).isPresent();
    StorageDevice device = target.device().orElseThrow();
    assumeThat(device.path()).as("no device file here, as in a container").exists();

    TargetDevice raw = resolver.resolve(device.path());

    assertThat(raw.isBlockDevice()).isTrue();
    assertThat(raw.device()).contains(device);
    assertThat(new WriteGuard().inUse(device)).isPresent();
  }

  @Test
  void knowsThatProcStoresNothing() {
    assumeThat(Path.of("/proc/self/mountinfo")).exists();

    assertThat(resolver.resolve(Path.of("/proc/self")).whyNoDevice())
        .contains("proc: made up by the kernel: nothing is stored");
  }
}
