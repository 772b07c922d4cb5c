/**
 * What is being measured: the mount and the block device behind a path, that device's own counters,
 * and whether anything uses it.
 *
 * <p>{@link io.github.iogauge.device.DeviceResolver} is the way in. Everything is read from {@code
 * /proc}, {@code /sys} and {@code /dev} below one root directory, without native code, without a
 * subprocess and without root rights. Another root than {@code /} works on a captured tree, which
 * is how other machines are tested. A fact that the system does not tell is absent, never guessed;
 * where no device can be named, the reason is given in words.
 */
package io.github.iogauge.device;
