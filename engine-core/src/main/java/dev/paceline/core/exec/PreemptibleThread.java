package dev.paceline.core.exec;

/**
 * A thread that runs work orders, and may have to let another query's orders go first in the middle
 * of a long one. {@link CancellationToken#check} asks it.
 */
public interface PreemptibleThread {
  /**
   * Lets other queries use the processor if the present order has had it for its time slice and
   * somebody else wants it; returns when the order may go on. Called by this thread itself, which
   * must not hold a lock.
   */
  void yieldIfDue();
}
