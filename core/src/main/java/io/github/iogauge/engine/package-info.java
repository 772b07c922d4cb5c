/**
 * How I/O is done: the extension point {@link io.github.iogauge.engine.IoEngine}, the queue it
 * opens, and the engines {@code libaio}, {@code psync} and {@code nio}.
 */
package io.github.iogauge.engine;
