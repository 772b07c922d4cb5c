/**
 * Measures the library itself with JMH: what an I/O costs in each engine, and what the calls under
 * it cost. Built as {@code benchmarks.jar}; the README of this module says how to run and read it.
 */
package io.github.iogauge.jmh;
