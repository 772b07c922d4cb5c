package io.github.iogauge.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.iogauge.testing.Requirements;
import io.github.iogauge.testing.Shell;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The library as a stranger gets it: a Maven project outside this build that declares {@code
 * iogauge-core} and nothing else, with a local repository of its own, compiled with all warnings as
 * errors and run on both Java versions, on the class path and on the module path.
 *
 * <p>The JDKs are looked for under {@code /usr/lib/jvm}; {@code -Diogauge.jdk.25=DIRECTORY} and the
 * like name others.
 */
class OutsideProjectIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  /**
   * What an application without a logging binding gets to see; it is SLF4J's notice and not ours.
   */
  private static final List<String> SLF4J_NOTICE =
      List.of(
          "SLF4J(W): No SLF4J providers were found.",
          "SLF4J(W): Defaulting to no-operation (NOP) logger implementation",
          "SLF4J(W): See https://www.slf4j.org/codes.html#noProviders for further details.");

  /** Not below this build, where Maven would find settings of this build. */
  @TempDir static Path outside;

  @TempDir(factory = BuildDirectory.class)
  static Path measured;

  private static String version;
  private static Path repository;
  private static Path settings;

  /** How the program finds the library. */
  enum Finding {
    CLASS_PATH("--enable-native-access=ALL-UNNAMED"),
    MODULE_PATH("--enable-native-access=com.sun.jna,io.github.iogauge.nativeio");

    /** The flag that the README gives for Java 22 and later. */
    private final String nativeAccess;

    Finding(String nativeAccess) {
      this.nativeAccess = nativeAccess;
    }
  }

  @BeforeAll
  static void putTheLibraryIntoItsRepository() throws IOException {
    Requirements.tool("mvn");
    Path build = Path.of("").toAbsolutePath().getParent();
    version = versionOf(build.resolve("pom.xml"));
    repository = outside.resolve("repository");
    install("iogauge-parent", build.resolve("pom.xml"), "pom");
    for (String module : List.of("native-io", "core")) {
      String artifact = "iogauge-" + module;
      install(artifact, build.resolve(module + "/pom.xml"), "pom");
      install(
          artifact, build.resolve(module + "/target/" + artifact + "-" + version + ".jar"), "jar");
    }
    String known =
        System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository");
    settings =
        Files.writeString(
            outside.resolve("settings.xml"),
            resource("settings.xml").replace("@repository@", Path.of(known).toUri().toString()));
  }

  private static String versionOf(Path parentPom) throws IOException {
    Matcher matcher =
        Pattern.compile("<artifactId>iogauge-parent</artifactId>\\s*<version>([^<]+)</version>")
            .matcher(Files.readString(parentPom));
    assertThat(matcher.find()).as("version in %s", parentPom).isTrue();
    return matcher.group(1);
  }

  /** The same as what {@code mvn install:install-file} does, without the seconds that it takes. */
  private static void install(String artifact, Path file, String extension) throws IOException {
    Path directory = repository.resolve("io/github/iogauge").resolve(artifact).resolve(version);
    Files.createDirectories(directory);
    Files.copy(file, directory.resolve(artifact + "-" + version + "." + extension));
  }

  @ParameterizedTest
  @CsvSource({"17, CLASS_PATH", "17, MODULE_PATH", "25, CLASS_PATH", "25, MODULE_PATH"})
  void compilesAndRunsWithoutAWarning(int java, Finding finding) throws IOException {
    Path jdk = jdk(java);
    Path jar = compile(jdk, project(java, finding, finding == Finding.MODULE_PATH));

    Shell.Outcome outcome = Shell.attempt(LIMIT, command(java, jdk, finding, path(jar)));

    assertThat(outcome.exitCode()).as(outcome.describe()).isZero();
    assertThat(Double.parseDouble(outcome.stdout())).as(outcome.describe()).isPositive();
    assertThat(outcome.stderr().lines())
        .filteredOn(line -> !SLF4J_NOTICE.contains(line))
        .as(outcome.describe())
        .isNotEmpty()
        .allMatch(line -> line.matches("[^:]+ s left"), "is a line of progress");
    assertThat(measured).isEmptyDirectory();
  }

  private static Path project(int java, Finding finding, boolean asModule) throws IOException {
    Path project = outside.resolve("java" + java + "-" + finding);
    Path sources = project.resolve("src/main/java");
    Path code = Files.createDirectories(sources.resolve("org/example/outside"));
    Files.writeString(
        project.resolve("pom.xml"), resource("pom.xml").replace("@version@", version));
    Files.writeString(code.resolve("Main.java"), resource("Main.java.txt"));
    if (asModule) {
      Files.writeString(sources.resolve("module-info.java"), resource("module-info.java.txt"));
    }
    return project;
  }

  private static Path compile(Path jdk, Path project) {
    Shell.Outcome build =
        Shell.attempt(
            LIMIT,
            List.of(
                "env",
                "JAVA_HOME=" + jdk,
                "mvn",
                "--batch-mode",
                "--no-transfer-progress",
                "--global-settings",
                settings.toString(),
                "-Dmaven.repo.local=" + repository,
                "--file",
                project.resolve("pom.xml").toString(),
                "package"));
    assertThat(build.exitCode()).as(build.describe()).isZero();
    assertThat(build.stdout().lines()).filteredOn(line -> line.contains("[WARNING]")).isEmpty();
    return project.resolve("target/outside.jar");
  }

  private static List<String> command(int java, Path jdk, Finding finding, String path) {
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    if (java >= 22) {
      command.add(finding.nativeAccess);
    }
    switch (finding) {
      case CLASS_PATH -> command.addAll(List.of("-cp", path, "org.example.outside.Main"));
      case MODULE_PATH ->
          command.addAll(List.of("-p", path, "-m", "org.example.outside/org.example.outside.Main"));
    }
    command.add(measured.toString());
    return command;
  }

  /** The program and all that Maven found it to need. */
  private static String path(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      String needed = file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return Stream.concat(
              Stream.of(jar),
              Arrays.stream(needed.split(" ", -1)).map(entry -> repository.resolve(entry)))
          .map(Path::toString)
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static Path jdk(int version) throws IOException {
    List<Path> candidates = new ArrayList<>();
    String named = System.getProperty("iogauge.jdk." + version);
    if (named != null) {
      candidates.add(Path.of(named));
    }
    if (Runtime.version().feature() == version) {
      candidates.add(Path.of(System.getProperty("java.home")));
    }
    Path installed = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(installed)) {
      try (DirectoryStream<Path> homes =
          Files.newDirectoryStream(installed, "*-" + version + "*")) {
        homes.forEach(candidates::add);
      }
    }
    for (Path home : candidates) {
      if (Files.isExecutable(home.resolve("bin/javac"))) {
        return home;
      }
    }
    Requirements.tool(
        "/usr/lib/jvm/*-" + version + "*/bin/javac, or -Diogauge.jdk." + version + "=DIRECTORY");
    throw new AssertionError("skipped before");
  }

  private static String resource(String name) {
    try (InputStream in = OutsideProjectIT.class.getResourceAsStream("/outside/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
