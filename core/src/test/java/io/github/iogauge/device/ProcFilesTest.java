package io.github.iogauge.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFilesTest {

  private static final Path AIO_MAX = Path.of("/proc/sys/fs/aio-max-nr");

  @TempDir Path root;
  private CapturedTree tree;
  private ProcFiles files;

  @BeforeEach
  void create() {
    tree = new CapturedTree(root);
    files = new ProcFiles(root);
  }

  @Test
  void readsAllDigitsOfAFileThatReportsNoSize() throws IOException {
    assumeThat(AIO_MAX).as("this kernel has Linux AIO").exists();
    // A buffered reader asks for much at once, so it tells the truth.
    String truth;
    try (var reader = Files.newBufferedReader(AIO_MAX)) {
      truth = reader.readLine();
    }

    ProcFiles machine = new ProcFiles(Path.of("/"));

    assertThat(truth).hasSizeGreaterThan(1);
    assertThat(machine.text("/proc/sys/fs/aio-max-nr")).contains(truth);
    assertThat(machine.number("/proc/sys/fs/aio-max-nr")).hasValue(Long.parseLong(truth));
  }

  @Test
  void readsWithoutTheWhiteSpaceAround() {
    tree.file("/sys/model", "  Ultra Fit   \n");

    assertThat(files.text("/sys/model")).contains("Ultra Fit");
  }

  @Test
  void readsAFileLongerThanOnePiece() {
    String text = "0123456789abcde\n".repeat(20_000);
    tree.file("/proc/long", text);

    assertThat(files.text("/proc/long")).contains(text.strip());
  }

  @Test
  void readsOnAnInterruptedThread() {
    tree.file("/sys/size", "17\n");

    Thread.currentThread().interrupt();
    Optional<String> text = files.text("/sys/size");
    boolean stillInterrupted = Thread.interrupted();

    assertThat(text).contains("17");
    assertThat(stillInterrupted).isTrue();
  }

  @Test
  void answersNothingForAMissingFileADirectoryAndANameThatIsNoPath() {
    assertThat(files.text("/sys/nothing")).isEmpty();
    assertThat(files.text("/sys")).isEmpty();
    assertThat(files.text("/sys/a\0b")).isEmpty();
    assertThat(files.names("/sys/nothing")).isEmpty();
    assertThat(files.names("/sys/a\0b")).isEmpty();
    assertThat(new ProcFiles(root.resolve("gone")).text("/sys/size")).isEmpty();
  }

  @Test
  void takesTheFirstLineAsNumber() {
    tree.file("/sys/one", "4096\n");
    tree.file("/sys/two", "-7 \n8\n");
    tree.file("/sys/word", "none\n");
    tree.file("/sys/empty", "");

    assertThat(files.number("/sys/one")).hasValue(4096);
    assertThat(files.number("/sys/two")).hasValue(-7);
    assertThat(files.number("/sys/word")).isEqualTo(OptionalLong.empty());
    assertThat(files.number("/sys/empty")).isEqualTo(OptionalLong.empty());
    assertThat(files.number("/sys/gone")).isEqualTo(OptionalLong.empty());
  }

  @Test
  void listsNamesInOrder() {
    tree.directory("/sys/h/dm-1").directory("/sys/h/dm-0").file("/sys/h/a", "");

    assertThat(files.names("/sys/h")).containsExactly("a", "dm-0", "dm-1");
  }

  @Test
  void followsLinksWithinTheTree() {
    tree.directory("/data/real").link("/mnt/link", "../data/real");

    assertThat(files.realPath("/mnt/link")).isEqualTo("/data/real");
    assertThat(files.realPath("/mnt/link/not/there")).isEqualTo("/data/real/not/there");
    assertThat(files.realPath("/")).isEqualTo("/");
    assertThat(files.realPath("/mnt/none/../x")).isEqualTo("/mnt/x");
  }

  @Test
  void doesNotFollowALinkOutOfTheTree(@TempDir Path elsewhere) {
    tree.link("/mnt/out", elsewhere.toString());

    assertThat(files.realPath("/mnt/out")).isEqualTo("/mnt/out");
  }

  @Test
  void worksThroughARootThatIsALink(@TempDir Path elsewhere) throws IOException {
    tree.file("/sys/size", "5");
    Path link = Files.createSymbolicLink(elsewhere.resolve("link"), root);

    ProcFiles linked = new ProcFiles(link);

    assertThat(linked.text("/sys/size")).contains("5");
    assertThat(linked.realPath("/sys/size")).isEqualTo("/sys/size");
  }
}
