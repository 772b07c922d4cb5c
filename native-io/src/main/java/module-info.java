/** Talks to Linux: aligned memory, direct files, kernel AIO queues and device queries. */
module io.github.iogauge.nativeio {
  requires com.sun.jna;
  requires org.slf4j;

  exports io.github.iogauge.nativeio;
}
