package io.github.iogauge.nativeio;

/**
 * What O_DIRECT asks of a transfer, in bytes. Both are powers of two.
 *
 * @param memory the address of the buffer must be a multiple of this
 * @param offset the file offset and the length must be multiples of this
 * @param source where the values come from: {@code statx}, {@code ioctl} or {@code default}
 */
public record Alignment(int memory, int offset, String source) {}
