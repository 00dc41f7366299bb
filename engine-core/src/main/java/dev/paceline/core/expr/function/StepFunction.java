package dev.paceline.core.expr.function;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.VectorFunction;
import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;

/**
 * Computes a function of a date or a timestamp whose result is constant within steps of a fixed
 * length, such as the month of a day or the hour of a timestamp. The results are looked up in a
 * table over the steps that the vectors' bounds span: real dates span a few thousand days. Vectors
 * that span more are computed row by row, and so are the first rows, until there are enough of them
 * to pay for the table.
 */
final class StepFunction implements VectorFunction {
  /** Steps that a table may have: as many days as 179 years have. */
  private static final long MAX_STEPS = 1 << 16;

  /** The most entries that the table may have for each row that was computed so far. */
  private static final long STEPS_PER_ROW = 4;

  /** Values that are further from 0 are computed row by row, so that nothing overflows. */
  private static final long FARTHEST = Long.MAX_VALUE / 4;

  private final long step;
  private final double inverse;
  private final LongUnaryOperator function;
  private long[] table = new long[0];
  private long firstStep;
  private long least;
  private long greatest;
  private long rowsSeen;

  /**
   * @param step length of a step; step 0 begins with the value 0
   * @param function pure, defined for every value
   */
  StepFunction(long step, LongUnaryOperator function) {
    this.step = step;
    this.inverse = 1.0 / step;
    this.function = function;
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    ColumnVector values = arguments[0];
    MemorySegment target = result.scratch(8L * rows);
    rowsSeen += rows;
    // Codes under a NULL may lie outside the bounds.
    boolean tabulated =
        values.hasBounds()
            && nulls.isEmpty()
            && !values.isConstant()
            && values.min() >= -FARTHEST
            && values.max() <= FARTHEST
            && covers(Math.floorDiv(values.min(), step), Math.floorDiv(values.max(), step));
    if (!tabulated) {
      for (int row = 0; row < rows; row++) {
        target.set(JAVA_LONG, (long) row << 3, function.applyAsLong(values.getLong(row)));
      }
      result.setLongs(target, 0);
      return;
    }
    lookUp(values, rows, target);
    result.setLongs(target, 0);
    result.setBounds(least, greatest);
  }

  /** Returns whether the table has some steps, and adds them if it should have them. */
  private boolean covers(long from, long to) {
    long end = firstStep + table.length;
    if (table.length > 0 && from >= firstStep && to < end) {
      return true;
    }
    long low = table.length == 0 ? from : Math.min(from, firstStep);
    long high = table.length == 0 ? to : Math.max(to, end - 1);
    if (high - low >= MAX_STEPS) {
      low = from;
      high = to;
    }
    if (high - low >= Math.min(MAX_STEPS, STEPS_PER_ROW * rowsSeen)) {
      return false;
    }
    long[] steps = new long[(int) (high - low + 1)];
    boolean extended = table.length > 0 && low <= firstStep && high >= end - 1;
    if (extended) {
      System.arraycopy(table, 0, steps, (int) (firstStep - low), table.length);
    } else {
      least = Long.MAX_VALUE;
      greatest = Long.MIN_VALUE;
    }
    for (long at = low; at <= high; at++) {
      if (extended && at == firstStep) {
        at = end - 1; // these are known
        continue;
      }
      long value = function.applyAsLong(at * step);
      steps[(int) (at - low)] = value;
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    table = steps;
    firstStep = low;
    return true;
  }

  private void lookUp(ColumnVector values, int rows, MemorySegment target) {
    MemorySegment data = values.data();
    long offset = values.offset();
    long base = values.base() - firstStep * step;
    long multiplier = values.multiplier();
    switch (values.width()) {
      case 1 -> {
        for (int row = 0; row < rows; row++) {
          long code = data.get(JAVA_BYTE, offset + row) & 0xff;
          target.set(JAVA_LONG, (long) row << 3, at(base + multiplier * code));
        }
      }
      case 2 -> {
        for (int row = 0; row < rows; row++) {
          long code = data.get(JAVA_SHORT_UNALIGNED, offset + ((long) row << 1)) & 0xffff;
          target.set(JAVA_LONG, (long) row << 3, at(base + multiplier * code));
        }
      }
      case 4 -> {
        for (int row = 0; row < rows; row++) {
          long code = data.get(JAVA_INT_UNALIGNED, offset + ((long) row << 2)) & 0xffff_ffffL;
          target.set(JAVA_LONG, (long) row << 3, at(base + multiplier * code));
        }
      }
      default -> {
        for (int row = 0; row < rows; row++) {
          long code = data.get(JAVA_LONG_UNALIGNED, offset + ((long) row << 3));
          target.set(JAVA_LONG, (long) row << 3, at(base + multiplier * code));
        }
      }
    }
  }

  /**
   * Returns the entry of a value.
   *
   * @param behind how far the value is behind the beginning of the first step, less than {@link
   *     #MAX_STEPS} steps: for days of microseconds that is less than 2^53, so that the product
   *     with the inverse misses the quotient by at most one
   */
  private long at(long behind) {
    if (step == 1) {
      return table[(int) behind];
    }
    long quotient = (long) (behind * inverse);
    long rest = behind - quotient * step;
    return table[(int) (quotient + (rest >> 63) + (rest >= step ? 1 : 0))];
  }
}
