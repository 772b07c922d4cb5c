package io.github.iogauge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A named, ordered list of steps, and how they are run: how often, after which warm-up, with which
 * pauses, and which aggregate a report shows. Immutable; made by a builder, changed by {@link
 * #toBuilder()}.
 */
public final class Suite {

  /** The size of the test file unless set: 1 GiB, as CrystalDiskMark has it. */
  public static final long DEFAULT_FILE_SIZE = 1L << 30;

  private final String name;
  private final String title;
  private final List<Step> steps;
  private final int runs;
  private final Duration warmUp;
  private final Duration interval;
  private final Aggregate aggregate;
  private final long fileSize;

  private Suite(Builder builder) {
    this.name = builder.name;
    this.title = builder.title == null ? builder.name : builder.title;
    this.steps = List.copyOf(builder.steps);
    this.runs = builder.runs;
    this.warmUp = builder.warmUp;
    this.interval = builder.interval;
    this.aggregate = builder.aggregate;
    this.fileSize = builder.fileSize;
  }

  /**
   * Starts a suite of one run per workload, no warm-up and no pauses.
   *
   * @param name short, as on a command line
   */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** A suite of these workloads, one run each, without warm-up or pauses. */
  public static Suite of(String name, Workload... workloads) {
    return builder(name).steps(workloads).build();
  }

  /** The short name, as on a command line. */
  public String name() {
    return name;
  }

  /** The name that reports print, for example a profile's; the short name unless set. */
  public String title() {
    return title;
  }

  /** The steps in order. */
  public List<Step> steps() {
    return steps;
  }

  /** The steps that are workloads, in order. */
  public List<Workload> workloads() {
    return steps.stream().filter(Workload.class::isInstance).map(Workload.class::cast).toList();
  }

  /** Whether any workload writes. */
  public boolean writes() {
    return workloads().stream().anyMatch(Workload::writes);
  }

  /** How many counted runs each workload gets. */
  public int runs() {
    return runs;
  }

  /**
   * How long the uncounted run before the counted ones takes; empty for as long as a counted run.
   * Zero for none. Workloads of a given size have no warm-up unless it is set.
   */
  public Optional<Duration> warmUp() {
    return Optional.ofNullable(warmUp);
  }

  /** The pause between two workloads. */
  public Duration interval() {
    return interval;
  }

  /** The aggregate that reports show. */
  public Aggregate aggregate() {
    return aggregate;
  }

  /** The size of the test file, or of the region of a file or device that is used, in bytes. */
  public long fileSize() {
    return fileSize;
  }

  /**
   * The same suite with only the named workloads, in its own order. Other steps stay.
   *
   * @param names of workloads
   * @throws BenchmarkException for a name that it does not have, listing those it has
   */
  public Suite only(Iterable<String> names) {
    Set<String> wanted = new HashSet<>();
    for (String wantedName : names) {
      if (workloads().stream().noneMatch(w -> w.name().equals(wantedName))) {
        throw new BenchmarkException(
            "only",
            wantedName,
            "no such test in suite "
                + name
                + "; it has "
                + workloads().stream().map(Workload::name).collect(Collectors.joining(", ")));
      }
      wanted.add(wantedName);
    }
    return keep(step -> !(step instanceof Workload w) || wanted.contains(w.name()));
  }

  /** The same suite without the workloads that write. */
  public Suite readOnly() {
    return keep(step -> !(step instanceof Workload w) || !w.writes());
  }

  private Suite keep(Predicate<Step> condition) {
    Builder builder = toBuilder();
    builder.steps.removeIf(condition.negate());
    return builder.build();
  }

  /** The same suite with each workload changed by a function. */
  public Suite map(UnaryOperator<Workload> change) {
    Builder builder = toBuilder();
    builder.steps.replaceAll(step -> step instanceof Workload w ? change.apply(w) : step);
    return builder.build();
  }

  /** A builder that starts with the values of this suite. */
  public Builder toBuilder() {
    Builder builder = new Builder(name);
    builder.title = title;
    builder.steps.addAll(steps);
    builder.runs = runs;
    builder.warmUp = warmUp;
    builder.interval = interval;
    builder.aggregate = aggregate;
    builder.fileSize = fileSize;
    return builder;
  }

  @Override
  public String toString() {
    return name + " " + workloads();
  }

  /** Builds a {@link Suite}. */
  public static final class Builder {
    private final String name;
    private String title;
    private final List<Step> steps = new ArrayList<>();
    private int runs = 1;
    private Duration warmUp = Duration.ZERO;
    private Duration interval = Duration.ZERO;
    private Aggregate aggregate = Aggregate.MEDIAN;
    private long fileSize = DEFAULT_FILE_SIZE;

    private Builder(String name) {
      this.name = name;
    }

    /** Sets the name that reports print. */
    public Builder title(String title) {
      this.title = title;
      return this;
    }

    /** Adds steps at the end. */
    public Builder steps(Step... more) {
      steps.addAll(Arrays.asList(more));
      return this;
    }

    /** Sets the counted runs of each workload: 1 to 1000; 1 unless set. */
    public Builder runs(int runs) {
      this.runs = runs;
      return this;
    }

    /** Sets the length of the uncounted first run: zero for none, which is the default. */
    public Builder warmUp(Duration warmUp) {
      this.warmUp = warmUp;
      return this;
    }

    /** Makes the uncounted first run as long as a counted one. */
    public Builder warmUpLikeRun() {
      this.warmUp = null;
      return this;
    }

    /** Sets the pause between two workloads; zero unless set. */
    public Builder interval(Duration interval) {
      this.interval = interval;
      return this;
    }

    /** Sets the aggregate that reports show; {@link Aggregate#MEDIAN} unless set. */
    public Builder aggregate(Aggregate aggregate) {
      this.aggregate = aggregate;
      return this;
    }

    /** Sets the size of the test file in bytes; 1 GiB unless set. */
    public Builder fileSize(long bytes) {
      this.fileSize = bytes;
      return this;
    }

    /**
     * Checks everything and makes the suite.
     *
     * @throws BenchmarkException naming the first field that is out of range
     */
    public Suite build() {
      Check.that(name != null && !name.isBlank(), "suite", name, "must have a name");
      Check.range("runs", runs, 1, 1000);
      if (warmUp != null) {
        Check.notNegative("warmUp", warmUp);
      }
      Check.notNegative("interval", interval);
      Check.range("fileSize", fileSize, 1, Long.MAX_VALUE - Workload.MAX_BLOCK_SIZE);
      Check.that(aggregate != null, "aggregate", null, "must be set");
      Set<String> names = new HashSet<>();
      boolean any = false;
      for (Step step : steps) {
        Check.that(step != null, "steps", null, "must not hold null");
        if (step instanceof Workload w) {
          any = true;
          Check.that(names.add(w.name()), "name", w.name(), "stands twice in suite " + name);
        }
      }
      Check.that(any, "suite", name, "has no workload left to run");
      return new Suite(this);
    }
  }
}
