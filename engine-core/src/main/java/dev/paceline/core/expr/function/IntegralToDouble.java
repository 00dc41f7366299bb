package dev.paceline.core.expr.function;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.vector.DoubleLanes;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.PlainLanes;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.ArithmeticKernels;
import dev.paceline.core.kernel.DoubleKernels;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/** Whole and decimal numbers as the doubles that are nearest to them; REAL results are floats. */
final class IntegralToDouble implements VectorFunction {
  /** The largest power of ten that is a double. */
  private static final int MAX_EXACT_SCALE = 22;

  private final boolean single;
  private final int scale;
  private final double divisor;
  private final PlainLanes lanes;

  IntegralToDouble(DataType from, boolean single, WorkerContext context) {
    this.single = single;
    scale = RowFunctions.scale(from);
    divisor = Math.pow(10, scale);
    lanes = new PlainLanes(context.memory());
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    MemorySegment target = result.scratch(8L * rows);
    convert(arguments[0], rows, nulls, target);
    if (single) {
      DoubleLanes.roundToFloats(target, rows);
    }
    result.setDoubles(target, 0);
  }

  private void convert(ColumnVector values, int rows, NullMask nulls, MemorySegment target) {
    if (!PlainLanes.fits(values) || scale > MAX_EXACT_SCALE) {
      fromDecimals(values, rows, nulls, target);
      return;
    }
    lanes.read(values, rows);
    long limit = DoubleKernels.MAX_EXACT;
    boolean exact = values.hasBounds() && values.min() >= -limit && values.max() <= limit;
    if (exact
        || !ArithmeticKernels.current()
            .anyOutside(lanes.data(), lanes.offset(), rows, -limit, limit)) {
      DoubleKernels.current().fromLongs(lanes.data(), lanes.offset(), rows, divisor, target);
    } else if (scale == 0) {
      for (int row = 0; row < rows; row++) {
        long at = (long) row << 3;
        target.set(JAVA_DOUBLE, at, lanes.data().get(JAVA_LONG_UNALIGNED, lanes.offset() + at));
      }
    } else {
      fromDecimals(values, rows, nulls, target);
    }
  }

  private static void fromDecimals(
      ColumnVector values, int rows, NullMask nulls, MemorySegment target) {
    for (int row = 0; row < rows; row++) {
      double value = nulls.contains(row) ? 0 : Arithmetic.decimal(values, row).doubleValue();
      target.set(JAVA_DOUBLE, (long) row << 3, value);
    }
  }
}
