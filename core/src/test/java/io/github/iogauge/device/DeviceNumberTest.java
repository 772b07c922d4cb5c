package io.github.iogauge.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceNumberTest {

  @Test
  void takesADeviceNumberApartAsLinuxDoes() {
    assertThat(DeviceNumber.ofRdev(0x801)).isEqualTo("8:1");
    assertThat(DeviceNumber.ofRdev(65024)).isEqualTo("254:0");
    // Beyond 8 bits of minor, 12 bits of major, 20 bits of minor.
    assertThat(DeviceNumber.ofRdev(0x10300L | 0x05 | 0x100000L)).isEqualTo("259:261");
    assertThat(DeviceNumber.ofRdev(0x0000_1000_0000_0801L)).isEqualTo("4104:1");
    assertThat(DeviceNumber.ofRdev(0xfff0_0801L)).isEqualTo("8:1048321");
    assertThat(DeviceNumber.ofRdev(-1L)).isEqualTo("4294967295:4294967295");
  }

  @Test
  void knowsThatOtherFilesAreNoBlockDevices(@TempDir Path directory) {
    assertThat(DeviceNumber.ofNode(directory)).isEmpty();
    assertThat(DeviceNumber.ofNode(directory.resolve("gone"))).isEmpty();
    assertThat(DeviceNumber.ofNode(Path.of("/dev/null"))).isEmpty();
  }
}
