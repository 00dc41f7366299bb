package dev.paceline.core.operator.window;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.FinishPhase;

/**
 * A window function over all sorted rows: what it needs beside them is made once, and then any
 * workers compute it for any rows.
 */
interface Evaluation {
  /** Makes what is needed; after the starts of partitions and the rows of arguments. */
  default FinishPhase phases() {
    return FinishPhase.COMPLETE;
  }

  /** The function as one worker computes it; once the phases have ended. */
  Evaluator open(WindowBatch batch);

  /** Computes a function for the rows of a batch. One worker uses it. */
  @FunctionalInterface
  interface Evaluator {
    /** Makes {@code out} the results for the current rows of the batch. */
    void evaluate(ColumnVector out);
  }
}
