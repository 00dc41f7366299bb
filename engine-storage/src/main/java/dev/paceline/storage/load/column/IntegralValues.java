package dev.paceline.storage.load.column;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.kernel.DecodeKernels;
import java.lang.foreign.MemorySegment;

/** Values of INTEGRAL vectors for writers of files. */
public final class IntegralValues {
  private IntegralValues() {}

  /**
   * Reads the low 64 bits of some values, whatever the width of the vector's lanes is.
   *
   * @param from the row of the first value
   * @param target gets a number of 8 bytes for each value
   */
  public static void read(ColumnVector vector, int from, int count, MemorySegment target) {
    if (vector.form() == Form.CONSTANT || vector.width() > Long.BYTES) {
      for (int i = 0; i < count; i++) {
        target.setAtIndex(JAVA_LONG, i, vector.getLong(from + i));
      }
    } else {
      DecodeKernels.current()
          .widen(
              vector.data(),
              vector.offset() + (long) from * vector.width(),
              vector.width(),
              vector.base(),
              vector.multiplier(),
              count,
              target,
              0);
    }
  }
}
