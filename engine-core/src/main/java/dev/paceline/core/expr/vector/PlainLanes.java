package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/** An INTEGRAL vector as plain 64-bit or 128-bit lanes: its own where it has them, else a copy. */
public final class PlainLanes {
  private final ColumnVector scratch;
  private MemorySegment data = MemorySegment.NULL;
  private long offset;

  public PlainLanes(MemoryScope scope) {
    scratch = new ColumnVector(DataType.INT64, scope);
  }

  public MemorySegment data() {
    return data;
  }

  public long offset() {
    return offset;
  }

  /** 64-bit lanes of a vector that {@linkplain #fits fits} them; constants are repeated. */
  public PlainLanes read(ColumnVector vector, int rows) {
    if (vector.isPlainLong()) {
      data = vector.data();
      offset = vector.offset();
      return this;
    }
    data = scratch.scratch(8L * rows);
    offset = 0;
    if (vector.isConstant()) {
      long value = vector.constantLong();
      for (int row = 0; row < rows; row++) {
        data.set(JAVA_LONG, (long) row << 3, value);
      }
    } else {
      DecodeKernels.current().widen(vector, rows, data);
    }
    return this;
  }

  /** 128-bit lanes of any INTEGRAL vector. */
  public PlainLanes readWide(ColumnVector vector, int rows) {
    if (!vector.isConstant() && vector.width() == 16) {
      data = vector.data();
      offset = vector.offset();
      return this;
    }
    data = scratch.scratch(16L * rows);
    offset = 0;
    for (int row = 0; row < rows; row++) {
      data.set(JAVA_LONG, (long) row << 4, vector.getLong(row));
      data.set(JAVA_LONG, ((long) row << 4) + 8, vector.getHigh(row));
    }
    return this;
  }

  /** Whether all values of a vector fit 64 bits because of how it holds them. */
  public static boolean fits(ColumnVector vector) {
    return vector.isConstant() ? vector.hasBounds() : vector.width() <= 8;
  }

  /** The smallest value that a vector which {@link #fits} can hold. */
  public static long min(ColumnVector vector) {
    DataType type = vector.type();
    return vector.hasBounds() ? vector.min() : type.fitsLong() ? type.minLong() : Long.MIN_VALUE;
  }

  /** The largest value that a vector which {@link #fits} can hold. */
  public static long max(ColumnVector vector) {
    DataType type = vector.type();
    return vector.hasBounds() ? vector.max() : type.fitsLong() ? type.maxLong() : Long.MAX_VALUE;
  }
}
