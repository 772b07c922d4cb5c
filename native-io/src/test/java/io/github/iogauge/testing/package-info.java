/**
 * Devices and tools with a known truth, for the tests of every module: loop devices, rate limits,
 * RAM devices, fio, and the conditions under which a test is skipped.
 *
 * <p>Everything here that changes the machine removes its change on close, and again at JVM
 * shutdown should a test have forgotten. Nothing here touches a device that it did not make itself.
 */
package io.github.iogauge.testing;
