package io.github.iogauge;

/**
 * A step that writes out and drops what the page cache holds of the target, so that the next reads
 * come from the device. Needs Linux; elsewhere it is a warning in the result.
 */
public record CacheDrop() implements Step {}
