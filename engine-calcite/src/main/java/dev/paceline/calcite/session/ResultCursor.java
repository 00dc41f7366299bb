package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.KeptRows;
import dev.paceline.core.column.Batch;
import dev.paceline.core.engine.RunningQuery;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a statement, on their way. One thread at a time pulls; {@link #cancel} may come from
 * any thread. Whoever gets it closes it; closing the session does so too.
 */
public final class ResultCursor implements AutoCloseable {
  private final List<ResultColumn> columns;
  private final RunningQuery query;
  private Runnable release;
  private volatile Runnable whenClosed = () -> {};
  private boolean closed;

  /**
   * @param release runs once, after the query has ended
   */
  ResultCursor(List<ResultColumn> columns, RunningQuery query, Runnable release) {
    this.columns = List.copyOf(columns);
    this.query = query;
    this.release = release;
  }

  /** Takes over what is closed after the query has ended, too, and returns this. */
  ResultCursor alsoReleasing(KeptRows rows) {
    Runnable first = release;
    release =
        () -> {
          first.run();
          rows.close();
        };
    return this;
  }

  /** Something to do after this was closed; there is one. */
  void whenClosed(Runnable action) {
    whenClosed = action;
  }

  public List<ResultColumn> columns() {
    return columns;
  }

  /**
   * Waits for the next rows.
   *
   * @return a batch without a selection, valid until the next call or {@link #close}; null at the
   *     end
   * @throws dev.paceline.core.error.PacelineException what failed, was cancelled or took too long
   */
  public synchronized @Nullable Batch nextBatch() {
    if (closed) {
      throw new PacelineException(ErrorCode.OBJECT_CLOSED, "the result is closed");
    }
    return query.nextBatch();
  }

  /** The query itself, for its counters and progress. */
  public RunningQuery query() {
    return query;
  }

  /** Asks the query to end; {@link #nextBatch} then throws CANCELLED. */
  public void cancel() {
    query.cancel();
  }

  /** Waits for a {@link #nextBatch} of another thread: cancel first to end that soon. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      query.close();
    } finally {
      release.run();
      whenClosed.run();
    }
  }
}
