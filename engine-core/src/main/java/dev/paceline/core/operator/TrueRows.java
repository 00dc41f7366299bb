package dev.paceline.core.operator;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The rows for which a condition is true; NULL counts as false. */
public final class TrueRows {
  private TrueRows() {}

  /** Writes a bitmap of the rows for which a FLAT or CONSTANT BOOLEAN vector is true. */
  public static void copy(ColumnVector condition, int rows, MemorySegment bitmap) {
    if (condition.isConstant()) {
      if (!condition.isConstantNull() && condition.constantLong() != 0) {
        Bitmaps.fill(bitmap, 0, rows);
      } else {
        Bitmaps.zero(bitmap, 0, rows);
      }
      return;
    }
    MemorySegment bits = condition.data();
    MemorySegment nulls = condition.nulls();
    long bytes = Bitmaps.bytes(rows);
    for (long i = 0; i < bytes; i += 8) {
      long word = bits.get(ValueLayout.JAVA_LONG, condition.offset() + i);
      if (nulls != null) {
        word &= ~nulls.get(ValueLayout.JAVA_LONG, condition.nullsOffset() + i);
      }
      bitmap.set(ValueLayout.JAVA_LONG, i, word);
    }
  }

  /** Like {@link #copy}, but only clears bits that the bitmap has set. */
  public static void and(ColumnVector condition, int rows, MemorySegment bitmap) {
    if (condition.isConstant()) {
      if (condition.isConstantNull() || condition.constantLong() == 0) {
        Bitmaps.zero(bitmap, 0, rows);
      }
      return;
    }
    MemorySegment bits = condition.data();
    MemorySegment nulls = condition.nulls();
    long bytes = Bitmaps.bytes(rows);
    for (long i = 0; i < bytes; i += 8) {
      long word = bits.get(ValueLayout.JAVA_LONG, condition.offset() + i);
      if (nulls != null) {
        word &= ~nulls.get(ValueLayout.JAVA_LONG, condition.nullsOffset() + i);
      }
      bitmap.set(ValueLayout.JAVA_LONG, i, bitmap.get(ValueLayout.JAVA_LONG, i) & word);
    }
  }

  /** Whether the condition is true for a row. */
  public static boolean isTrue(ColumnVector condition, int row) {
    return !condition.isNull(row) && condition.getBoolean(row);
  }
}
