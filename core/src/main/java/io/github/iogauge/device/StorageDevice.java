package io.github.iogauge.device;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A block device: a whole disk, a partition, or one that the kernel composes (loop, device-mapper,
 * md, zram).
 *
 * @param name name the kernel gives it, such as {@code sda1}, {@code nvme0n1p2} or {@code loop3}
 * @param number device number {@code major:minor}, such as {@code 8:1}
 * @param path its device file, such as {@code /dev/sda1}
 * @param diskName name of the whole disk: that of the disk for a partition, else the same as {@code
 *     name}
 * @param isPartition whether it is a partition of a disk
 * @param sizeBytes size in bytes; 0 if there is no medium or the kernel does not tell
 * @param model what the disk calls itself, without padding: vendor and model of a SCSI or USB disk
 *     (an adapter may give its own), model of an NVMe drive, name of an SD card, backing file of a
 *     loop device, mapped name of a device-mapper device; empty where there is none (virtio)
 * @param logicalSectorBytes smallest unit the device can be addressed in, in bytes; 512 if the
 *     kernel does not tell
 * @param isRemovable whether the kernel calls the medium removable (card readers, some USB sticks)
 * @param isRotational whether the kernel takes the disk for a spinning one; USB adapters often
 *     leave this at true
 */
public record StorageDevice(
    String name,
    String number,
    Path path,
    String diskName,
    boolean isPartition,
    long sizeBytes,
    Optional<String> model,
    int logicalSectorBytes,
    boolean isRemovable,
    boolean isRotational) {}
