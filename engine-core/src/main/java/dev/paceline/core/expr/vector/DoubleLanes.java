package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/** A FLOATING vector as lanes; constants are repeated. */
public final class DoubleLanes {
  private final ColumnVector scratch;
  private MemorySegment data = MemorySegment.NULL;
  private long offset;

  public DoubleLanes(MemoryScope scope) {
    scratch = new ColumnVector(DataType.FLOAT64, scope);
  }

  public MemorySegment data() {
    return data;
  }

  public long offset() {
    return offset;
  }

  public void read(ColumnVector vector, int rows) {
    if (!vector.isConstant()) {
      data = vector.data();
      offset = vector.offset();
      return;
    }
    data = scratch.scratch(8L * rows);
    offset = 0;
    double value = vector.constantDouble();
    for (int row = 0; row < rows; row++) {
      data.set(JAVA_DOUBLE, (long) row << 3, value);
    }
  }

  /** Rounds doubles to the floats that are nearest to them. */
  public static void roundToFloats(MemorySegment doubles, int rows) {
    for (int row = 0; row < rows; row++) {
      doubles.set(JAVA_DOUBLE, (long) row << 3, (float) doubles.get(JAVA_DOUBLE, (long) row << 3));
    }
  }
}
