package io.github.iogauge;

/**
 * The I/O that ended a workload.
 *
 * @param operation {@code read}, {@code write}, {@code fsync}, {@code open} and so on
 * @param offset in the file or device, in bytes; -1 where the operation has none
 * @param length in bytes; 0 where the operation has none
 * @param errno the error number of the operating system; 0 where it gave none
 * @param description what it means, the symbolic name first where there is one
 */
public record IoFailure(String operation, long offset, long length, int errno, String description) {

  /** The failure in one line. */
  @Override
  public String toString() {
    return operation
        + (length > 0 ? " of " + length + " bytes" : "")
        + (offset >= 0 ? " at offset " + offset : "")
        + ": "
        + description;
  }
}
