package dev.paceline.core.sched;

import dev.paceline.core.exec.Sink;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The workers that are paused in the middle of work orders of one query, and that need a slot to go
 * on. Guarded by the lock of the query.
 */
final class PausedWorkers {
  /** Workers that were preempted. */
  private final ArrayDeque<Worker> preempted = new ArrayDeque<>();

  /** Workers whose sink is full, until it has room. */
  private final ArrayDeque<Stalled> stalled = new ArrayDeque<>();

  private record Stalled(Worker worker, Sink sink) {}

  boolean isEmpty() {
    return preempted.isEmpty() && stalled.isEmpty();
  }

  /**
   * @param sink that must be ready before the worker goes on; null for none
   */
  void add(Worker worker, @Nullable Sink sink) {
    if (sink == null) {
      preempted.add(worker);
    } else {
      stalled.add(new Stalled(worker, sink));
    }
  }

  /** Takes a worker that was preempted; null if there is none. */
  @Nullable Worker pollPreempted() {
    return preempted.poll();
  }

  /**
   * Takes the worker that has waited longest for its sink.
   *
   * @param endsEarly whether the worker may go on although its sink is full
   * @return null if there is none that can go on
   */
  @Nullable Worker pollStalled(boolean endsEarly) {
    Stalled first = stalled.peek();
    if (first == null || !endsEarly && !first.sink().ready()) {
      return null;
    }
    stalled.remove();
    return first.worker();
  }
}
