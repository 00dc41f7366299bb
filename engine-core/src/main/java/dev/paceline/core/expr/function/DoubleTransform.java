package dev.paceline.core.expr.function;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.vector.DoubleLanes;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.VectorFunction;
import java.lang.foreign.MemorySegment;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;

/** A function of one double that a kernel computes for whole batches. */
final class DoubleTransform implements VectorFunction {
  private final Kernel kernel;
  private final DoublePredicate domain;
  private final DoubleFunction<PacelineException> error;
  private final DoubleLanes lanes;

  /** Computes rows. Tells whether some value was outside the domain of the function. */
  @FunctionalInterface
  interface Kernel {
    boolean apply(MemorySegment source, long offset, int count, MemorySegment target);
  }

  /**
   * @param domain the values for which the function is defined
   * @param error for a value outside of it
   */
  DoubleTransform(
      Kernel kernel,
      DoublePredicate domain,
      DoubleFunction<PacelineException> error,
      WorkerContext context) {
    this.kernel = kernel;
    this.domain = domain;
    this.error = error;
    lanes = new DoubleLanes(context.memory());
  }

  /**
   * @throws PacelineException the error of the first value outside the domain that is not NULL
   */
  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    lanes.read(arguments[0], rows);
    MemorySegment target = result.scratch(8L * rows);
    if (kernel.apply(lanes.data(), lanes.offset(), rows, target)) {
      for (int row = 0; row < rows; row++) {
        double value = arguments[0].getDouble(row);
        if (!nulls.contains(row) && !domain.test(value)) {
          throw error.apply(value);
        }
      }
    }
    result.setDoubles(target, 0);
  }
}
