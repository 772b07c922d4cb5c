package io.github.iogauge.internal;

import io.github.iogauge.ByteSize;
import io.github.iogauge.Pause;
import io.github.iogauge.Step;
import io.github.iogauge.Suite;
import io.github.iogauge.Workload;
import java.time.Duration;

/** How long the parts of a suite take, as far as that is fixed beforehand. */
final class Schedule {

  private Schedule() {}

  /** The length of the uncounted first run; zero for none. */
  static Duration warmUp(Suite suite, Workload workload) {
    if (suite.warmUp().isPresent()) {
      return suite.warmUp().get();
    }
    return workload.isSized() ? Duration.ZERO : workload.duration().orElse(Duration.ZERO);
  }

  /** The length of a counted run; zero if only its size ends it. */
  static Duration run(Workload workload) {
    return workload.isSized()
        ? Duration.ZERO
        : workload.ramp().plus(workload.duration().orElse(Duration.ZERO));
  }

  /** The length of a whole suite, without the preparation, drains and what only a size ends. */
  static Duration total(Suite suite) {
    Duration total = Duration.ZERO;
    int workloads = 0;
    for (Step step : suite.steps()) {
      if (step instanceof Workload workload) {
        workloads++;
        total = total.plus(warmUp(suite, workload)).plus(run(workload).multipliedBy(suite.runs()));
      } else if (step instanceof Pause pause) {
        total = total.plus(pause.duration());
      }
    }
    return total.plus(suite.interval().multipliedBy(Math.max(0, workloads - 1)));
  }

  /** One line that says what a step does. */
  static String describe(Suite suite, Step step, Preflight preflight) {
    if (step instanceof Workload workload) {
      String end =
          workload.isSized()
              ? workload.totalRequests() + " I/Os"
              : seconds(workload.duration().orElse(Duration.ZERO))
                  + " after a ramp of "
                  + seconds(workload.ramp());
      Duration warmUp = warmUp(suite, workload);
      return workload.name()
          + ": "
          + workload.operation()
          + " "
          + workload.pattern().label()
          + " "
          + ByteSize.format(workload.blockSize())
          + ", depth "
          + workload.queueDepth()
          + ", threads "
          + workload.threads()
          + ", engine "
          + preflight.engineFor(workload).name()
          + ", "
          + (warmUp.isZero() ? "" : "warm-up of " + seconds(warmUp) + ", ")
          + suite.runs()
          + (suite.runs() == 1 ? " run of " : " runs of ")
          + end;
    }
    if (step instanceof Pause pause) {
      return "pause of " + seconds(pause.duration());
    }
    return "drop the page cache of the target";
  }

  private static String seconds(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }
}
