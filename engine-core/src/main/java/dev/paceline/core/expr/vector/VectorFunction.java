package dev.paceline.core.expr.vector;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;

/**
 * A function over whole vectors, as one worker computes it. NULL arguments are its caller's affair:
 * it may compute anything for NULL rows, but must not fail there.
 */
@FunctionalInterface
public interface VectorFunction {
  /**
   * Computes every row.
   *
   * @param arguments of any form, none a constant NULL
   * @param rows 1 or more; the arguments may be longer than a batch (dictionaries)
   * @param nulls rows where an argument is NULL
   * @param result to be pointed at lanes, of its own scratch or of an argument; never at a constant
   */
  void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result);

  /** Makes the instance of one worker. */
  @FunctionalInterface
  interface Factory {
    VectorFunction newFunction(WorkerContext context);
  }
}
