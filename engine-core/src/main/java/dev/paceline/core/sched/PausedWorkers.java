package dev.paceline.core.sched;

import dev.paceline.core.exec.Sink;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The workers that are paused in the middle of work orders of one query, and that need a slot to go
 * on. Guarded by the lock of the query, but for {@link #isEmpty}.
 */
final class PausedWorkers {
  /** Workers that were preempted. */
  private final ArrayDeque<Worker> preempted = new ArrayDeque<>();

  /** Workers whose sink is full, until it has room. */
  private final ArrayDeque<Stalled> stalled = new ArrayDeque<>();

  /** The number of paused workers; written under the lock, read without. */
  private volatile int count;

  private record Stalled(Worker worker, Sink sink) {}

  /** Any thread may ask: a worker that was paused before the caller was told of it counts. */
  boolean isEmpty() {
    return count == 0;
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
    count = preempted.size() + stalled.size();
  }

  /** Takes a worker that was preempted; null if there is none. */
  @Nullable Worker pollPreempted() {
    Worker worker = preempted.poll();
    count = preempted.size() + stalled.size();
    return worker;
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
    count = preempted.size() + stalled.size();
    return first.worker();
  }
}
