package dev.paceline.core.sched;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import java.util.BitSet;

/**
 * The worker-local parts of a query, by number. A part belongs to the one worker that has entered
 * with its number. Any thread may call any method.
 */
final class WorkerParts {
  private final QueryContext context;
  private final PerWorker<WorkerContext> parts = new PerWorker<>();

  /** The numbers of the parts that workers use now. */
  @GuardedBy("this")
  private final BitSet used = new BitSet();

  WorkerParts(QueryContext context) {
    this.context = context;
  }

  /**
   * Lets a worker use a part until {@link #leave}.
   *
   * @param slot of the worker
   * @return the number of a part that nobody else uses: the slot if possible, because the memory of
   *     that part is likely to be in the cache of the worker's processor. There are about as many
   *     parts as slots, because parked orders go before new ones.
   */
  synchronized int enter(int slot) {
    int local = used.get(slot) ? used.nextClearBit(0) : slot;
    used.set(local);
    return local;
  }

  /** Undoes {@link #enter}. */
  synchronized void leave(int local) {
    used.clear(local);
  }

  /** Returns the part that the calling worker has entered, which it makes if it is the first. */
  WorkerContext get(int local) {
    WorkerContext part = parts.get(local);
    if (part == null) {
      part =
          new WorkerContext(
              context, context.budget().openScope(context.name() + ", worker " + local));
      parts.put(local, part);
    }
    return part;
  }

  /** Forgets all parts, which nobody uses any more; their memory belongs to the query. */
  void clear() {
    parts.clear(part -> {});
  }
}
