package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.digit.DecimalDigits;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;

/** Writes whole numbers and decimals as strings. Each has a slot of the same size in the heap. */
public final class NumberTexts implements VectorFunction {
  /** The room that a whole number of 32 bits needs, which is written in up to two words. */
  private static final int INT_BYTES = 16;

  private final int scale;
  private final int slotBytes;

  /**
   * @param type of the numbers: whole numbers or DECIMAL
   */
  public NumberTexts(DataType type) {
    boolean decimal = type.kind() == TypeKind.DECIMAL;
    scale = decimal ? type.scale() : 0;
    slotBytes =
        decimal
            ? DecimalDigits.MOST_BYTES
            : type.kind() == TypeKind.INT64 ? DecimalDigits.LONG_BYTES : INT_BYTES;
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    ColumnVector numbers = arguments[0];
    MemorySegment heap = result.heapScratch((long) rows * slotBytes + StringView.SLACK, 0);
    MemorySegment lanes = result.scratch(8L * rows);
    boolean wide = !numbers.type().fitsLong();
    for (int row = 0; row < rows; row++) {
      long view = 0;
      if (!nulls.contains(row)) {
        long end = (row + 1L) * slotBytes;
        long value = numbers.getLong(row);
        int length =
            wide && numbers.getHigh(row) != value >> 63
                ? DecimalDigits.write(numbers.getDecimal(row), heap, end)
                : DecimalDigits.write(value, scale, heap, end);
        view = StringView.of(end - length, length);
      }
      lanes.set(JAVA_LONG, (long) row << 3, view);
    }
    result.setViews(lanes, 0, heap);
  }
}
