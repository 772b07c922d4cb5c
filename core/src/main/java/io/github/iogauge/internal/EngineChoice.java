package io.github.iogauge.internal;

import io.github.iogauge.BenchmarkException;
import io.github.iogauge.Workload;
import io.github.iogauge.engine.IoEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds the engine for each workload. */
final class EngineChoice {

  private static final String AUTO = "auto";
  private static final String DEEP = "libaio";
  private static final List<String> SHALLOW = List.of("psync", "nio");

  private final String asked;
  private final List<IoEngine> engines = new ArrayList<>();

  EngineChoice(JobSpec spec) {
    this.asked = spec.options().engine();
    if (spec.engine().isPresent()) {
      engines.add(spec.engine().get());
    } else {
      ServiceLoader.load(IoEngine.class, IoEngine.class.getClassLoader()).forEach(engines::add);
      addFromCaller();
    }
  }

  /** Engines of the application may live in a class loader that does not hold this library. */
  private void addFromCaller() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (context != null && context != IoEngine.class.getClassLoader()) {
      for (IoEngine engine : ServiceLoader.load(IoEngine.class, context)) {
        if (find(engine.name()).isEmpty()) {
          engines.add(engine);
        }
      }
    }
  }

  /**
   * The engine for a workload.
   *
   * @throws BenchmarkException if there is none that works and keeps its queue depth
   */
  IoEngine engineFor(Workload workload) {
    IoEngine engine = asked.equals(AUTO) ? automatic(workload) : named(workload);
    if (workload.queueDepth() > engine.maxQueueDepth()) {
      throw new BenchmarkException(
          "queueDepth",
          workload.queueDepth(),
          "engine "
              + engine.name()
              + " keeps "
              + engine.maxQueueDepth()
              + " I/O in flight per thread; "
              + workload.name()
              + " needs engine libaio, or leave the choice to auto; with this engine choose tests of"
              + " depth 1");
    }
    return engine;
  }

  private IoEngine named(Workload workload) {
    IoEngine engine =
        find(asked)
            .orElseThrow(
                () ->
                    new BenchmarkException(
                        "engine",
                        asked,
                        "no such engine; known are auto, "
                            + engines.stream()
                                .map(IoEngine::name)
                                .collect(Collectors.joining(", "))));
    engine
        .unavailable()
        .ifPresent(
            reason -> {
              throw new BenchmarkException(
                  "engine", asked, "cannot run " + workload.name() + ": " + reason);
            });
    return engine;
  }

  private IoEngine automatic(Workload workload) {
    if (workload.queueDepth() > 1) {
      IoEngine deep = find(DEEP).orElseThrow();
      deep.unavailable()
          .ifPresent(
              reason -> {
                throw new BenchmarkException(
                    "queueDepth",
                    workload.queueDepth(),
                    workload.name()
                        + " needs asynchronous I/O, and "
                        + reason
                        + "; choose tests of depth 1");
              });
      return deep;
    }
    return shallow();
  }

  /** The engine for depth 1 that asks least of the platform. */
  private IoEngine shallow() {
    return SHALLOW.stream()
        .map(this::find)
        .flatMap(Optional::stream)
        .filter(engine -> engine.unavailable().isEmpty())
        .findFirst()
        .orElseThrow();
  }

  /** The engine that writes the test file: the one asked for, or for auto the best that works. */
  IoEngine engineForLayout() {
    if (!asked.equals(AUTO)) {
      return find(asked).orElseThrow();
    }
    return find(DEEP).filter(deep -> deep.unavailable().isEmpty()).orElseGet(this::shallow);
  }

  private Optional<IoEngine> find(String name) {
    return engines.stream().filter(engine -> engine.name().equals(name)).findFirst();
  }
}
