package io.github.iogauge.nativeio;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** A logging backend that prints one line per event, for child JVMs whose log a test reads. */
@SuppressWarnings("exports") // SLF4J makes it by reflection; nobody else needs it.
public final class PrintingSlf4jProvider implements SLF4JServiceProvider {

  /** Needed by SLF4J, which makes its provider by name. */
  public PrintingSlf4jProvider() {}

  @Override
  public ILoggerFactory getLoggerFactory() {
    return PrintingLogger::new;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return new BasicMarkerFactory();
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return new NOPMDCAdapter();
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0";
  }

  @Override
  public void initialize() {}

  private static final class PrintingLogger extends LegacyAbstractLogger implements Logger {

    private static final long serialVersionUID = 1L;

    PrintingLogger(String name) {
      this.name = name;
    }

    @Override
    public boolean isTraceEnabled() {
      return false;
    }

    @Override
    public boolean isDebugEnabled() {
      return false;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }

    @Override
    protected String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level, Marker marker, String pattern, Object[] arguments, Throwable thrown) {
      System.out.println(
          level + " " + name + ": " + MessageFormatter.basicArrayFormat(pattern, arguments));
    }
  }
}
