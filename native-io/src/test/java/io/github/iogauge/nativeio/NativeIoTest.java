package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeIoTest {

  private static final String FORCE = "-Dio.github.iogauge.nativeio.binding=";
  private static final String ALLOW = "--enable-native-access=ALL-UNNAMED";

  @ParameterizedTest
  @CsvSource({"Mac OS X,aarch64", "Windows 11,amd64"})
  void anotherSystemIsNamed(String osName, String osArch) {
    assertThat(NativeIo.unsupportedPlatform(osName, osArch))
        .isEqualTo("native I/O needs Linux, and this is " + osName + "; the nio engine works here");
  }

  @ParameterizedTest
  @CsvSource({"i386", "arm", "s390x"})
  void anotherArchitectureIsNamed(String osArch) {
    assertThat(NativeIo.unsupportedPlatform("Linux", osArch))
        .contains("64-bit Linux")
        .contains("runs on " + osArch + ";")
        .contains("the nio engine works here");
  }

  @Test
  void aLibraryThatDoesNotLoadNamesTheDirectoryOption() {
    assertThat(
            NativeIo.loadingFailed(
                new UnsatisfiedLinkError(
                    "/x/jna1.tmp: failed to map segment from shared object\nsecond line")))
        .contains("/x/jna1.tmp: failed to map segment")
        .contains("-Djna.tmpdir=")
        .contains("noexec")
        .doesNotContain("second line")
        .doesNotContain("\n");
  }

  @Test
  void forbiddenNativeAccessNamesTheFlag() {
    IllegalCallerException forbidden = new IllegalCallerException("Illegal native access");

    assertThat(NativeIo.loadingFailed(forbidden))
        .contains("Illegal native access")
        .contains("--enable-native-access=ALL-UNNAMED")
        .doesNotContain("jna.tmpdir");
  }

  @Test
  void theCauseCountsWhereAStaticInitializerFailed() {
    assertThat(
            NativeIo.loadingFailed(
                new ExceptionInInitializerError(new IllegalCallerException("Illegal access"))))
        .contains("Illegal access")
        .contains("--enable-native-access=ALL-UNNAMED")
        .doesNotContain("null");
    assertThat(
            NativeIo.loadingFailed(
                new ExceptionInInitializerError(new UnsatisfiedLinkError("no such library"))))
        .contains("no such library")
        .contains("jna.tmpdir")
        .doesNotContain("null");
  }

  @Test
  void anErrorWithoutAMessageIsNamedByItsType() {
    assertThat(NativeIo.loadingFailed(new NoClassDefFoundError()))
        .contains("NoClassDefFoundError")
        .doesNotContain("null");
  }

  @Test
  void worksHere() {
    Needs.that(
        LinuxAbi.of(System.getProperty("os.name"), System.getProperty("os.arch")).isPresent(),
        "64-bit Linux");

    assertThat(NativeIo.unavailable()).isEmpty();
    assertThat(NativeIo.libC()).isNotNull();
    assertThat(NativeIo.abi()).isNotNull();
  }

  @Test
  void aJvmThatCannotUnpackTheLibrarySaysSo(@TempDir Path directory)
      throws IOException, InterruptedException {
    Needs.nativeIo();
    Path notADirectory = directory.resolve("file");
    Files.createFile(notADirectory);

    assertThat(ChildJvm.run(AskingProgram.class, FORCE + "jna", "-Djna.tmpdir=" + notADirectory))
        .contains("JNA could not load its native library")
        .contains("Not a directory")
        .contains("-Djna.tmpdir=DIR")
        .contains("UnsupportedOperationException: JNA could not load");
  }

  @Test
  void aJvmOfAnUnsupportedArchitectureSaysSo() throws IOException, InterruptedException {
    assertThat(ChildJvm.run(AskingProgram.class, "-Dos.arch=sparcv9"))
        .contains("files: native I/O needs 64-bit Linux")
        .contains("aio: native I/O needs 64-bit Linux")
        .contains("sparcv9")
        .contains("UnsupportedOperationException: native I/O needs 64-bit Linux");
  }

  @Test
  void aJvmThatForbidsNativeAccessSaysWhichFlagHelpsAndItDoes()
      throws IOException, InterruptedException {
    Needs.that(Runtime.version().feature() >= 24, "Java 24 or newer");

    assertThat(ChildJvm.run(AskingProgram.class, "--illegal-native-access=deny"))
        .contains("files: Java forbids native access")
        .contains("--enable-native-access=ALL-UNNAMED");
    assertThat(
            ChildJvm.run(
                AskingProgram.class,
                "--illegal-native-access=deny",
                "--enable-native-access=ALL-UNNAMED"))
        .contains("files: available");
  }

  @Test
  void foreignFunctionsThatFailNameTheWayToJna() {
    assertThat(
            NativeIo.loadingFailed(
                new ExceptionInInitializerError(
                    new LinkageError(ForeignLinker.FAILED + "libc has no open64"))))
        .contains("libc has no open64")
        .contains("leave out -Dio.github.iogauge.nativeio.binding=ffm");
  }

  @Test
  void thePropertyForcesJna() throws IOException, InterruptedException {
    Needs.nativeIo();

    assertThat(ChildJvm.run(AskingProgram.class, FORCE + "jna", ALLOW))
        .contains("binding: jna")
        .contains("files: available");
  }

  @Test
  void thePropertyForcesForeignFunctionsAndJnaIsNotEvenUnpacked(@TempDir Path directory)
      throws IOException, InterruptedException {
    Needs.that(Runtime.version().feature() >= ForeignLinker.FIRST_JAVA, "Java 22 or newer");
    Path notADirectory = Files.createFile(directory.resolve("file"));

    assertThat(
            ChildJvm.run(
                AskingProgram.class, FORCE + "ffm", ALLOW, "-Djna.tmpdir=" + notADirectory))
        .contains("binding: ffm")
        .contains("files: available")
        .contains("aio: available");
  }

  @Test
  void foreignFunctionsAreTakenWhereNativeAccessIsGrantedAndJnaElsewhere()
      throws IOException, InterruptedException {
    Needs.that(Runtime.version().feature() >= ForeignLinker.FIRST_JAVA, "Java 22 or newer");

    assertThat(ChildJvm.run(AskingProgram.class, ALLOW)).contains("binding: ffm");
    assertThat(ChildJvm.run(AskingProgram.class)).contains("binding: jna");
  }

  @Test
  void forcedForeignFunctionsThatJavaForbidsNameTheFlag() throws IOException, InterruptedException {
    Needs.that(Runtime.version().feature() >= 24, "Java 24 or newer");

    assertThat(ChildJvm.run(AskingProgram.class, FORCE + "ffm", "--illegal-native-access=deny"))
        .contains("files: Java forbids native access")
        .contains("--enable-native-access=ALL-UNNAMED")
        .contains("binding: none");
  }

  @Test
  void aBindingThatDoesNotExistIsRefusedInWords() throws IOException, InterruptedException {
    assertThat(ChildJvm.run(AskingProgram.class, FORCE + "jni"))
        .contains("binding=jni: must be ffm or jna")
        .contains("binding: none");
  }

  /** Run in JVMs of their own, because the outcome is settled once per JVM. */
  static final class AskingProgram {
    private AskingProgram() {}

    public static void main(String[] args) throws NativeIoException {
      System.out.println("files: " + NativeIo.unavailable().orElse("available"));
      System.out.println("binding: " + NativeIo.binding().orElse("none"));
      System.out.println("aio: " + NativeIo.aioUnavailable().orElse("available"));
      try {
        AlignedBuffer.allocate(1).close();
      } catch (UnsupportedOperationException e) {
        System.out.println("UnsupportedOperationException: " + e.getMessage());
      }
    }
  }
}
