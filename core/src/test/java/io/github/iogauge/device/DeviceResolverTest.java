package io.github.iogauge.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceResolverTest {

  private static final String SATA = "pci0000:00/ata1";

  @TempDir Path root;
  private CapturedTree tree;

  @BeforeEach
  void create() {
    tree = new CapturedTree(root);
  }

  private CapturedTree laptop() {
    return tree.disk(SATA, "sda", "8:0", 2000)
        .partition(SATA, "sda", "sda1", "8:1", 1000)
        .mount("8:1", "/", "ext4", "/dev/sda1", "rw");
  }

  private String nameOf(String path) {
    TargetDevice target = tree.resolve(path);
    return target.device().map(StorageDevice::name).orElse("none: " + target.whyNoDevice());
  }

  @Test
  void findsThePartitionUnderAPlainFileSystem() {
    laptop()
        .file("/sys/devices/" + SATA + "/block/sda/device/vendor", "ATA     \n")
        .file("/sys/devices/" + SATA + "/block/sda/device/model", "Samsung SSD 860 \n")
        .file("/sys/devices/" + SATA + "/block/sda/queue/logical_block_size", "4096\n");

    TargetDevice target = tree.resolve("/var/lib");

    assertThat(target.mount().map(Mount::mountPoint)).contains("/");
    assertThat(target.fileSystem()).contains("ext4");
    assertThat(target.isBlockDevice()).isFalse();
    assertThat(target.whyNoDevice()).isEmpty();
    assertThat(target.device())
        .contains(
            new StorageDevice(
                "sda1",
                "8:1",
                Path.of("/dev/sda1"),
                "sda",
                true,
                512_000,
                Optional.of("Samsung SSD 860"),
                4096,
                false,
                false));
  }

  @Test
  void describesAWholeUsbDisk() {
    String usb = "pci0000:00/usb1/1-1/host2";
    tree.disk(usb, "sdb", "8:16", 7)
        .file("/sys/devices/" + usb + "/block/sdb/device/vendor", "Generic \n")
        .file("/sys/devices/" + usb + "/block/sdb/device/model", "MassStorageClass\n")
        .file("/sys/devices/" + usb + "/block/sdb/removable", "1\n")
        .file("/sys/devices/" + usb + "/block/sdb/queue/rotational", "1\n");

    TargetDevice target = tree.resolve("/dev/sdb");

    assertThat(target.isBlockDevice()).isTrue();
    assertThat(target.mount()).isEmpty();
    assertThat(target.fileSystem()).isEmpty();
    assertThat(target.device())
        .contains(
            new StorageDevice(
                "sdb",
                "8:16",
                Path.of("/dev/sdb"),
                "sdb",
                false,
                3584,
                Optional.of("Generic MassStorageClass"),
                512,
                true,
                true));
  }

  @Test
  void findsAnSdCard() {
    String mmc = "platform/soc/fe340000.mmc/mmc_host/mmc0/mmc0:aaaa";
    tree.disk(mmc, "mmcblk0", "179:0", 62_333_952)
        .partition(mmc, "mmcblk0", "mmcblk0p2", "179:2", 61_808_640)
        .file("/sys/devices/" + mmc + "/block/mmcblk0/device/name", "SC32G\0 \n")
        .mount("179:2", "/", "ext4", "/dev/root", "rw");

    StorageDevice card = tree.resolve("/home/pi").device().orElseThrow();

    assertThat(card.name()).isEqualTo("mmcblk0p2");
    assertThat(card.diskName()).isEqualTo("mmcblk0");
    assertThat(card.model()).contains("SC32G");
    assertThat(card.sizeBytes()).isEqualTo(61_808_640L * 512);
  }

  @Test
  void findsAnNvmeDrive() {
    String nvme = "pci0000:00/nvme/nvme0";
    tree.disk(nvme, "nvme0n1", "259:0", 100)
        .partition(nvme, "nvme0n1", "nvme0n1p2", "259:2", 90)
        .file("/sys/devices/" + nvme + "/block/nvme0n1/device/model", "WD_BLACK SN850X         \n")
        .mount("259:2", "/", "xfs", "/dev/nvme0n1p2", "rw");

    StorageDevice drive = tree.resolve("/").device().orElseThrow();

    assertThat(drive.name()).isEqualTo("nvme0n1p2");
    assertThat(drive.diskName()).isEqualTo("nvme0n1");
    assertThat(drive.model()).contains("WD_BLACK SN850X");
  }

  @Test
  void namesTheBackingFileOfALoopDevice() {
    laptop()
        .disk("virtual", "loop3", "7:3", 64)
        .file("/sys/devices/virtual/block/loop3/loop/backing_file", "/srv/card.img\n")
        .mount("7:3", "/mnt/card", "ext4", "/dev/loop3", "rw");

    StorageDevice loop = tree.resolve("/mnt/card/file").device().orElseThrow();

    assertThat(loop.name()).isEqualTo("loop3");
    assertThat(loop.isPartition()).isFalse();
    assertThat(loop.model()).contains("/srv/card.img");
  }

  @Test
  void namesNoModelWhereThereIsNone() {
    tree.disk("pci0000:00/virtio1", "vda", "254:0", 64)
        .file("/sys/devices/pci0000:00/virtio1/block/vda/device/vendor", "0x1af4\n");

    assertThat(tree.device("vda").model()).isEmpty();
  }

  @Test
  void takesOrdinaryValuesWhereTheKernelTellsNone() {
    tree.disk("virtual", "zram0", "253:0", 8)
        .delete("/sys/devices/virtual/block/zram0/size")
        .delete("/sys/devices/virtual/block/zram0/queue/logical_block_size")
        .delete("/sys/devices/virtual/block/zram0/queue/rotational");

    StorageDevice device = tree.device("zram0");

    assertThat(device.sizeBytes()).isZero();
    assertThat(device.logicalSectorBytes()).isEqualTo(512);
    assertThat(device.isRotational()).isFalse();
  }

  @Test
  void givesADeviceInADirectoryOfDevItsPath() {
    tree.disk("pci0000:00", "cciss!c0d0", "104:0", 8);

    StorageDevice device = tree.resolve("/dev/cciss/c0d0").device().orElseThrow();

    assertThat(device.path()).isEqualTo(Path.of("/dev/cciss/c0d0"));
    assertThat(device.name()).isEqualTo("cciss!c0d0");
  }

  private CapturedTree btrfsOnLuks() {
    return tree.disk("pci0000:00/nvme/nvme0", "nvme0n1", "259:0", 100)
        .partition("pci0000:00/nvme/nvme0", "nvme0n1", "nvme0n1p3", "259:3", 90)
        .disk("virtual", "dm-0", "253:0", 80)
        .file("/sys/devices/virtual/block/dm-0/dm/name", "cryptroot\n")
        .mount("0:31", "/", "btrfs", "/dev/mapper/cryptroot", "rw,subvol=/@");
  }

  @Test
  void findsTheDeviceOfABtrfsByItsSource() {
    btrfsOnLuks().file("/dev/dm-0", "").link("/dev/mapper/cryptroot", "../dm-0");

    TargetDevice target = tree.resolve("/home");

    assertThat(target.fileSystem()).contains("btrfs");
    assertThat(target.device().map(StorageDevice::name)).contains("dm-0");
    assertThat(target.device().flatMap(StorageDevice::model)).contains("cryptroot");
  }

  @Test
  void findsTheMappedDeviceWhereDevHasNoLinks() {
    btrfsOnLuks();

    assertThat(nameOf("/home")).isEqualTo("dm-0");
  }

  @Test
  void findsTheRootThatTheKernelMountedItself() {
    tree.disk(SATA, "sda", "8:0", 10)
        .partition(SATA, "sda", "sda2", "8:2", 5)
        .file("/dev/sda2", "")
        .link("/dev/disk/by-partuuid/738a4d67-02", "../../sda2")
        .mount("0:20", "/", "btrfs", "/dev/root", "rw");

    tree.file("/proc/cmdline", "console=tty1 root=PARTUUID=738a4d67-02 rootwait\n");
    assertThat(nameOf("/")).isEqualTo("sda2");
    tree.file("/proc/cmdline", "root=/dev/sda2\n");
    assertThat(nameOf("/")).isEqualTo("sda2");
    tree.file("/proc/cmdline", "quiet\n");
    assertThat(nameOf("/")).startsWith("none:").contains("btrfs");
    tree.file("/proc/cmdline", "root=WORD=x\n");
    assertThat(nameOf("/")).startsWith("none:").contains("btrfs");
  }

  @Test
  void findsTheDeviceBelowAnOverlayByItsUpperDirectory() {
    laptop()
        .disk(SATA + "2", "sdb", "8:16", 10)
        .mount("8:16", "/var/lib/docker", "ext4", "/dev/sdb", "rw")
        .directory("/var/lib/docker/overlay2/ab/diff")
        .mount(
            "0:50",
            "/var/lib/docker/overlay2/ab/merged",
            "overlay",
            "overlay",
            "rw,lowerdir=/l1:/l2,upperdir=/var/lib/docker/overlay2/ab/diff,workdir=/w");

    TargetDevice target = tree.resolve("/var/lib/docker/overlay2/ab/merged/data");

    assertThat(target.fileSystem()).contains("overlay");
    assertThat(target.device().map(StorageDevice::name)).contains("sdb");
  }

  @Test
  void saysThatTheUpperDirectoryOfAContainerIsOutOfReach() {
    tree.disk(SATA, "sda", "8:0", 10)
        .mount("0:50", "/", "overlay", "overlay", "rw,lowerdir=/l,upperdir=/var/d/diff,workdir=/w");

    assertThat(tree.resolve("/data").device()).isEmpty();
    assertThat(tree.resolve("/data").whyNoDevice())
        .hasValueSatisfying(
            why -> assertThat(why).startsWith("overlay:").contains("/var/d/diff", "not reachable"));
    // Even if the container has a directory of that name: it lies on the overlay itself.
    tree.directory("/var/d/diff");
    assertThat(tree.resolve("/data").whyNoDevice())
        .hasValueSatisfying(why -> assertThat(why).contains("not reachable"));
  }

  @Test
  void doesNotTakeAnotherDiskForTheOneOfTheUpperDirectory() {
    tree.disk(SATA, "sda", "8:0", 10)
        .mount("0:50", "/", "overlay", "overlay", "rw,lowerdir=/l,upperdir=/srv/d/diff,workdir=/w")
        .mount("8:0", "/srv", "ext4", "/dev/sda", "rw")
        .directory("/srv");

    assertThat(nameOf("/data")).startsWith("none:").contains("not reachable");
  }

  @Test
  void findsTheVolumeOfAContainerThroughItsBindMount() {
    tree.disk(SATA, "sda", "8:0", 10)
        .mount("0:50", "/", "overlay", "overlay", "rw,lowerdir=/l,upperdir=/u,workdir=/w")
        .mountinfo("60 21 8:0 /srv/data /data rw - ext4 /dev/sda rw");

    assertThat(nameOf("/data/x")).isEqualTo("sda");
  }

  @Test
  void saysThatAnOverlayWithoutUpperDirectoryCannotBeWritten() {
    tree.mount("0:50", "/", "overlay", "overlay", "ro,lowerdir=/l1:/l2");

    assertThat(tree.resolve("/").whyNoDevice())
        .hasValueSatisfying(why -> assertThat(why).contains("no upper directory"));
  }

  @Test
  void namesTheMemoryBelowAnOverlay() {
    tree.mount("0:50", "/", "overlay", "overlay", "rw,upperdir=/run/cow/upper")
        .directory("/run/cow/upper")
        .mount("0:51", "/run/cow", "tmpfs", "tmpfs", "rw");

    assertThat(tree.resolve("/").whyNoDevice())
        .hasValueSatisfying(
            why -> assertThat(why).startsWith("overlay upon tmpfs:").contains("memory"));
  }

  @Test
  void givesUpOnOverlaysThatLieUponOneAnother() {
    tree.directory("/a/u").directory("/b/u").mount("8:1", "/", "ext4", "/dev/sda1", "rw");
    tree.mount("0:50", "/a", "overlay", "overlay", "rw,upperdir=/b/u")
        .mount("0:51", "/b", "overlay", "overlay", "rw,upperdir=/a/u");

    assertThat(tree.resolve("/a").whyNoDevice())
        .hasValueSatisfying(why -> assertThat(why).contains("more than 8"));
  }

  @Test
  void saysInWordsWhyOtherFileSystemsHaveNoDevice() {
    laptop()
        .mount("0:23", "/tmp", "tmpfs", "/dev/sda1", "rw")
        .mount("0:60", "/net", "nfs4", "server:/export", "rw")
        .mount("0:61", "/ssh", "fuse.sshfs", "pi@server:", "rw")
        .mount("0:62", "/fuse", "fuse.mergerfs", "a:b", "rw")
        .mount("0:63", "/host", "9p", "share", "rw")
        .mount("0:64", "/proc", "proc", "proc", "rw")
        .mount("0:65", "/flash", "ubifs", "ubi0:x", "rw")
        .mount("0:66", "/tank", "zfs", "tank/data", "rw")
        .mount("0:67", "/odd", "oddfs", "odd", "rw");

    assertThat(tree.resolve("/tmp/x").whyNoDevice())
        .contains("tmpfs: a memory file system: no block device behind it");
    assertThat(nameOf("/net/x")).contains("nfs4: a network file system");
    assertThat(nameOf("/ssh")).contains("fuse.sshfs: a network file system");
    assertThat(nameOf("/fuse")).contains("fuse.mergerfs: a file system run by a program");
    assertThat(nameOf("/host")).contains("9p: a directory shared by the host");
    assertThat(nameOf("/proc/self")).contains("proc: made up by the kernel");
    assertThat(nameOf("/flash")).contains("ubifs: kept on raw flash memory");
    assertThat(nameOf("/tank")).contains("zfs: keeps a pool of devices");
    assertThat(nameOf("/odd")).contains("oddfs: no block device behind it is named in");
  }

  @Test
  void findsTheDeviceThatAFuseFileSystemNames() {
    laptop().mount("0:60", "/ntfs", "fuse.ntfs", "/dev/sda1", "rw");

    assertThat(nameOf("/ntfs")).isEqualTo("sda1");
  }

  @Test
  void seesTheMountThatShadowsAnother() {
    laptop()
        .disk(SATA + "2", "sdb", "8:16", 10)
        .mountinfo("50 21 8:0 / /mnt rw - ext4 /dev/sda rw")
        .mountinfo("51 50 8:16 / /mnt rw - ext4 /dev/sdb rw");

    assertThat(nameOf("/mnt/x")).isEqualTo("sdb");
  }

  @Test
  void findsAMountPointWithBlanks() {
    laptop()
        .disk(SATA + "2", "sdb", "8:16", 10)
        .mount("8:16", "/media/pi/My\\040Card", "vfat", "/dev/sdb", "rw");

    assertThat(nameOf("/media/pi/My Card/x")).isEqualTo("sdb");
  }

  @Test
  void followsLinksBeforeItLooksForTheMount() {
    laptop()
        .disk(SATA + "2", "sdb", "8:16", 10)
        .directory("/media/card/dir")
        .directory("/home/pi")
        .link("/home/pi/card", "../../media/card/dir")
        .mount("8:16", "/media/card", "ext4", "/dev/sdb", "rw");

    assertThat(nameOf("/home/pi/card")).isEqualTo("sdb");
    assertThat(nameOf("/home/pi/card/new/file")).isEqualTo("sdb");
    assertThat(nameOf("/home/pi/other")).isEqualTo("sda1");
  }

  @Test
  void followsTheLinksUnderDevDisk() {
    laptop().file("/dev/sda1", "").link("/dev/disk/by-id/ata-Samsung-part1", "../../sda1");

    TargetDevice target = tree.resolve("/dev/disk/by-id/ata-Samsung-part1");

    assertThat(target.isBlockDevice()).isTrue();
    assertThat(target.device().map(StorageDevice::name)).contains("sda1");
  }

  @Test
  void looksPastMalformedLines() {
    tree.mountinfo("this is no mount").mountinfo("7 1 8:0 / /");
    laptop();

    assertThat(nameOf("/x")).isEqualTo("sda1");
  }

  @Test
  void saysThatSysIsMissing() {
    tree.mount("8:1", "/", "ext4", "/dev/sda1", "rw");

    TargetDevice target = tree.resolve("/x");

    assertThat(target.fileSystem()).contains("ext4");
    assertThat(target.whyNoDevice()).contains("device 8:1: /sys/dev/block/8:1 does not exist");
  }

  @Test
  void saysThatProcIsMissing(@TempDir Path empty) {
    TargetDevice target = new DeviceResolver(empty).resolve(Path.of("/x"));

    assertThat(target.mount()).isEmpty();
    assertThat(target.whyNoDevice()).contains("/proc/self/mountinfo cannot be read");
  }

  @Test
  void saysThatNoMountHoldsThePath() {
    tree.mount("8:1", "/only", "ext4", "/dev/sda1", "rw");

    assertThat(tree.resolve("/x\ny").whyNoDevice())
        .contains("/proc/self/mountinfo lists no mount for /x?y");
  }
}
