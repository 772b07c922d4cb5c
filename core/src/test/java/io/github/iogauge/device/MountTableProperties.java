package io.github.iogauge.device;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MountTableProperties {

  @Property
  void parsingNeverThrows(@ForAll String text) {
    MountTable.parse(text).mountOf("/mnt/x");
  }

  @Property
  void parsingNeverThrowsOnTextThatLooksLikeMountinfo(@ForAll("almostLines") String text) {
    MountTable table = MountTable.parse(text);

    assertThat(table.mountOf("/a/b/c"))
        .matches(m -> m.isEmpty() || table.mounts().contains(m.get()));
  }

  @Property
  void unescapingNeverThrowsNorGrows(@ForAll("almostLines") String text) {
    assertThat(Mount.unescape(text).length()).isLessThanOrEqualTo(text.length());
  }

  @Property
  void countersNeverThrow(@ForAll byte[] line) {
    assertThat(DeviceCounters.parse(line, line.length)).isNotNull();
  }

  @Provide
  Arbitrary<String> almostLines() {
    return Arbitraries.of(
            "1",
            "2",
            "3",
            "99999999999",
            "8:1",
            "0:44",
            ":",
            "/",
            "/a",
            "/a/b",
            "\\040",
            "\\9",
            "\\",
            "rw",
            "-",
            "ext4",
            "upperdir=/u",
            " ",
            " ",
            " ",
            "\n",
            "\n")
        .list()
        .ofMaxSize(80)
        .map(words -> String.join("", words));
  }
}
