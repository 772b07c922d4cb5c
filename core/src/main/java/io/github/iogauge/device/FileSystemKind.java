package io.github.iogauge.device;

import java.util.Set;

/** Where a file system keeps its data, judged by its type. */
enum FileSystemKind {
  /** On something else than the below; usually a block device. */
  STORAGE("no block device behind it is named in " + MountTable.MOUNTINFO),
  MEMORY("a memory file system: no block device behind it"),
  NETWORK("a network file system: its storage belongs to another machine"),
  HOST_SHARE("a directory shared by the host: its storage is not visible here"),
  KERNEL("made up by the kernel: nothing is stored"),
  RAW_FLASH("kept on raw flash memory, which is no block device"),
  POOL("keeps a pool of devices of its own and names none of them"),
  FUSE("a file system run by a program (FUSE): no block device behind it is known");

  private static final Set<String> MEMORY_TYPES =
      Set.of("tmpfs", "ramfs", "devtmpfs", "hugetlbfs", "rootfs");
  private static final Set<String> NETWORK_TYPES =
      Set.of(
          "nfs",
          "nfs4",
          "cifs",
          "smb3",
          "smbfs",
          "ncpfs",
          "afs",
          "ceph",
          "lustre",
          "orangefs",
          "coda",
          "beegfs",
          "gpfs",
          "fuse.sshfs",
          "fuse.glusterfs",
          "fuse.ceph",
          "fuse.s3fs",
          "fuse.rclone");
  private static final Set<String> HOST_SHARE_TYPES =
      Set.of("9p", "virtiofs", "vboxsf", "vmhgfs", "prl_fs", "fuse.vmhgfs-fuse");
  private static final Set<String> KERNEL_TYPES =
      Set.of(
          "proc",
          "sysfs",
          "cgroup",
          "cgroup2",
          "devpts",
          "debugfs",
          "tracefs",
          "securityfs",
          "configfs",
          "efivarfs",
          "pstore",
          "bpf",
          "mqueue",
          "fusectl",
          "binfmt_misc",
          "nsfs",
          "rpc_pipefs",
          "autofs",
          "selinuxfs");
  private static final Set<String> RAW_FLASH_TYPES = Set.of("ubifs", "jffs2", "yaffs", "yaffs2");
  private static final Set<String> POOL_TYPES = Set.of("zfs", "bcachefs");

  private final String words;

  FileSystemKind(String words) {
    this.words = words;
  }

  static FileSystemKind of(String type) {
    if (MEMORY_TYPES.contains(type)) {
      return MEMORY;
    } else if (NETWORK_TYPES.contains(type)) {
      return NETWORK;
    } else if (HOST_SHARE_TYPES.contains(type)) {
      return HOST_SHARE;
    } else if (KERNEL_TYPES.contains(type)) {
      return KERNEL;
    } else if (RAW_FLASH_TYPES.contains(type)) {
      return RAW_FLASH;
    } else if (POOL_TYPES.contains(type)) {
      return POOL;
    } else if (type.equals("fuse") || type.startsWith("fuse.") || type.equals("fuseblk")) {
      return FUSE;
    }
    return STORAGE;
  }

  /** Whether a mount source that looks like a device can be one; elsewhere it is only a word. */
  boolean mayNameDevice() {
    return switch (this) {
      case STORAGE, POOL, FUSE -> true;
      case MEMORY, NETWORK, HOST_SHARE, KERNEL, RAW_FLASH -> false;
    };
  }

  /** Why no block device can be named for a file system of this kind. */
  String whyNoDevice(String type) {
    return type + ": " + words;
  }
}
