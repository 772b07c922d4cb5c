package io.github.iogauge.internal;

import io.github.iogauge.IoFailure;
import io.github.iogauge.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One run: starts the threads, reports their progress, waits for them, and puts together what they
 * measured. After a cancel it does not wait for I/Os that the device still holds: the threads give
 * their memory back themselves when these have come.
 */
final class RunExecution {

  /** How often progress is reported. */
  private static final long TICK_MILLIS = 250;

  /**
   * How long a cancelled run waits for its I/Os, so that on most devices nothing is left behind.
   */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();

  private final Cancellation cancellation;
  private final ProgressReporter progress;
  private final RunControl control;
  private final List<Worker> workers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * What came of a run.
   *
   * @param measured nothing if no window opened
   * @param failure what ended it early
   * @param heldByDevice I/Os that were still in flight when a cancelled run was left
   */
  record Outcome(Optional<RunResult> measured, Optional<IoFailure> failure, int heldByDevice) {}

  RunExecution(List<WorkerTask> tasks, Cancellation cancellation, ProgressReporter progress) {
    this.cancellation = cancellation;
    this.progress = progress;
    this.control = new RunControl(tasks.size(), cancellation.wakeup());
    for (WorkerTask task : tasks) {
      Worker worker = new Worker(task, control);
      Thread thread = new Thread(worker, "iogauge-worker-" + THREAD_NUMBER.incrementAndGet());
      thread.setDaemon(true);
      workers.add(worker);
      threads.add(thread);
    }
  }

  Outcome run() {
    try {
      threads.forEach(Thread::start);
      coordinate();
    } catch (RuntimeException | Error e) {
      // A listener threw, or memory is short: nothing may go on writing behind the caller's back.
      control.stop();
      awaitGrace();
      throw e;
    }
    return outcome();
  }

  private void coordinate() {
    boolean started = false;
    boolean draining = false;
    while (!allEnded()) {
      if (cancellation.isCancelled()) {
        control.stop();
        awaitGrace();
        break;
      }
      if (!started && control.allReady()) {
        started = true;
        control.start();
      }
      boolean signalled = cancellation.await(TICK_MILLIS);
      boolean nowDraining = started && workers.stream().noneMatch(this::isBusy) && !allEnded();
      // Signals are frequent at both ends of a run; rates are told over a whole tick only.
      if (!signalled || nowDraining != draining) {
        draining = nowDraining;
        tick(draining);
      }
    }
  }

  private boolean isBusy(Worker worker) {
    return worker.state() == Worker.State.OPENING || worker.state() == Worker.State.MEASURING;
  }

  private boolean allEnded() {
    return workers.stream().allMatch(worker -> worker.state() == Worker.State.ENDED);
  }

  private void awaitGrace() {
    long deadline = System.nanoTime() + GRACE_NANOS;
    while (!allEnded() && deadline - System.nanoTime() > 0) {
      cancellation.await(5);
    }
  }

  private void tick(boolean draining) {
    long bytes = 0;
    long operations = 0;
    int inFlight = 0;
    for (Worker worker : workers) {
      bytes += worker.bytesMoved();
      operations += worker.operationsDone();
      inFlight += worker.inFlight();
    }
    progress.tick(draining, bytes, operations, inFlight);
  }

  private Outcome outcome() {
    List<ThreadResult> measured = new ArrayList<>();
    Optional<IoFailure> failure = Optional.empty();
    int held = 0;
    for (Worker worker : workers) {
      Optional<Worker.Outcome> outcome = worker.outcome();
      outcome.flatMap(Worker.Outcome::measured).ifPresent(measured::add);
      failure = failure.or(() -> outcome.flatMap(Worker.Outcome::failure));
      held += worker.state() == Worker.State.ENDED ? 0 : worker.inFlight();
    }
    Optional<RunResult> run =
        measured.isEmpty() ? Optional.empty() : Optional.of(ThreadResult.merge(measured));
    return new Outcome(run, failure, held);
  }

  /** The threads that are still waiting for the device; none after a run that was not cancelled. */
  List<Thread> stillRunning() {
    return threads.stream().filter(Thread::isAlive).toList();
  }
}
