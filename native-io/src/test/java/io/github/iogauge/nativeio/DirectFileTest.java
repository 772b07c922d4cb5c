package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.iogauge.nativeio.FakeLibC.FakeFile;
import io.github.iogauge.nativeio.FakeLibC.Transfer;
import io.github.iogauge.testing.Requirements;
import io.github.iogauge.testing.Shell;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectFileTest {

  @BeforeAll
  static void needsNativeIo() {
    Needs.nativeIo();
  }

  /** Over the kernel of this machine. */
  @Nested
  class OnLinux {

    @TempDir Path directory;

    private Path existing(int size) throws IOException {
      byte[] content = new byte[size];
      for (int i = 0; i < size; i++) {
        content[i] = (byte) i;
      }
      return Files.write(directory.resolve("existing"), content);
    }

    @Test
    void aNewFileIsItsOwnersAlone() throws IOException {
      Path path = directory.resolve("new");
      try (DirectFile file =
          DirectFile.open(path, OpenFlag.READ, OpenFlag.WRITE, OpenFlag.CREATE_NEW)) {
        assertThat(file.path()).isEqualTo(path);
        assertThat(file.size()).isZero();
      }
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rw-------");
    }

    @Test
    void aNameIsItsBytesWhateverTheyMeanAsText() throws Exception {
      // Not UTF-8; read as text, the first becomes the second.
      String make =
          "cd \"$0\"; printf one > $'f\\xff'; printf three > $'f\\xef\\xbf\\xbd';"
              + " printf 4444 > 'a b%41?'";
      Shell.run("bash", "-c", make, directory.toString());

      List<Long> sizes = new ArrayList<>();
      try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
        for (Path path : paths) {
          try (DirectFile file = DirectFile.open(path, OpenFlag.READ)) {
            sizes.add(Files.size(path));
            assertThat(file.size()).isEqualTo(Files.size(path));
          }
        }
      }
      assertThat(sizes).containsExactlyInAnyOrder(3L, 4L, 5L);
    }

    @Test
    void createNewTouchesNothingThatIsThereAlready() throws IOException {
      Path path = existing(10);
      Path dangling = Files.createSymbolicLink(directory.resolve("dangling"), Path.of("nowhere"));
      Path subdirectory = Files.createDirectory(directory.resolve("subdirectory"));

      for (Path taken : List.of(path, dangling, subdirectory)) {
        assertThatExceptionOfType(NativeIoException.class)
            .isThrownBy(() -> DirectFile.open(taken, OpenFlag.WRITE, OpenFlag.CREATE_NEW))
            .withMessageStartingWith("open " + taken + ": EEXIST");
      }

      assertThat(path).hasSize(10);
      assertThat(dangling).isSymbolicLink();
      assertThat(directory.resolve("nowhere")).doesNotExist();
    }

    @Test
    void noFollowRefusesASymbolicLinkAndOpensTheFileItself() throws IOException {
      Path path = existing(10);
      Path link = Files.createSymbolicLink(directory.resolve("link"), path);

      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(() -> DirectFile.open(link, OpenFlag.READ, OpenFlag.NO_FOLLOW))
          .withMessageContaining("ELOOP")
          .withMessageContaining("a symbolic link stands there");
      DirectFile.open(path, OpenFlag.READ, OpenFlag.NO_FOLLOW).close();
      try (DirectFile followed = DirectFile.open(link, OpenFlag.READ)) {
        assertThat(followed.identity().inode()).isEqualTo(Files.getAttribute(path, "unix:ino"));
      }
    }

    @Test
    void readsAndWritesAtTheOffsetsAndAddressesGiven() throws IOException {
      Path path = existing(10_000);
      try (DirectFile file = DirectFile.open(path, OpenFlag.READ, OpenFlag.WRITE);
          AlignedBuffer buffer = AlignedBuffer.allocate(4096)) {
        assertThat(file.read(buffer.address() + 100, 50, 1000)).isEqualTo(50);
        byte[] read = new byte[52];
        buffer.view(99, 52).get(read);
        byte[] expected = new byte[52];
        for (int i = 1; i < 51; i++) {
          expected[i] = (byte) (1000 + i - 1);
        }
        assertThat(read).isEqualTo(expected);

        buffer.view(0, 3).put(new byte[] {7, 8, 9});
        assertThat(file.write(buffer.address(), 3, 20_000)).isEqualTo(3);
        assertThat(file.size()).isEqualTo(20_003);
        file.dataSync();
      }
      byte[] content = Files.readAllBytes(path);
      assertThat(content).hasSize(20_003).endsWith(0, 7, 8, 9);
      assertThat(content[9999]).isEqualTo((byte) 9999);
    }

    @Test
    void aReadAcrossTheEndIsShortAndOneBeyondItEmpty() throws IOException {
      try (DirectFile file = DirectFile.open(existing(1000), OpenFlag.READ);
          AlignedBuffer buffer = AlignedBuffer.allocate(4096)) {
        assertThat(file.read(buffer.address(), 4096, 0)).isEqualTo(1000);
        assertThat(file.read(buffer.address(), 4096, 999)).isEqualTo(1);
        assertThat(file.read(buffer.address(), 4096, 1000)).isZero();
        assertThat(file.read(buffer.address(), 4096, 1L << 40)).isZero();
      }
    }

    @Test
    void anErrorIsAnExceptionOrAValueAsTheCallerLikes() throws IOException {
      Path path = existing(1000);
      try (DirectFile file = DirectFile.open(path, OpenFlag.READ);
          AlignedBuffer buffer = AlignedBuffer.allocate(4096)) {
        assertThat(file.tryWrite(buffer.address(), 10, 0)).isEqualTo(-9);
        assertThatExceptionOfType(NativeIoException.class)
            .isThrownBy(() -> file.write(buffer.address(), 10, 20))
            .withMessage(
                "pwrite "
                    + path
                    + ": EBADF (the file is not open for this operation); 10 bytes at offset 20")
            .satisfies(e -> assertThat(e.path()).contains(path));
      }
      try (DirectFile file = DirectFile.open(path, OpenFlag.WRITE, OpenFlag.DSYNC);
          AlignedBuffer buffer = AlignedBuffer.allocate(4096)) {
        assertThat(file.tryRead(buffer.address(), 10, 0)).isEqualTo(-9);
        assertThat(file.tryWrite(buffer.address(), 10, 0)).isEqualTo(10);
        assertThat(file.tryWrite(8, 10, 0)).isEqualTo(-14); // EFAULT, not a crash
      }
    }

    @Test
    void preallocationReservesSpaceAndSetsTheSize() throws IOException {
      Path path = directory.resolve("new");
      try (DirectFile file = DirectFile.open(path, OpenFlag.WRITE, OpenFlag.CREATE_NEW)) {
        Needs.that(file.preallocate(1 << 20), "a file system with fallocate in " + directory);

        assertThat(file.size()).isEqualTo(1 << 20);
      }
      String blocks = Shell.run("stat", "-c", "%b", path.toString()).stdout().trim();
      assertThat(Long.parseLong(blocks) * 512).isGreaterThanOrEqualTo(1 << 20);
    }

    @Test
    void moreThanTheFileSystemHasIsNoSpace() throws IOException {
      long tooMuch = Files.getFileStore(directory).getTotalSpace() * 2;
      try (DirectFile file =
          DirectFile.open(directory.resolve("new"), OpenFlag.WRITE, OpenFlag.CREATE_NEW)) {
        assertThatExceptionOfType(NativeIoException.class)
            .isThrownBy(() -> file.preallocate(tooMuch))
            .satisfies(e -> assertThat(e.errno()).isIn(Errno.ENOSPC, 27))
            .withMessageStartingWith("fallocate ");
      }
    }

    @Test
    @Tag("device")
    void droppingTheCacheMakesTheNextReadComeFromTheDevice() throws IOException {
      Requirements.tool("fincore");
      Path path = Requirements.realDiskDirectory().resolve("cached");
      try (DirectFile file =
              DirectFile.open(path, OpenFlag.READ, OpenFlag.WRITE, OpenFlag.CREATE_NEW);
          AlignedBuffer buffer = AlignedBuffer.allocate(1 << 20)) {
        file.write(buffer.address(), 1 << 20, 0);
        file.sync();
        assertThat(cachedBytes(path)).isPositive();

        file.dropCache();

        assertThat(cachedBytes(path)).isZero();
      }
    }

    private long cachedBytes(Path path) {
      return Long.parseLong(Shell.run("fincore", "-bnro", "RES", path.toString()).stdout().trim());
    }

    @Test
    void theIdentityIsWhatTheSystemSays() throws IOException {
      Path path = existing(10);
      Files.createLink(directory.resolve("second"), path);
      try (DirectFile file = DirectFile.open(path, OpenFlag.READ)) {
        FileIdentity identity = file.identity();
        assertThat(identity.inode()).isEqualTo(Files.getAttribute(path, "unix:ino"));
        assertThat(identity.links()).isEqualTo(2).isEqualTo(Files.getAttribute(path, "unix:nlink"));
        long dev = (long) Files.getAttribute(path, "unix:dev");
        assertThat(identity.major()).isEqualTo((int) ((dev >> 8) & 0xfff));
        assertThat(identity.minor()).isEqualTo((int) ((dev & 0xff) | ((dev >> 12) & 0xfff00)));
        assertThat(identity.deviceNumber()).isEqualTo(identity.major() + ":" + identity.minor());
        assertThat(file.isBlockDevice()).isFalse();
      }
    }

    @Test
    void theIdentityIsThatOfWhatWasOpenedNotOfWhatThePathNamesNow() throws IOException {
      Path path = existing(10);
      try (DirectFile file = DirectFile.open(path, OpenFlag.READ)) {
        long inode = file.identity().inode();
        Files.move(path, directory.resolve("moved"));
        Files.write(path, new byte[20]);

        assertThat(file.identity().inode())
            .isEqualTo(inode)
            .isEqualTo(Files.getAttribute(directory.resolve("moved"), "unix:ino"))
            .isNotEqualTo(Files.getAttribute(path, "unix:ino"));
        assertThat(file.size()).isEqualTo(10);
      }
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "with blanks  in it",
          "Größe",
          "測試",
          "emoji \uD83D\uDCBE",
          "new\nline",
          "$HOME;'\""
        })
    void anyFileNameWorks(String name) throws IOException {
      Charset jnu = Charset.forName(System.getProperty("sun.jnu.encoding"));
      Needs.that(jnu.newEncoder().canEncode(name), "a locale with a UTF-8 charset, not " + jnu);
      Path path = directory.resolve(name);

      DirectFile.open(path, OpenFlag.WRITE, OpenFlag.CREATE_NEW).close();

      try (Stream<Path> entries = Files.list(directory)) {
        assertThat(entries).containsExactly(path);
      }
    }

    @Test
    void whatIsNotThereIsSaidSo() {
      Path path = directory.resolve("missing");
      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(() -> DirectFile.open(path, OpenFlag.READ))
          .withMessage("open " + path + ": ENOENT (no such file or directory)");
      assertThat(path).doesNotExist();
    }

    @Test
    void aDirectoryIsNotOpenedForWriting() {
      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(() -> DirectFile.open(directory, OpenFlag.READ, OpenFlag.WRITE))
          .withMessageContaining("EISDIR");
    }

    @Test
    void aFileSystemWithoutDirectIoIsNamedAsTheReasonWithTheRemedy() {
      Path path = Path.of("/proc/self/status");
      Needs.that(Files.exists(path), "/proc");
      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(() -> DirectFile.open(path, OpenFlag.READ, OpenFlag.DIRECT))
          .withMessageStartingWith("open /proc/self/status: EINVAL")
          .withMessageContaining("O_DIRECT")
          .withMessageContaining("use buffered I/O");
    }

    @Test
    void noFileDescriptorIsLeftOpen() throws IOException {
      Path path = existing(10);
      long before = openDescriptors();
      for (int i = 0; i < 50; i++) {
        DirectFile.open(path, OpenFlag.READ).close();
        assertThatExceptionOfType(NativeIoException.class)
            .isThrownBy(
                () ->
                    DirectFile.open(Path.of("/proc/self/status"), OpenFlag.READ, OpenFlag.DIRECT));
      }
      assertThat(openDescriptors()).isLessThan(before + 25);
    }

    private long openDescriptors() throws IOException {
      try (Stream<Path> entries = Files.list(Path.of("/proc/self/fd"))) {
        return entries.count();
      }
    }

    @Test
    void directTransfersMustBeAlignedAndTheMessageSaysToWhat() throws IOException {
      Path path = Requirements.realDiskDirectory().resolve("direct");
      try (DirectFile file =
              DirectFile.open(
                  path, OpenFlag.READ, OpenFlag.WRITE, OpenFlag.CREATE_NEW, OpenFlag.DIRECT);
          AlignedBuffer buffer = AlignedBuffer.allocate(3 * 4096)) {
        Alignment alignment = file.alignment();
        assertThat(Integer.bitCount(alignment.memory())).isEqualTo(1);
        assertThat(Integer.bitCount(alignment.offset())).isEqualTo(1);
        int unit = alignment.offset();
        assertThat(file.write(buffer.address(), 4096, 0)).isEqualTo(4096);
        assertThat(file.read(buffer.address() + alignment.memory(), unit, 4096 - unit))
            .isEqualTo(unit);

        assertThatExceptionOfType(NativeIoException.class)
            .isThrownBy(() -> file.read(buffer.address(), 4096, 100))
            .withMessageStartingWith("pread " + path + ": EINVAL")
            .withMessageContaining("4096 bytes at offset 100")
            .withMessageContaining("O_DIRECT needs")
            .withMessageContaining(String.valueOf(unit));
        assertThatExceptionOfType(NativeIoException.class)
            .isThrownBy(() -> file.write(buffer.address(), 100, 0))
            .withMessageStartingWith("pwrite " + path + ": EINVAL")
            .withMessageContaining("100 bytes at offset 0")
            .withMessageContaining(String.valueOf(unit));
        assertThat(file.tryRead(buffer.address() + 1, 4096, 0)).isEqualTo(-Errno.EINVAL);
      }
    }

    @Test
    void theAlignmentComesFromTheFileSystemWhereTheKernelCanTell() throws IOException {
      Path path = Files.createFile(Requirements.realDiskDirectory().resolve("aligned"));
      List<Integer> kernel =
          Arrays.stream(System.getProperty("os.version").split("[.-]", -1))
              .limit(2)
              .map(Integer::valueOf)
              .toList();
      Needs.that(
          kernel.get(0) > 6 || (kernel.get(0) == 6 && kernel.get(1) >= 1), "Linux 6.1 or newer");
      try (DirectFile file = DirectFile.open(path, OpenFlag.READ)) {
        assertThat(file.alignment().source()).isEqualTo("statx");
      }
    }

    @Test
    @Tag("root")
    void aFileThatCannotBeDirectIsNotLeftBehindByCreateNew() throws IOException {
      Requirements.root();
      Path mount = directory.resolve("ramfs");
      Files.createDirectory(mount);
      Needs.that(
          Shell.attempt("mount", "-t", "ramfs", "none", mount.toString()).succeeded(),
          "permission to mount a ramfs");
      try {
        Path path = mount.resolve("new");
        assertThatExceptionOfType(NativeIoException.class)
            .isThrownBy(
                () -> DirectFile.open(path, OpenFlag.WRITE, OpenFlag.CREATE_NEW, OpenFlag.DIRECT))
            .withMessageContaining("O_DIRECT");
        assertThat(path).doesNotExist();
      } finally {
        Shell.run("umount", mount.toString());
      }
    }
  }

  /** Over a kernel in memory that can misbehave. */
  @Nested
  class OnAFake {

    private final Path path = Path.of("/data/file");
    private FakeLibC fake;
    private FakeFile content;

    @BeforeEach
    void oneFile() {
      fake = new FakeLibC();
      content = fake.addFile(path, new byte[8192]);
    }

    private DirectFile open(OpenFlag... flags) throws NativeIoException {
      return DirectFile.open(fake, fake.abi, path, flags);
    }

    @Test
    void flagsBecomeTheBitsOfTheArchitecture() throws NativeIoException {
      for (LinuxAbi abi : List.of(FakeLibC.X86_64, FakeLibC.AARCH64)) {
        fake = new FakeLibC(abi);
        fake.addFile(path, new byte[0]);
        assertBits(LinuxAbi.O_RDONLY, OpenFlag.READ);
        assertBits(LinuxAbi.O_WRONLY, OpenFlag.WRITE);
        assertBits(LinuxAbi.O_RDWR, OpenFlag.READ, OpenFlag.WRITE);
        assertBits(abi.direct(), OpenFlag.READ, OpenFlag.DIRECT);
        assertBits(abi.noFollow(), OpenFlag.READ, OpenFlag.NO_FOLLOW);
        assertBits(LinuxAbi.O_DSYNC | 1, OpenFlag.WRITE, OpenFlag.DSYNC);
        assertBits(LinuxAbi.O_EXCL | 2, OpenFlag.READ, OpenFlag.WRITE, OpenFlag.EXCLUSIVE_DEVICE);
      }
    }

    private void assertBits(int expected, OpenFlag... flags) throws NativeIoException {
      open(flags).close();
      assertThat(fake.lastOpenFlags).isEqualTo(expected | LinuxAbi.O_CLOEXEC);
    }

    @Test
    void createNewNeverFollowsTruncatesOrWidens() throws NativeIoException {
      Path fresh = Path.of("/data/fresh");
      DirectFile.open(fake, fake.abi, fresh, OpenFlag.WRITE, OpenFlag.CREATE_NEW).close();

      assertThat(fake.lastOpenFlags)
          .isEqualTo(LinuxAbi.O_WRONLY | LinuxAbi.O_CREAT | LinuxAbi.O_EXCL | LinuxAbi.O_CLOEXEC);
      assertThat(fake.lastOpenMode).isEqualTo(0600);
    }

    @Test
    void refusesToOpenForNothing() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> open(OpenFlag.DIRECT))
          .withMessageContaining("DIRECT")
          .withMessageContaining("READ, WRITE or both");
      assertThatIllegalArgumentException()
          .isThrownBy(this::open)
          .withMessageContaining("READ, WRITE or both");
      assertThat(fake.calls("open")).isZero();
    }

    @Test
    void namesReachTheSystemAsBytesWithAZeroAtTheEnd() throws NativeIoException {
      String name = "/data/Größe 測";
      Charset jnu = Charset.forName(System.getProperty("sun.jnu.encoding"));
      Needs.that(jnu.equals(StandardCharsets.UTF_8), "a locale with a UTF-8 charset, not " + jnu);
      Path strange = Path.of(name);
      fake.addFile(strange, new byte[0]);

      DirectFile.open(fake, fake.abi, strange, OpenFlag.READ).close();

      assertThat(fake.lastPath).isEqualTo((name + "\0").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void interruptedTransfersAreRepeatedUnchanged() throws NativeIoException {
      try (DirectFile file = open(OpenFlag.READ, OpenFlag.WRITE);
          AlignedBuffer buffer = AlignedBuffer.allocate(fake, 4096)) {
        fake.script("pread", -Errno.EINTR, -Errno.EINTR).script("pwrite", -Errno.EINTR);
        long address = buffer.address() + 512;

        assertThat(file.read(address, 1024, 4096)).isEqualTo(1024);
        assertThat(file.write(address, 2048, 512)).isEqualTo(2048);

        Transfer read = new Transfer("pread", file.fd(), address, 1024, 4096);
        Transfer write = new Transfer("pwrite", file.fd(), address, 2048, 512);
        assertThat(fake.transfers).containsExactly(read, read, read, write, write);
      }
    }

    @Test
    void allOtherInterruptedCallsAreRepeatedToo() throws NativeIoException {
      for (String function : List.of("open", "statx", "fsync", "fdatasync", "fallocate")) {
        fake.script(function, -Errno.EINTR, -Errno.EINTR);
      }
      try (DirectFile file = open(OpenFlag.READ, OpenFlag.WRITE)) {
        file.sync();
        file.dataSync();
        assertThat(file.preallocate(100)).isTrue();
      }
      for (String function : List.of("open", "statx", "fsync", "fdatasync", "fallocate")) {
        assertThat(fake.calls(function)).as(function).isEqualTo(3);
      }
      assertThat(fake.openFiles()).isZero();
    }

    @Test
    void shortTransfersAreReportedAsTheyAre() throws NativeIoException {
      fake.maxTransfer = 300;
      try (DirectFile file = open(OpenFlag.READ, OpenFlag.WRITE);
          AlignedBuffer buffer = AlignedBuffer.allocate(fake, 4096)) {
        assertThat(file.read(buffer.address(), 4096, 0)).isEqualTo(300);
        assertThat(file.write(buffer.address(), 4096, 0)).isEqualTo(300);
      }
    }

    @ParameterizedTest
    @ValueSource(longs = {-95, -38})
    void preallocationThatIsNotSupportedIsNoError(long result) throws NativeIoException {
      try (DirectFile file = open(OpenFlag.WRITE)) {
        fake.script("fallocate", result);
        assertThat(file.preallocate(1 << 20)).isFalse();
      }
    }

    @Test
    void errorsCarryTheCallAndThePath() throws NativeIoException {
      try (DirectFile file = open(OpenFlag.WRITE)) {
        fake.script("fallocate", -28).script("fsync", -5).script("fdatasync", -5);
        fake.script("fadvise", -22).script("lseek", -29);
        assertFails("fallocate", "ENOSPC", () -> file.preallocate(1 << 20));
        assertFails("fsync", "EIO", file::sync);
        assertFails("fdatasync", "EIO", file::dataSync);
        assertFails("posix_fadvise", "EINVAL", file::dropCache);
        assertFails("lseek", "ESPIPE", file::size);
      }
    }

    private void assertFails(String operation, String errno, ThrowingCallable call) {
      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(call)
          .withMessageStartingWith(operation + " " + path + ": " + errno + " (")
          .satisfies(e -> assertThat(e.operation()).isEqualTo(operation));
    }

    @Test
    void theAlignmentIsThatOfStatxWhereReported() throws NativeIoException {
      fake.reportsDirectAlignment = true;
      fake.directMemoryAlignment = 4;
      fake.directOffsetAlignment = 512;
      try (DirectFile file = open(OpenFlag.READ)) {
        assertThat(file.alignment()).isEqualTo(new Alignment(4, 512, "statx"));
      }
    }

    @Test
    void theAlignmentIsTheSectorOfADeviceWhereStatxDoesNotTell() throws NativeIoException {
      blockDevice();
      content.sector = 2048;
      try (DirectFile file = open(OpenFlag.READ)) {
        assertThat(file.alignment()).isEqualTo(new Alignment(2048, 2048, "ioctl"));
      }
    }

    @Test
    void theAlignmentIsAPageWhereNothingTells() throws NativeIoException {
      Alignment fallback = new Alignment(4096, 4096, "default");
      fake.directMemoryAlignment = 1; // not valid: the mask of statx does not name them
      fake.directOffsetAlignment = 1;
      try (DirectFile file = open(OpenFlag.READ)) {
        assertThat(file.alignment()).isEqualTo(fallback);
      }
      fake.reportsDirectAlignment = true;
      fake.directMemoryAlignment = 0; // how statx says that direct I/O does not work on a file
      fake.directOffsetAlignment = 0;
      try (DirectFile file = open(OpenFlag.READ)) {
        assertThat(file.alignment()).isEqualTo(fallback);
      }
      blockDevice();
      try (DirectFile file = open(OpenFlag.READ)) { // its ioctl fails
        assertThat(file.alignment()).isEqualTo(fallback);
      }
    }

    private void blockDevice() {
      content.mode = 0060660;
      content.major = 259;
      content.minor = 300;
    }

    @Test
    void aBlockDeviceIsIdentifiedByItsOwnNumber() throws NativeIoException {
      blockDevice();
      try (DirectFile file = open(OpenFlag.READ)) {
        assertThat(file.isBlockDevice()).isTrue();
        assertThat(file.identity()).isEqualTo(new FileIdentity(259, 300, 0, 0));
        assertThat(file.identity().deviceNumber()).isEqualTo("259:300");
      }
    }

    @Test
    void aFileIsIdentifiedByItsFileSystemAndInode() throws NativeIoException {
      content.inode = 1L << 40;
      content.links = 3;
      try (DirectFile file = open(OpenFlag.READ)) {
        assertThat(file.isBlockDevice()).isFalse();
        assertThat(file.identity()).isEqualTo(new FileIdentity(8, 1, 1L << 40, 3));
      }
    }

    @Test
    void aDirectFlagThatGotLostIsRefused() {
      fake.losesDirectFlag = true;
      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(() -> open(OpenFlag.READ, OpenFlag.DIRECT))
          .withMessageContaining("O_DIRECT was accepted but is not in force")
          .withMessageContaining("use buffered I/O");
      assertThat(fake.openFiles()).isZero();
      assertThat(fake.liveMappings()).isZero();
    }

    @Test
    void theLostFlagMattersToDirectFilesOnly() throws NativeIoException {
      fake.losesDirectFlag = true;
      open(OpenFlag.READ).close();
      assertThat(fake.calls("fcntl")).isZero();
    }

    @Test
    void anOpenThatFailsHalfWayLeavesNothingOpen() {
      fake.script("statx", -Errno.ENOSYS);
      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(() -> open(OpenFlag.READ))
          .withMessageContaining("statx " + path + ": ENOSYS");
      fake.script("mmap", -12);
      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(() -> open(OpenFlag.READ))
          .withMessageContaining("ENOMEM");
      fake.script("fcntl", -9);
      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(() -> open(OpenFlag.READ, OpenFlag.DIRECT));

      assertThat(fake.openFiles()).isZero();
      assertThat(fake.closed).hasSize(3).doesNotHaveDuplicates();
      assertThat(fake.liveMappings()).isZero();
    }

    @Test
    void theUsualRefusalsNameTheRemedy() {
      fake.script("open", -22);
      assertOpenFails("O_DIRECT; use buffered I/O", OpenFlag.READ, OpenFlag.DIRECT);
      fake.script("open", -16);
      assertOpenFails("mounted, used as swap or held", OpenFlag.WRITE, OpenFlag.EXCLUSIVE_DEVICE);
      fake.script("open", -40);
      assertOpenFails("a symbolic link stands there", OpenFlag.READ, OpenFlag.NO_FOLLOW);
      fake.script("open", -22);
      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(() -> open(OpenFlag.READ))
          .withMessage("open " + path + ": EINVAL (invalid argument)");
    }

    private void assertOpenFails(String message, OpenFlag... flags) {
      assertThatExceptionOfType(NativeIoException.class)
          .isThrownBy(() -> open(flags))
          .withMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -4, -5, -28})
    void closeIsCalledOnceWhateverItReturns(long result) throws NativeIoException {
      DirectFile file = open(OpenFlag.WRITE);
      int fd = file.fd();
      fake.script("close", result);
      if (result == 0 || result == -Errno.EINTR) {
        file.close();
      } else {
        assertThatExceptionOfType(NativeIoException.class)
            .isThrownBy(file::close)
            .withMessageStartingWith("close " + path + ": ");
      }

      file.close();
      file.close();

      assertThat(fake.closed).containsExactly(fd);
    }

    @Test
    void refusesUseAfterClose() throws NativeIoException {
      DirectFile file = open(OpenFlag.READ, OpenFlag.WRITE);
      file.close();
      assertClosed(() -> file.read(4096, 1, 0));
      assertClosed(() -> file.write(4096, 1, 0));
      assertClosed(() -> file.tryRead(4096, 1, 0));
      assertClosed(() -> file.tryWrite(4096, 1, 0));
      assertClosed(file::sync);
      assertClosed(file::dataSync);
      assertClosed(file::size);
      assertClosed(() -> file.preallocate(1));
      assertClosed(file::dropCache);
      assertThat(fake.transfers).isEmpty();
    }

    private void assertClosed(ThrowingCallable call) {
      assertThatIllegalStateException()
          .isThrownBy(call)
          .withMessageContaining(path.toString())
          .withMessageContaining("closed");
    }
  }
}
