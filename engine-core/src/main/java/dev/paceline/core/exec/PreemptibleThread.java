package dev.paceline.core.exec;

/**
 * A thread that runs work orders, and may have to let another query's orders go first in the middle
 * of a long one. {@link CancellationToken#check} asks it. An order that has produced far more rows
 * than its sink has room for waits in the same way.
 */
public interface PreemptibleThread {
  /**
   * Lets other queries use the processor if the present order has had it for its time slice and
   * somebody else wants it; returns when the order may go on. Called by this thread itself, which
   * must not hold a lock.
   */
  void yieldIfDue();

  /**
   * Checks the query of the present order. Called by this thread itself.
   *
   * @throws dev.paceline.core.error.PacelineException the reason, if the query should end
   */
  void throwIfCancelled();

  /**
   * Lets other queries use the processor until the sink is {@linkplain Sink#ready ready} or the
   * query of the present order is to end. Called by this thread itself, which must not hold a lock.
   */
  void awaitReady(Sink sink);
}
