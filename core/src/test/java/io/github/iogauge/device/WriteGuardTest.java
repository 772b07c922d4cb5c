package io.github.iogauge.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteGuardTest {

  private static final String SATA = "pci0000:00/ata1";
  private static final String SDA = "/sys/devices/" + SATA + "/block/sda";

  @TempDir Path root;
  private CapturedTree tree;

  /** A disk with two partitions that nothing uses, beside the one that carries the system. */
  @BeforeEach
  void create() {
    tree =
        new CapturedTree(root)
            .disk("pci0000:00/virtio1", "vda", "254:0", 50)
            .mount("254:0", "/", "ext4", "/dev/vda", "rw")
            .file("/proc/swaps", "Filename\t\t\tType\t\tSize\t\tUsed\t\tPriority\n")
            .disk(SATA, "sda", "8:0", 100)
            .partition(SATA, "sda", "sda1", "8:1", 40)
            .partition(SATA, "sda", "sda2", "8:2", 40);
  }

  private Optional<String> inUse(String name) {
    return new WriteGuard(root).inUse(tree.device(name));
  }

  @Test
  void letsAnUnusedDiskAndItsPartitionsPass() {
    assertThat(inUse("sda")).isEmpty();
    assertThat(inUse("sda1")).isEmpty();
    assertThat(inUse("sda2")).isEmpty();
  }

  @Test
  void namesWhereADeviceIsMounted() {
    tree.mount("8:1", "/media/My\\040Card\\012", "ext4", "/dev/other", "rw");

    assertThat(inUse("sda1")).contains("/dev/sda1 is mounted at /media/My Card?");
  }

  @Test
  void countsFurtherMountPoints() {
    tree.mount("8:1", "/a", "ext4", "/dev/sda1", "rw")
        .mount("8:1", "/b", "ext4", "/dev/sda1", "rw")
        .mount("8:1", "/c", "ext4", "/dev/sda1", "rw");

    assertThat(inUse("sda1")).contains("/dev/sda1 is mounted at /a and 2 more");
  }

  @Test
  void refusesADiskWithAMountedPartition() {
    tree.mount("8:2", "/home", "ext4", "/dev/sda2", "rw");

    assertThat(inUse("sda")).contains("/dev/sda2, a partition of /dev/sda, is mounted at /home");
  }

  @Test
  void letsAPartitionPassWhoseSisterIsMounted() {
    tree.mount("8:2", "/home", "ext4", "/dev/sda2", "rw");

    assertThat(inUse("sda1")).isEmpty();
  }

  @Test
  void refusesAPartitionOfADiskThatIsUsedWhole() {
    tree.mount("8:0", "/whole", "iso9660", "/dev/sda", "ro");

    assertThat(inUse("sda1")).contains("/dev/sda, the disk of /dev/sda1, is mounted at /whole");
  }

  @Test
  void knowsABtrfsByItsSource() {
    tree.mount("0:40", "/data", "btrfs", "/dev/sda1", "rw");

    assertThat(inUse("sda1")).contains("/dev/sda1 is mounted at /data");
    assertThat(inUse("sda2")).isEmpty();
  }

  @Test
  void takesTheSourceOfAMemoryFileSystemForAWord() {
    tree.mount("0:41", "/tmp", "tmpfs", "/dev/sda1", "rw");

    assertThat(inUse("sda1")).isEmpty();
  }

  @Test
  void knowsTheFurtherDevicesOfABtrfs() {
    tree.mount("0:40", "/data", "btrfs", "/dev/sda1", "rw")
        .directory("/sys/fs/btrfs/features")
        .link(
            "/sys/fs/btrfs/1234-ab/devices/sda2",
            "../../../../devices/" + SATA + "/block/sda/sda2");

    assertThat(inUse("sda2")).contains("/dev/sda2 is part of the mounted btrfs 1234-ab");
  }

  @Test
  void knowsSwap() {
    tree.file(
        "/proc/swaps",
        "Filename Type Size Used Priority\n/dev/sda2    partition 20 0 -2\n/swap file 9 0 -3\n");

    assertThat(inUse("sda2")).contains("/dev/sda2 is in use as swap");
    assertThat(inUse("sda")).contains("/dev/sda2, a partition of /dev/sda, is in use as swap");
    assertThat(inUse("sda1")).isEmpty();
  }

  @Test
  void namesTheRaidThatHoldsAPartitionAndWhereThatIsMounted() {
    tree.disk("virtual", "md0", "9:0", 38)
        .link(SDA + "/sda1/holders/md0", "../../../../../../virtual/block/md0");

    assertThat(inUse("sda1")).contains("/dev/sda1 is held by md0");
    assertThat(inUse("sda")).contains("/dev/sda1, a partition of /dev/sda, is held by md0");
    tree.mount("9:0", "/raid", "ext4", "/dev/md0", "rw");
    assertThat(inUse("sda1")).contains("/dev/sda1 is held by md0, which is mounted at /raid");
  }

  @Test
  void followsHoldersUpToTheMount() {
    tree.disk("virtual", "dm-0", "253:0", 38)
        .disk("virtual", "dm-1", "253:1", 30)
        .file("/sys/devices/virtual/block/dm-0/dm/name", "luks\n")
        .file("/sys/devices/virtual/block/dm-1/dm/name", "vg-home\n")
        .link(SDA + "/sda1/holders/dm-0", "../../../../../../virtual/block/dm-0")
        .link("/sys/devices/virtual/block/dm-0/holders/dm-1", "../../dm-1")
        .mount("0:44", "/home", "btrfs", "/dev/mapper/vg-home", "rw");

    assertThat(inUse("sda1"))
        .contains(
            "/dev/sda1 is held by dm-0 (luks), which is held by dm-1 (vg-home),"
                + " which is mounted at /home");
  }

  @Test
  void saysThatAHolderIsSwap() {
    tree.disk("virtual", "dm-0", "253:0", 38)
        .link(SDA + "/sda1/holders/dm-0", "../../../../../../virtual/block/dm-0")
        .file("/proc/swaps", "Filename Type\n/dev/dm-0 partition\n");

    assertThat(inUse("sda1")).contains("/dev/sda1 is held by dm-0, which is in use as swap");
  }

  @Test
  void endsWhenHoldersFormARing() {
    tree.disk("virtual", "dm-0", "253:0", 38)
        .link(SDA + "/sda1/holders/dm-0", "../../../../../../virtual/block/dm-0")
        .link("/sys/devices/virtual/block/dm-0/holders/dm-0", "../../dm-0");

    assertThat(inUse("sda1")).contains("/dev/sda1 is held by dm-0, which is held by dm-0");
  }

  @Test
  void knowsTheDeviceThatALoopDeviceLiesOn() {
    tree.disk("virtual", "loop0", "7:0", 40)
        .file("/sys/devices/virtual/block/loop0/loop/backing_file", "/dev/sda1\n");

    assertThat(inUse("sda1")).contains("/dev/sda1 is behind the loop device /dev/loop0");
    assertThat(inUse("sda2")).isEmpty();
    assertThat(inUse("loop0")).isEmpty();
  }

  @Test
  void looksBelowALoopDevice() {
    tree.disk("virtual", "loop0", "7:0", 40)
        .file("/sys/devices/virtual/block/loop0/loop/backing_file", "/dev/sda1\n")
        .mount("8:1", "/data", "ext4", "/dev/sda1", "rw");

    assertThat(inUse("loop0"))
        .contains("/dev/loop0 lies on another device: /dev/sda1 is mounted at /data");
  }

  @Test
  void endsWhenALoopDeviceLiesOnItself() {
    tree.disk("virtual", "loop0", "7:0", 40)
        .file("/sys/devices/virtual/block/loop0/loop/backing_file", "/dev/loop0\n");

    assertThat(inUse("loop0")).isEmpty();
  }

  @Test
  void letsALoopDeviceUponAFilePass() {
    tree.disk("virtual", "loop0", "7:0", 40)
        .file("/sys/devices/virtual/block/loop0/loop/backing_file", "/srv/card.img\n");

    assertThat(inUse("loop0")).isEmpty();
  }

  @Test
  void refusesALoopDeviceWhoseFileIsMountedThroughAnother() {
    tree.disk("virtual", "loop0", "7:0", 40)
        .file("/sys/devices/virtual/block/loop0/loop/backing_file", "/srv/card.img\n")
        .disk("virtual", "loop1", "7:1", 40)
        .file("/sys/devices/virtual/block/loop1/loop/backing_file", "/srv/card.img\n")
        .disk("virtual", "loop2", "7:2", 40)
        .file("/sys/devices/virtual/block/loop2/loop/backing_file", "/srv/other.img\n");
    assertThat(inUse("loop1")).isEmpty();

    tree.mount("7:0", "/data", "ext4", "/dev/loop0", "rw");

    assertThat(inUse("loop1"))
        .contains(
            "/dev/loop1 shares its file with another loop device: /dev/loop0 is mounted at /data");
    assertThat(inUse("loop2")).isEmpty();
  }

  @Test
  void refusesAFileThatIsBehindALoopDeviceOrSwap() {
    tree.disk("virtual", "loop0", "7:0", 40)
        .file("/sys/devices/virtual/block/loop0/loop/backing_file", "/srv/card.img\n")
        .file("/proc/swaps", "Filename Type Size Used Priority\n/swap file 9 0 -3\n");
    WriteGuard guard = new WriteGuard(root);

    assertThat(guard.inUse(Path.of("/srv/card.img")))
        .contains("/srv/card.img is behind the loop device /dev/loop0");
    assertThat(guard.inUse(Path.of("/swap"))).contains("/swap is in use as swap");
    assertThat(guard.inUse(Path.of("/srv/other.img"))).isEmpty();
  }

  @Test
  void refusesTheDiskOfTheRootFileSystem() {
    assertThat(inUse("vda")).contains("/dev/vda is mounted at /");
  }

  @Test
  void refusesTheDeviceBelowARootThatIsAnOverlay(@TempDir Path other) {
    CapturedTree live =
        new CapturedTree(other)
            .disk(SATA, "sda", "8:0", 100)
            .mountinfo("30 1 0:50 / / rw - overlay overlay rw,upperdir=/run/cow/u,workdir=/w")
            .mountinfo("31 30 0:60 / /run/cow rw - oddfs /dev/sda rw")
            .directory("/run/cow/u");
    assertThat(new WriteGuard(other).inUse(live.device("sda")))
        .contains("/dev/sda is mounted at /run/cow");
  }

  @Test
  void knowsTheRootOfTheHostInAContainer() {
    tree.file("/proc/cmdline", "quiet root=/dev/sda2 ro\n");

    assertThat(inUse("sda2")).contains("/dev/sda2 carries the root file system");
    assertThat(inUse("sda"))
        .contains("/dev/sda2, a partition of /dev/sda, carries the root file system");
    assertThat(inUse("sda1")).isEmpty();
  }

  @Test
  void refusesAReadOnlyDevice() {
    tree.file(SDA + "/sda1/ro", "1\n");

    assertThat(inUse("sda1")).contains("/dev/sda1 is read-only");
    assertThat(inUse("sda2")).isEmpty();
  }

  @Test
  void refusesWhatItCannotJudge() {
    StorageDevice device = tree.device("sda1");
    WriteGuard guard = new WriteGuard(root);

    tree.file("/proc/self/mountinfo", "garbage\n");
    assertThat(guard.inUse(device))
        .contains(
            "cannot tell whether device 8:1 is in use:"
                + " /proc/self/mountinfo cannot be read or lists nothing");
    tree.delete("/proc/self/mountinfo");
    assertThat(guard.inUse(device)).isPresent();
    tree.mount("254:0", "/", "ext4", "/dev/vda", "rw");
    assertThat(guard.inUse(device)).isEmpty();

    tree.delete("/sys/dev/block/8:1");
    assertThat(guard.inUse(device))
        .contains("cannot tell whether device 8:1 is in use: /sys/dev/block/8:1 does not exist");
  }

  @Test
  void needsNoSwapFileButMustBeAbleToReadIt() {
    tree.delete("/proc/swaps");
    assertThat(inUse("sda1")).isEmpty();

    tree.directory("/proc/swaps");
    assertThat(inUse("sda1"))
        .contains("cannot tell whether device 8:1 is in use: /proc/swaps cannot be read");
  }
}
