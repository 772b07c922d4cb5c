package io.github.iogauge.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.iogauge.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestFileTest {

  @TempDir(factory = InTarget.class)
  Path directory;

  @Test
  void belongsToItsOwnerAlone() throws IOException {
    TestFile file = TestFile.create(directory, TestFile.newName());

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
        .isEqualTo("rw-------");
    assertThat(file.path()).isEmptyFile().hasParent(directory);
  }

  @Test
  void isNamedAfterUsAndTheProcess() {
    assertThat(TestFile.newName())
        .matches("iogauge-" + ProcessHandle.current().pid() + "-[0-9a-f]{8}\\.tmp")
        .isNotEqualTo(TestFile.newName());
  }

  @Test
  void neverTakesTheNameOfSomethingThatIsThere() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "mine");
    Files.writeString(directory.resolve("file"), "mine");
    Files.createDirectory(directory.resolve("directory"));
    Files.createSymbolicLink(directory.resolve("link"), other);
    Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("nothing"));

    for (String name : new String[] {"file", "directory", "link", "dangling"}) {
      assertThatExceptionOfType(BenchmarkException.class)
          .isThrownBy(() -> TestFile.create(directory, name))
          .withMessage(
              "target "
                  + directory.resolve(name)
                  + ": the test file cannot be made: something of that name is there already, and"
                  + " is not touched");
    }
    assertThat(directory.resolve("nothing")).doesNotExist();
    assertThat(other).hasContent("mine");
    assertThat(directory.resolve("file")).hasContent("mine");
  }

  @Test
  void isRemovedOnceAndForAll() throws IOException {
    TestFile file = TestFile.create(directory, "f");

    assertThat(file.remove()).isEmpty();
    assertThat(file.path()).doesNotExist();
    Files.writeString(file.path(), "new");
    file.remove();
    assertThat(file.path()).hasContent("new");
  }

  @Test
  void somethingElseOfItsNameIsLeftAlone() throws IOException {
    TestFile file = TestFile.create(directory, "f");
    // Kept under another name, so that its number is not used again.
    Files.move(file.path(), directory.resolve("moved"));
    Files.writeString(file.path(), "the user's");

    assertThat(file.remove())
        .contains(file.path() + " is not the test file any more and is left alone");

    assertThat(file.path()).hasContent("the user's");
    assertThat(directory.resolve("moved")).exists();
  }

  @Test
  void aLinkInItsPlaceIsLeftAloneWithWhatItPointsTo() throws IOException {
    TestFile file = TestFile.create(directory, "f");
    Path moved = Files.move(file.path(), directory.resolve("moved"));
    Files.createSymbolicLink(file.path(), moved);

    file.remove();

    assertThat(file.path()).isSymbolicLink();
    assertThat(moved).exists();
  }

  @Test
  void removingWhatIsGoneDoesNothing() throws IOException {
    TestFile file = TestFile.create(directory, "f");
    Files.delete(file.path());

    file.remove();

    assertThat(file.path()).doesNotExist();
  }

  @Test
  void reservingSpaceMakesItNoSmallerThanBefore() throws IOException {
    TestFile file = TestFile.create(directory, "f");

    file.reserve(1 << 20);

    assertThat(Files.size(file.path())).isIn(0L, 1L << 20);
  }

  @Test
  void leftoversOfDeadProcessesAreReportedAndOthersAreNot() throws IOException {
    long pid = deadProcess();
    Path left = Files.write(directory.resolve("iogauge-" + pid + "-00c0ffee.tmp"), new byte[42]);
    TestFile.create(directory, TestFile.newName());
    Files.createFile(directory.resolve("iogauge-notes.tmp"));
    Files.createFile(directory.resolve("iogauge-" + pid + "-00c0ffee.txt"));

    assertThat(TestFile.leftovers(directory))
        .singleElement()
        .asString()
        .startsWith(left + " (42 bytes) was left by process " + pid)
        .hasLineCount(1);
    assertThat(left).exists();
  }

  private static long deadProcess() throws IOException {
    Process process = new ProcessBuilder("true").start();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return process.pid();
  }

  @Test
  void aDirectoryThatCannotBeListedHasNoLeftovers() {
    assertThat(TestFile.leftovers(directory.resolve("nowhere"))).isEmpty();
  }

  @Test
  void aDirectoryThatIsGoneIsNamed() {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> TestFile.create(directory.resolve("nowhere"), "f"))
        .withMessageContaining("the test file cannot be made")
        .withMessageContaining("NoSuchFile");
  }
}
