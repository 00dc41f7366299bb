package dev.paceline.core.expr.function;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.VectorFunction;
import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;

/**
 * A function of a date, from a table over the days that the vectors' bounds span: real dates span a
 * few thousand days. Vectors that span more are computed row by row.
 */
final class DayFunction implements VectorFunction {
  /** Days that a table may have: 179 years. */
  private static final long MAX_DAYS = 1 << 16;

  private final LongUnaryOperator function;
  private long[] table = new long[0];
  private long firstDay;
  private long least;
  private long greatest;

  /**
   * @param function pure, defined for every day
   */
  DayFunction(LongUnaryOperator function) {
    this.function = function;
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    ColumnVector days = arguments[0];
    MemorySegment target = result.scratch(8L * rows);
    // Codes under a NULL may lie outside the bounds.
    boolean tabulated =
        days.hasBounds()
            && days.max() - days.min() < MAX_DAYS
            && nulls.isEmpty()
            && !days.isConstant()
            && covers(days.min(), days.max());
    if (!tabulated) {
      for (int row = 0; row < rows; row++) {
        target.set(JAVA_LONG, (long) row << 3, function.applyAsLong(days.getLong(row)));
      }
      result.setLongs(target, 0);
      return;
    }
    lookUp(days, rows, target);
    result.setLongs(target, 0);
    result.setBounds(least, greatest);
  }

  private boolean covers(long from, long to) {
    if (table.length > 0 && from >= firstDay && to < firstDay + table.length) {
      return true;
    }
    long low = table.length == 0 ? from : Math.min(from, firstDay);
    long high = table.length == 0 ? to : Math.max(to, firstDay + table.length - 1);
    if (high - low >= MAX_DAYS) {
      low = from;
      high = to;
    }
    table = new long[(int) (high - low + 1)];
    firstDay = low;
    least = Long.MAX_VALUE;
    greatest = Long.MIN_VALUE;
    for (int i = 0; i < table.length; i++) {
      long value = function.applyAsLong(low + i);
      table[i] = value;
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    return true;
  }

  private void lookUp(ColumnVector days, int rows, MemorySegment target) {
    long[] values = table;
    MemorySegment data = days.data();
    long offset = days.offset();
    long base = days.base() - firstDay;
    long multiplier = days.multiplier();
    switch (days.width()) {
      case 1 -> {
        for (int row = 0; row < rows; row++) {
          long code = data.get(JAVA_BYTE, offset + row) & 0xff;
          target.set(JAVA_LONG, (long) row << 3, values[(int) (base + multiplier * code)]);
        }
      }
      case 2 -> {
        for (int row = 0; row < rows; row++) {
          long code = data.get(JAVA_SHORT_UNALIGNED, offset + ((long) row << 1)) & 0xffff;
          target.set(JAVA_LONG, (long) row << 3, values[(int) (base + multiplier * code)]);
        }
      }
      case 4 -> {
        for (int row = 0; row < rows; row++) {
          long code = data.get(JAVA_INT_UNALIGNED, offset + ((long) row << 2)) & 0xffff_ffffL;
          target.set(JAVA_LONG, (long) row << 3, values[(int) (base + multiplier * code)]);
        }
      }
      default -> {
        for (int row = 0; row < rows; row++) {
          target.set(JAVA_LONG, (long) row << 3, values[(int) (days.getLong(row) - firstDay)]);
        }
      }
    }
  }
}
