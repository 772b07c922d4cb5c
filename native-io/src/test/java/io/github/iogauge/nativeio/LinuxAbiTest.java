package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinuxAbiTest {

  @ParameterizedTest
  @ValueSource(strings = {"amd64", "x86_64", "AMD64"})
  void x86Values(String osArch) {
    assertThat(LinuxAbi.of("Linux", osArch))
        .contains(new LinuxAbi("x86-64", 0x4000, 0x20000, 206, 207, 209, 208, 332, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"aarch64", "arm64"})
  void armValues(String osArch) {
    // 0x4000 is O_DIRECTORY here, and 0x20000 is O_LARGEFILE.
    assertThat(LinuxAbi.of("Linux", osArch))
        .contains(new LinuxAbi("aarch64", 0x10000, 0x8000, 0, 1, 2, 4, 291, false));
  }

  @Test
  void riscvValues() {
    assertThat(LinuxAbi.of("Linux", "riscv64"))
        .contains(new LinuxAbi("riscv64", 0x4000, 0x20000, 0, 1, 2, 4, 291, false));
  }

  @Test
  void flagsThatAllArchitecturesShare() {
    assertThat(LinuxAbi.O_RDONLY).isEqualTo(0);
    assertThat(LinuxAbi.O_WRONLY).isEqualTo(01);
    assertThat(LinuxAbi.O_RDWR).isEqualTo(02);
    assertThat(LinuxAbi.O_CREAT).isEqualTo(0100);
    assertThat(LinuxAbi.O_EXCL).isEqualTo(0200);
    assertThat(LinuxAbi.O_DSYNC).isEqualTo(010000);
    assertThat(LinuxAbi.O_CLOEXEC).isEqualTo(02000000);
  }

  @ParameterizedTest
  @CsvSource({
    "Linux,i386",
    "Linux,x86",
    "Linux,arm",
    "Linux,ppc64le",
    "Linux,s390x",
    "Linux,loongarch64",
    "Linux,mips64el",
    "Linux,''",
    "Mac OS X,aarch64",
    "Windows 11,amd64",
    "FreeBSD,amd64",
    "'',amd64"
  })
  void anythingElseIsRefusedRatherThanGuessed(String osName, String osArch) {
    assertThat(LinuxAbi.of(osName, osArch)).isEmpty();
  }

  @Test
  void theMemoryOrderIsStrongOnX86Only() {
    assertThat(
            Stream.of("amd64", "aarch64", "riscv64")
                .map(arch -> LinuxAbi.of("Linux", arch))
                .flatMap(Optional::stream)
                .filter(LinuxAbi::strongMemoryOrder)
                .map(LinuxAbi::architecture))
        .containsExactly("x86-64");
  }

  @Test
  void x86SystemCallsAreThoseOfTheHeadersOfThisMachine() throws IOException {
    Path header =
        Stream.of("/usr/include/asm/unistd_64.h", "/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
            .map(Path::of)
            .filter(Files::exists)
            .findFirst()
            .orElse(null);
    Needs.that(header != null, "the kernel headers for x86-64 (linux-libc-dev)");
    compareSystemCalls(header, LinuxAbi.of("Linux", "amd64").orElseThrow());
  }

  @Test
  void genericSystemCallsAreThoseOfTheHeadersOfThisMachine() throws IOException {
    Path header = Path.of("/usr/include/asm-generic/unistd.h");
    Needs.that(Files.exists(header), "the kernel headers (linux-libc-dev)");
    compareSystemCalls(header, LinuxAbi.of("Linux", "aarch64").orElseThrow());
    compareSystemCalls(header, LinuxAbi.of("Linux", "riscv64").orElseThrow());
  }

  @Test
  void genericOpenFlagsAreThoseOfTheHeadersOfThisMachine() throws IOException {
    Path header = Path.of("/usr/include/asm-generic/fcntl.h");
    Needs.that(Files.exists(header), "the kernel headers (linux-libc-dev)");
    Map<String, Integer> defined = defines(header);
    for (String arch : new String[] {"amd64", "riscv64"}) {
      LinuxAbi abi = LinuxAbi.of("Linux", arch).orElseThrow();
      assertThat(abi.direct()).isEqualTo(defined.get("O_DIRECT"));
      assertThat(abi.noFollow()).isEqualTo(defined.get("O_NOFOLLOW"));
    }
    assertThat(LinuxAbi.O_CREAT).isEqualTo(defined.get("O_CREAT"));
    assertThat(LinuxAbi.O_EXCL).isEqualTo(defined.get("O_EXCL"));
    assertThat(LinuxAbi.O_DSYNC).isEqualTo(defined.get("O_DSYNC"));
    assertThat(LinuxAbi.O_CLOEXEC).isEqualTo(defined.get("O_CLOEXEC"));
  }

  private static void compareSystemCalls(Path header, LinuxAbi abi) throws IOException {
    Map<String, Integer> defined = defines(header);
    assertThat(abi.ioSetup()).isEqualTo(defined.get("__NR_io_setup"));
    assertThat(abi.ioDestroy()).isEqualTo(defined.get("__NR_io_destroy"));
    assertThat(abi.ioSubmit()).isEqualTo(defined.get("__NR_io_submit"));
    assertThat(abi.ioGetEvents()).isEqualTo(defined.get("__NR_io_getevents"));
    assertThat(abi.statx()).isEqualTo(defined.get("__NR_statx"));
  }

  private static Map<String, Integer> defines(Path header) throws IOException {
    Pattern define = Pattern.compile("#define\\s+(\\w+)\\s+(\\d+)\\b.*");
    Map<String, Integer> values = new HashMap<>();
    for (String line : Files.readAllLines(header)) {
      Matcher matcher = define.matcher(line);
      if (matcher.matches()) {
        values.put(matcher.group(1), Integer.decode(matcher.group(2)));
      }
    }
    return values;
  }
}
