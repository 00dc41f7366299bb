package dev.paceline.core.expr.vector;

import dev.paceline.core.column.ColumnVector;

/** Turns single rows into constants. */
final class Constants {
  private Constants() {}

  /** Makes {@code target} a constant of the value in row 0. */
  static ColumnVector ofFirstRow(ColumnVector vector, ColumnVector target) {
    if (vector.isNull(0)) {
      return target.setConstantNull();
    }
    return switch (target.type().family()) {
      case BOOLEAN -> target.setConstantBoolean(vector.getBoolean(0));
      case FLOATING -> target.setConstantDouble(vector.getDouble(0));
      case INTEGRAL -> target.setConstantInt128(vector.getHigh(0), vector.getLong(0));
      case BYTES -> target.setConstantView(vector.valueHeap(), vector.getView(0));
    };
  }
}
