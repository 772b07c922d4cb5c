package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrnoTest {

  @ParameterizedTest
  @CsvSource({
    "1,EPERM",
    "2,ENOENT",
    "4,EINTR",
    "5,EIO",
    "6,ENXIO",
    "9,EBADF",
    "11,EAGAIN",
    "12,ENOMEM",
    "13,EACCES",
    "14,EFAULT",
    "16,EBUSY",
    "17,EEXIST",
    "19,ENODEV",
    "20,ENOTDIR",
    "21,EISDIR",
    "22,EINVAL",
    "23,ENFILE",
    "24,EMFILE",
    "25,ENOTTY",
    "26,ETXTBSY",
    "27,EFBIG",
    "28,ENOSPC",
    "29,ESPIPE",
    "30,EROFS",
    "38,ENOSYS",
    "40,ELOOP",
    "61,ENODATA",
    "75,EOVERFLOW",
    "84,EILSEQ",
    "95,EOPNOTSUPP",
    "110,ETIMEDOUT",
    "117,EUCLEAN",
    "121,EREMOTEIO",
    "122,EDQUOT",
    "123,ENOMEDIUM"
  })
  void namesAndDescribesWhatStorageReturns(int errno, String name) {
    assertThat(Errno.name(errno)).isEqualTo(name);
    assertThat(Errno.meaning(errno)).isNotBlank().isNotEqualTo("unknown error");
  }

  @Test
  void anUnknownNumberIsShownAsSuch() {
    assertThat(Errno.name(4000)).isEqualTo("errno 4000");
    assertThat(Errno.meaning(4000)).isEqualTo("unknown error");
  }

  @Test
  void allNamesAgreeWithTheKernelHeadersOfThisMachine() throws IOException {
    List<Path> headers =
        List.of(
            Path.of("/usr/include/asm-generic/errno-base.h"),
            Path.of("/usr/include/asm-generic/errno.h"));
    Needs.that(headers.stream().allMatch(Files::exists), "the kernel headers (linux-libc-dev)");
    Pattern define = Pattern.compile("#define\\s+(E\\w+)\\s+(\\d+)\\b.*");
    int compared = 0;
    for (Path header : headers) {
      for (String line : Files.readAllLines(header)) {
        Matcher matcher = define.matcher(line);
        if (matcher.matches()) {
          int errno = Integer.parseInt(matcher.group(2));
          if (!Errno.meaning(errno).equals("unknown error")) {
            assertThat(Errno.name(errno)).isEqualTo(matcher.group(1));
            compared++;
          }
        }
      }
    }
    assertThat(compared).isGreaterThan(30);
  }
}
