package io.github.iogauge.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.Charset;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountTableTest {

  private static String sourceOf(String path, String... lines) {
    return MountTable.parse(String.join("\n", lines))
        .mountOf(Path.of(path))
        .map(Mount::source)
        .orElse("none");
  }

  @Test
  void takesTheLongestMountPointThatIsAnAncestor() {
    String[] lines = {
      "3 2 8:3 / /home/pi rw - ext4 /dev/c rw",
      "1 0 8:1 / / rw - ext4 /dev/a rw",
      "2 1 8:2 / /home rw - ext4 /dev/b rw",
    };

    assertThat(sourceOf("/", lines)).isEqualTo("/dev/a");
    assertThat(sourceOf("/etc", lines)).isEqualTo("/dev/a");
    assertThat(sourceOf("/home", lines)).isEqualTo("/dev/b");
    assertThat(sourceOf("/home/pi/x", lines)).isEqualTo("/dev/c");
    assertThat(sourceOf("/home/pixie", lines)).isEqualTo("/dev/b");
  }

  @Test
  void takesTheLastAmongEquals() {
    // The kernel makes the second one a child of the first.
    assertThat(
            sourceOf(
                "/mnt/x",
                "1 0 8:1 / / rw - ext4 /dev/a rw",
                "2 1 8:2 / /mnt rw - ext4 /dev/b rw",
                "3 2 8:3 / /mnt rw - ext4 /dev/c rw"))
        .isEqualTo("/dev/c");
    // Numbers that tell nothing: the order does.
    assertThat(
            sourceOf(
                "/mnt/x",
                "1 0 8:1 / / rw - ext4 /dev/a rw",
                "2 1 8:2 / /mnt rw - ext4 /dev/b rw",
                "3 1 8:3 / /mnt rw - ext4 /dev/c rw"))
        .isEqualTo("/dev/c");
    assertThat(
            sourceOf(
                "/mnt/x",
                "2 77 8:2 / /mnt rw - ext4 /dev/b rw",
                "3 78 8:3 / /mnt rw - ext4 /dev/c rw",
                "1 79 8:1 / / rw - ext4 /dev/a rw"))
        .isEqualTo("/dev/c");
  }

  @Test
  void seesAMountHiddenByALaterOneFurtherUp() {
    assertThat(
            sourceOf(
                "/mnt/card/x",
                "1 0 8:1 / / rw - ext4 /dev/a rw",
                "2 1 8:2 / /mnt/card rw - ext4 /dev/hidden rw",
                "3 1 8:3 / /mnt rw - ext4 /dev/top rw"))
        .isEqualTo("/dev/top");
  }

  @Test
  void endsWhenTheNumbersFormARing() {
    assertThat(
            sourceOf(
                "/mnt/x", "1 2 8:1 / / rw - ext4 /dev/a rw", "2 1 8:2 / /mnt rw - ext4 /dev/b rw"))
        .isEqualTo("/dev/b");
  }

  @Test
  void acceptsATopThatIsItsOwnParent() {
    assertThat(
            sourceOf("/x", "1 1 0:2 / / rw - rootfs rootfs rw", "20 1 8:1 / / rw - ext4 /dev/a rw"))
        .isEqualTo("/dev/a");
    assertThat(
            sourceOf(
                "/mnt/card/x",
                "1 1 0:2 / / rw - rootfs rootfs rw",
                "2 1 8:2 / /mnt/card rw - ext4 /dev/hidden rw",
                "3 1 8:3 / /mnt rw - ext4 /dev/top rw"))
        .isEqualTo("/dev/top");
  }

  @Test
  void findsAMountPointWithLettersBeyondAscii(@TempDir Path root) {
    assumeThat(
            Charset.forName(System.getProperty("sun.jnu.encoding"))
                .newEncoder()
                .canEncode("\u00f6"))
        .as("the locale can express the name")
        .isTrue();
    CapturedTree tree =
        new CapturedTree(root)
            .mount("8:1", "/", "ext4", "/dev/a", "rw")
            .mount("8:2", "/media/Gr\u00f6\u00dfe", "vfat", "/dev/b", "rw");

    MountTable table = MountTable.read(new ProcFiles(tree.root())).orElseThrow();

    assertThat(table.mountOf(Path.of("/media/Gr\u00f6\u00dfe/x")).map(Mount::source))
        .contains("/dev/b");
  }

  @Test
  void skipsMalformedLinesAndKeepsTheOthers() {
    MountTable table =
        MountTable.parse(
            "garbage\n\n1 0 8:1 / / rw - ext4 /dev/a rw\n2 1 8:2 / /mnt rw\n"
                + "3 1 8:3 / /mnt rw - ext4 /dev/c rw");

    assertThat(table.mounts()).extracting(Mount::id).containsExactly(1, 3);
  }

  @Test
  void keepsACarriageReturnInAMountPoint() {
    assertThat(MountTable.parse("1 0 8:1 / /a\rb rw - ext4 /dev/a rw\n").mounts())
        .extracting(Mount::mountPoint)
        .containsExactly("/a\rb");
  }

  @Test
  void findsNothingInAnEmptyTable() {
    assertThat(MountTable.parse("").mountOf(Path.of("/"))).isEmpty();
  }
}
