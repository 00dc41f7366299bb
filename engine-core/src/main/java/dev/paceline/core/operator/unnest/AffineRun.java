package dev.paceline.core.operator.unnest;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.series.Series;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Represents consecutive values of a series by a vector with the lanes 0, 1, 2 and so on: value =
 * base + step × lane. From batch to batch, only the base changes. One worker uses it.
 */
final class AffineRun {
  private static final int WIDTH = Integer.BYTES;

  private final MemorySegment lanes;
  private final ColumnVector vector;

  AffineRun(DataType type, WorkerContext context) {
    vector = new ColumnVector(type);
    lanes = context.memory().allocate((long) WIDTH * context.batchRows());
    for (int i = 0; i < context.batchRows(); i++) {
      lanes.set(ValueLayout.JAVA_INT, (long) WIDTH * i, i);
    }
  }

  /**
   * Returns values of a series without months.
   *
   * @param first index of the first value
   * @param count at least 1, at most the rows of a batch
   */
  ColumnVector of(Series series, long first, int count) {
    long from = series.value(first);
    long to = series.value(first + count - 1);
    return vector
        .setIntegers(lanes, 0, WIDTH, from, series.step())
        .setBounds(Math.min(from, to), Math.max(from, to));
  }
}
