/**
 * Talks to Linux: aligned memory, files opened with O_DIRECT, and queues of the kernel's
 * asynchronous I/O. It knows nothing of benchmarks, and nothing of JNA shows in its API.
 *
 * <p>Start at {@link io.github.iogauge.nativeio.NativeIo} to learn whether the platform can do it,
 * then {@link io.github.iogauge.nativeio.DirectFile}, {@link
 * io.github.iogauge.nativeio.AlignedBuffer} and {@link io.github.iogauge.nativeio.AioQueue}.
 * Failures are {@link io.github.iogauge.nativeio.NativeIoException}s that carry the errno.
 */
package io.github.iogauge.nativeio;
