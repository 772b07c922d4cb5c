/**
 * Results as text for people and programs: one class per format, each a pure function of a {@link
 * io.github.iogauge.Result}.
 *
 * <p>A format of this library is got by its name from {@link io.github.iogauge.report.Reports}; one
 * of your own is a class that implements {@link io.github.iogauge.report.Report}, used directly.
 */
package io.github.iogauge.report;
