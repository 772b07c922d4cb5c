/**
 * The command line {@code iogauge}: options in, result on standard output, progress on standard
 * error.
 */
package io.github.iogauge.examples.cli;
