package dev.paceline.core.expr.function;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.vector.PlainLanes;

/** Interval arithmetic in 64 bits. */
final class LongBounds {
  private long low;
  private long high;

  long low() {
    return low;
  }

  long high() {
    return high;
  }

  /** Bounds of the results; false if they do not fit 64 bits. Both vectors fit 64-bit lanes. */
  boolean compute(ArithmeticOperator operator, ColumnVector left, ColumnVector right) {
    long a = PlainLanes.min(left);
    long b = PlainLanes.max(left);
    long c = PlainLanes.min(right);
    long d = PlainLanes.max(right);
    return switch (operator) {
      case ADD -> {
        low = a + c;
        high = b + d;
        yield ((a ^ low) & (c ^ low)) >= 0 && ((b ^ high) & (d ^ high)) >= 0;
      }
      case SUBTRACT -> {
        low = a - d;
        high = b - c;
        yield ((a ^ d) & (a ^ low)) >= 0 && ((b ^ c) & (b ^ high)) >= 0;
      }
      default -> {
        low = Math.min(Math.min(a * c, a * d), Math.min(b * c, b * d));
        high = Math.max(Math.max(a * c, a * d), Math.max(b * c, b * d));
        yield productFits(a, c) && productFits(a, d) && productFits(b, c) && productFits(b, d);
      }
    };
  }

  private static boolean productFits(long a, long b) {
    return Math.multiplyHigh(a, b) == a * b >> 63;
  }
}
