/** The measuring itself: guards, test file, workers, window, coordination. Not exported. */
package io.github.iogauge.internal;
