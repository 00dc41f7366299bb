package dev.paceline.core.exec;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import org.jspecify.annotations.Nullable;

/**
 * Tells the parts of a query that it should end: cancelled, past its deadline, or failed elsewhere.
 * Any thread may use it.
 */
public final class CancellationToken {
  private final long deadlineNanos;
  private volatile @Nullable PacelineException reason;

  /** A token without a deadline. */
  public CancellationToken() {
    this(Long.MAX_VALUE);
  }

  /**
   * @param deadlineNanos {@link System#nanoTime} at which the query must end; Long.MAX_VALUE for
   *     never
   */
  public CancellationToken(long deadlineNanos) {
    this.deadlineNanos = deadlineNanos;
  }

  /** Asks the query to end. The first reason stays. */
  public void cancel() {
    cancel(new PacelineException(ErrorCode.CANCELLED, "the statement was cancelled"));
  }

  /** Asks the query to end for the given reason. The first reason stays. */
  public synchronized void cancel(PacelineException why) {
    if (reason == null) {
      reason = why;
    }
  }

  public boolean isCancelled() {
    return reason != null || isPastDeadline();
  }

  /**
   * Checks in the middle of long work. A worker may be lent to other queries here, so that the
   * caller must not hold a lock.
   *
   * @throws PacelineException the reason, if the query should end
   */
  public void check() {
    if (Thread.currentThread() instanceof PreemptibleThread worker) {
      worker.yieldIfDue();
    }
    throwIfCancelled();
  }

  /**
   * Checks once, without letting others go first.
   *
   * @throws PacelineException the reason, if the query should end
   */
  public void throwIfCancelled() {
    PacelineException current = reason;
    if (current != null) {
      throw current;
    }
    if (isPastDeadline()) {
      throw new PacelineException(
          ErrorCode.DEADLINE_EXCEEDED, "the statement ran longer than its time limit");
    }
  }

  /**
   * Checks the query that the calling thread runs a work order of, if it does, without letting
   * others go first: for long computations that know no query, and whose caller may hold a lock.
   *
   * @throws PacelineException the reason, if the query should end
   */
  public static void throwIfPresentQueryIsCancelled() {
    if (Thread.currentThread() instanceof PreemptibleThread worker) {
      worker.throwIfCancelled();
    }
  }

  private boolean isPastDeadline() {
    return deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos >= 0;
  }
}
