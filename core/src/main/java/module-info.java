/** Measures storage: jobs, workloads, engines, presets, results and reports. */
module io.github.iogauge.core {
  requires com.fasterxml.jackson.core;
  // An automatic module, named after its file. It is wrapped: none of its types is in our API.
  requires HdrHistogram;
  requires io.github.iogauge.nativeio;
  requires jdk.management;
  requires jdk.unsupported; // com.sun.nio.file.ExtendedOpenOption, the JDK's only way to O_DIRECT
  requires org.slf4j;

  exports io.github.iogauge;
  exports io.github.iogauge.device;
  exports io.github.iogauge.engine;
  exports io.github.iogauge.preset;
  exports io.github.iogauge.report;

  provides io.github.iogauge.engine.IoEngine with
      io.github.iogauge.engine.LibaioEngine,
      io.github.iogauge.engine.PsyncEngine,
      io.github.iogauge.engine.NioEngine;

  uses io.github.iogauge.engine.IoEngine;
}
