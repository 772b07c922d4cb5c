package io.github.iogauge;

/**
 * The machine on which a job ran.
 *
 * @param operatingSystem its name
 * @param kernel its version
 * @param architecture of the processor, as Java names it
 * @param processors that Java may use
 * @param javaVersion of the running Java
 */
public record HostInfo(
    String operatingSystem,
    String kernel,
    String architecture,
    int processors,
    String javaVersion) {

  /** The machine that this runs on. */
  public static HostInfo current() {
    return new HostInfo(
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version"));
  }
}
