package io.github.iogauge.engine;

import java.nio.file.Path;

/**
 * What a queue is opened for.
 *
 * @param file an existing file or block device; its last part is never a symbolic link, and if it
 *     has become one since, the engine refuses
 * @param write whether it is written (and read); if not, it is only read
 * @param direct whether the page cache is bypassed; an engine that cannot must refuse
 * @param synchronous whether each write waits for the medium (O_DSYNC)
 * @param depth the number of slots, 1 or more
 * @param blockSize the size of each slot's buffer in bytes
 */
public record QueueRequest(
    Path file, boolean write, boolean direct, boolean synchronous, int depth, int blockSize) {}
