package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import java.lang.foreign.MemorySegment;

/** Three-valued truth, 64 rows at a time. Bits behind the last row are undefined. */
public final class TruthValues {
  private TruthValues() {}

  /** Rows 64 × index to 64 × index + 63 where a BOOLEAN vector is true. */
  public static long trues(ColumnVector vector, int index) {
    if (vector.isConstant()) {
      return vector.isConstantNull() || vector.constantLong() == 0 ? 0 : -1L;
    }
    return vector.data().get(JAVA_LONG, vector.offset() + ((long) index << 3))
        & ~nulls(vector, index);
  }

  /** Rows where a BOOLEAN vector is false. */
  public static long falses(ColumnVector vector, int index) {
    if (vector.isConstant()) {
      return vector.isConstantNull() || vector.constantLong() != 0 ? 0 : -1L;
    }
    return ~vector.data().get(JAVA_LONG, vector.offset() + ((long) index << 3))
        & ~nulls(vector, index);
  }

  /** Rows where a vector of any type is NULL. */
  public static long nulls(ColumnVector vector, int index) {
    if (vector.isConstant()) {
      return vector.isConstantNull() ? -1L : 0;
    }
    MemorySegment bitmap = vector.nulls();
    return bitmap == null ? 0 : bitmap.get(JAVA_LONG, vector.nullsOffset() + ((long) index << 3));
  }

  /** Returns the words of a bitmap with {@code rows} bits. */
  public static int words(int rows) {
    return rows + 63 >>> 6;
  }

  /** The bits of a word that stand for rows. */
  static long valid(int index, int rows) {
    int rest = rows - (index << 6);
    return rest >= 64 ? -1L : (1L << rest) - 1;
  }
}
