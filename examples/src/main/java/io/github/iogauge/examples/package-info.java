/**
 * Programs that show how to embed iogauge, one lesson each; read them in the order of their
 * numbers. Each takes the directory to measure as its first argument, and needs a few seconds.
 */
package io.github.iogauge.examples;
