package dev.paceline.core.engine;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.QueryCounters;
import org.jspecify.annotations.Nullable;

/**
 * A query on its way, as its caller sees it. One caller thread at a time pulls; {@link #cancel} may
 * come from any thread.
 */
public interface RunningQuery extends AutoCloseable {
  /**
   * Waits for the next rows.
   *
   * @return a batch without a selection, valid until the next call or {@link #close}; null at the
   *     end
   * @throws dev.paceline.core.error.PacelineException what failed, was cancelled or took too long;
   *     again on every later call
   */
  @Nullable Batch nextBatch();

  /** Asks the query to end; {@link #nextBatch} then throws CANCELLED. */
  void cancel();

  QueryCounters counters();

  /** Share of the work that is done, from 0 to 1; never goes back. */
  double progress();

  /** Ends the query, waits until no worker is in it, and frees its memory. Idempotent. */
  @Override
  void close();
}
