package io.github.iogauge.examples.cli;

import io.github.iogauge.Aggregate;
import picocli.CommandLine.ITypeConverter;

/** Reads the name of an aggregate: {@code cdm}, {@code mean} or {@code median}. */
final class AggregateOption implements ITypeConverter<Aggregate> {

  @Override
  public Aggregate convert(String text) {
    return Aggregate.of(text);
  }
}
