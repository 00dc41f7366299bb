package dev.paceline.core.expr.function;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.Overflow;
import dev.paceline.core.expr.vector.PlainLanes;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/** Addition, subtraction and multiplication beyond 64 bits, checked against the result type. */
final class WideArithmetic {
  private final ArithmeticOperator operator;
  private final DataType type;
  private final StaticRange range;
  private final long maxHigh;
  private final long maxLow;
  private final long minHigh;
  private final long minLow;

  WideArithmetic(ArithmeticOperator operator, DataType type) {
    this.operator = operator;
    this.type = type;
    range = StaticRange.of(type);
    maxHigh = Int128.high(range.high());
    maxLow = Int128.low(range.high());
    minHigh = Int128.high(range.low());
    minLow = Int128.low(range.low());
  }

  /** The result for two constants. */
  ColumnVector constants(ColumnVector a, ColumnVector b, ColumnVector result) {
    BigInteger value = exact(a, b, 0);
    check(value);
    return result.setConstantInt128(Int128.high(value), Int128.low(value));
  }

  /** Fails if a row that is not NULL overflows the type. */
  void checkRows(ColumnVector a, ColumnVector b, int rows, NullMask nulls) {
    for (int row = 0; row < rows; row++) {
      if (!nulls.contains(row)) {
        check(exact(a, b, row));
      }
    }
  }

  /** Computes 128-bit lanes; fails if a row that is not NULL overflows the type. */
  void compute(PlainLanes left, PlainLanes right, int rows, NullMask nulls, ColumnVector result) {
    MemorySegment target = result.scratch(16L * rows);
    MemorySegment a = left.data();
    MemorySegment b = right.data();
    for (int row = 0; row < rows; row++) {
      long at = (long) row << 4;
      long aLow = a.get(JAVA_LONG_UNALIGNED, left.offset() + at);
      long aHigh = a.get(JAVA_LONG_UNALIGNED, left.offset() + at + 8);
      long bLow = b.get(JAVA_LONG_UNALIGNED, right.offset() + at);
      long bHigh = b.get(JAVA_LONG_UNALIGNED, right.offset() + at + 8);
      long low;
      long high;
      boolean overflow;
      switch (operator) {
        case ADD -> {
          low = aLow + bLow;
          high = Int128.addHigh(aHigh, aLow, bHigh, low);
          overflow = Int128.addOverflows(aHigh, bHigh, high);
        }
        case SUBTRACT -> {
          low = aLow - bLow;
          high = Int128.subtractHigh(aHigh, aLow, bHigh, bLow);
          overflow = Int128.subtractOverflows(aHigh, bHigh, high);
        }
        default -> {
          if (Int128.fitsLong(aHigh, aLow) && Int128.fitsLong(bHigh, bLow)) {
            low = aLow * bLow;
            high = Math.multiplyHigh(aLow, bLow);
            overflow = false;
          } else {
            BigInteger product =
                Int128.toBigInteger(aHigh, aLow).multiply(Int128.toBigInteger(bHigh, bLow));
            low = Int128.low(product);
            high = Int128.high(product);
            overflow = product.bitLength() > 127;
          }
        }
      }
      if ((overflow
              || Int128.compare(high, low, maxHigh, maxLow) > 0
              || Int128.compare(high, low, minHigh, minLow) < 0)
          && !nulls.contains(row)) {
        throw Overflow.of(
            exact(Int128.toBigInteger(aHigh, aLow), Int128.toBigInteger(bHigh, bLow)).toString(),
            type);
      }
      target.set(JAVA_LONG, at, low);
      target.set(JAVA_LONG, at + 8, high);
    }
    if (type.fitsLong()) {
      narrow(target, rows);
      result.setLongs(target, 0);
    } else {
      result.setInt128s(target, 0);
    }
  }

  private static void narrow(MemorySegment lanes, int rows) {
    for (int row = 0; row < rows; row++) {
      lanes.set(JAVA_LONG, (long) row << 3, lanes.get(JAVA_LONG, (long) row << 4));
    }
  }

  private BigInteger exact(ColumnVector a, ColumnVector b, int row) {
    return exact(RowFunctions.unscaledValue(a, row), RowFunctions.unscaledValue(b, row));
  }

  private BigInteger exact(BigInteger x, BigInteger y) {
    return switch (operator) {
      case ADD -> x.add(y);
      case SUBTRACT -> x.subtract(y);
      default -> x.multiply(y);
    };
  }

  private void check(BigInteger value) {
    if (value.compareTo(range.low()) < 0 || value.compareTo(range.high()) > 0) {
      throw Overflow.of(value.toString(), type);
    }
  }
}
