package dev.paceline.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a query, in batches that the caller takes while the engine computes the next ones.
 *
 * <pre>{@code
 * try (QueryResult result = database.query("SELECT id, price FROM sales")) {
 *   for (ResultBatch batch; (batch = result.nextBatch()) != null; ) {
 *     ResultVector prices = batch.column(1);
 *     for (int row = 0; row < batch.rowCount(); row++) {
 *       total += prices.getDouble(row);
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>One thread at a time takes batches; {@link #cancel} and {@link #progress} may be called by any
 * thread. All errors are {@link dev.paceline.core.error.PacelineException}s.
 */
public interface QueryResult extends AutoCloseable {
  /** Returns the columns in the order of the statement. */
  List<ColumnDescription> columns();

  /**
   * Waits for the next rows.
   *
   * @return a batch that is valid until the next call or {@link #close}, with at least one row;
   *     null after the last batch
   * @throws dev.paceline.core.error.PacelineException if the query has failed; CANCELLED after
   *     {@link #cancel}; OBJECT_CLOSED after {@link #close}
   */
  @Nullable ResultBatch nextBatch();

  /**
   * Returns the share of the work that is done, from 0 to 1. It never decreases, and is an estimate
   * until it reaches 1.
   */
  double progress();

  /**
   * Asks the query to end, so that {@link #nextBatch} throws CANCELLED within a tenth of a second.
   */
  void cancel();

  /**
   * Ends the query and frees its memory. If another thread is in {@link #nextBatch}, this waits for
   * it; {@link #cancel} ends that call soon. Idempotent.
   */
  @Override
  void close();
}
