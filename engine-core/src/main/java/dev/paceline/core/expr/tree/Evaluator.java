package dev.paceline.core.expr.tree;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;

/** One worker's instance of an expression, with the scratch that it needs. */
@FunctionalInterface
public interface Evaluator {
  /**
   * Computes the value of every row 0 ≤ i &lt; batch.rowCount(), whatever the batch's selection. If
   * the expression {@linkplain Expression#canFail can fail}, it may do so for a row that is not
   * selected: callers compact the batch first, or once that has happened.
   *
   * @return a vector that is valid until the next call or until the batch ends, and that may be a
   *     column of the batch itself
   * @throws dev.paceline.core.error.PacelineException of class USER, for overflow, division by
   *     zero, a bad cast, …
   */
  ColumnVector evaluate(Batch batch);
}
