package io.github.iogauge.examples.cli;

import io.github.iogauge.ByteSize;
import picocli.CommandLine.ITypeConverter;

/** Reads amounts of data such as {@code 256MiB} and {@code 1.5GiB}. */
final class SizeOption implements ITypeConverter<Long> {

  @Override
  public Long convert(String text) {
    return ByteSize.parse("size", text);
  }
}
