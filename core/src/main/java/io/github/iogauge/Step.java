package io.github.iogauge;

/** One entry of a {@link Suite}, done in order. */
public sealed interface Step permits Workload, Pause, CacheDrop {}
