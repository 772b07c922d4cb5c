/** The tests of well-known tools as ready suites. */
package io.github.iogauge.preset;
