package io.github.iogauge.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MountTest {

  private static Mount parse(String line) {
    return Mount.parse(line).orElseThrow();
  }

  @Test
  void readsEveryFieldOfALine() {
    Mount mount =
        parse(
            "36 35 98:3 /sub /mnt/x rw,noatime shared:1 master:2 - ext4 /dev/sda3"
                + " rw,errors=remount-ro");

    assertThat(mount.id()).isEqualTo(36);
    assertThat(mount.parentId()).isEqualTo(35);
    assertThat(mount.deviceNumber()).isEqualTo("98:3");
    assertThat(mount.root()).isEqualTo("/sub");
    assertThat(mount.mountPoint()).isEqualTo("/mnt/x");
    assertThat(mount.options()).containsExactly("rw", "noatime");
    assertThat(mount.fileSystem()).isEqualTo("ext4");
    assertThat(mount.source()).isEqualTo("/dev/sda3");
    assertThat(mount.superOptions()).containsExactly("rw", "errors=remount-ro");
    assertThat(mount.superOption("errors")).contains("remount-ro");
    assertThat(mount.superOption("error")).isEmpty();
  }

  @Test
  void readsALineWithoutOptionalFields() {
    Mount mount = parse("1 1 0:2 / / rw - tmpfs none rw,size=1k");

    assertThat(mount.fileSystem()).isEqualTo("tmpfs");
    assertThat(mount.superOption("size")).contains("1k");
  }

  @Test
  void readsALineWithABlankSourceAndOneWithoutSuperOptions() {
    assertThat(parse("1 1 0:2 / /t rw - tmpfs  rw").source()).isEmpty();
    assertThat(parse("1 1 0:2 / /t rw - tmpfs  rw").superOptions()).containsExactly("rw");
    assertThat(parse("1 1 0:2 / /t rw - tmpfs none").superOptions()).isEmpty();
  }

  @Test
  void decodesOctalEscapes() {
    Mount mount =
        parse("9 1 8:1 /a\\134b /media/My\\040Card\\011\\012 rw - ext4 /dev/a\\040b rw,x=p\\054q");

    assertThat(mount.root()).isEqualTo("/a\\b");
    assertThat(mount.mountPoint()).isEqualTo("/media/My Card\t\n");
    assertThat(mount.source()).isEqualTo("/dev/a b");
    assertThat(mount.superOption("x")).contains("p,q");
  }

  @Test
  void leavesWhatIsNoEscape() {
    assertThat(Mount.unescape("a\\04")).isEqualTo("a\\04");
    assertThat(Mount.unescape("a\\089")).isEqualTo("a\\089");
    assertThat(Mount.unescape("a\\377")).isEqualTo("a\\377");
    assertThat(Mount.unescape("\\040\\")).isEqualTo(" \\");
    assertThat(Mount.unescape("\\1012")).isEqualTo("A2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "36 35 98:0 / /mnt rw",
        "36 35 98:0 / /mnt rw -",
        "36 35 98:0 / /mnt rw - ext4",
        "36 35 98:0 / /mnt rw -  /dev/sda rw",
        "36 35 98:0 / mnt rw - ext4 /dev/sda rw",
        "36 35 98 / /mnt rw - ext4 /dev/sda rw",
        "36 35 98: / /mnt rw - ext4 /dev/sda rw",
        "36 35 :0 / /mnt rw - ext4 /dev/sda rw",
        "36 35 9x:0 / /mnt rw - ext4 /dev/sda rw",
        "x 35 98:0 / /mnt rw - ext4 /dev/sda rw",
        "36 99999999999 98:0 / /mnt rw - ext4 /dev/sda rw",
      })
  void refusesAMalformedLine(String line) {
    assertThat(Mount.parse(line)).isEmpty();
  }

  @Test
  void containsItselfAndWhatLiesBelowButNotASisterWithALongerName() {
    Mount mount = parse("1 1 8:1 / /mnt rw - ext4 /dev/sda1 rw");

    assertThat(mount.contains("/mnt")).isTrue();
    assertThat(mount.contains("/mnt/a")).isTrue();
    assertThat(mount.contains("/mnt2")).isFalse();
    assertThat(mount.contains("/")).isFalse();
    assertThat(parse("1 1 8:1 / / rw - ext4 /dev/sda1 rw").contains("/mnt2")).isTrue();
  }

  @Test
  void isReadOnlyIfTheMountOrTheFileSystemIs() {
    assertThat(parse("1 1 8:1 / / ro - ext4 d rw").isReadOnly()).isTrue();
    assertThat(parse("1 1 8:1 / / rw - ext4 d ro").isReadOnly()).isTrue();
    assertThat(parse("1 1 8:1 / / rw - ext4 d rw,errors=remount-ro").isReadOnly()).isFalse();
  }
}
