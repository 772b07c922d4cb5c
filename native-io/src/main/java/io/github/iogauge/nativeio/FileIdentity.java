package io.github.iogauge.nativeio;

/**
 * Which file or block device an open handle refers to.
 *
 * @param major the device's major number: for a block device its own, for a file that of the file
 *     system (which need not be a block device)
 * @param minor the device's minor number, likewise
 * @param inode the file's number in its file system; 0 for a block device
 * @param links how many names the file has; 0 for a block device
 */
public record FileIdentity(int major, int minor, long inode, int links) {

  /** The device's number as sysfs writes it, for example {@code 8:1}. */
  public String deviceNumber() {
    return major + ":" + minor;
  }
}
