package dev.paceline.core.expr.function;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.Overflow;
import dev.paceline.core.expr.vector.PlainLanes;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;

/**
 * Divides 64-bit whole numbers by a constant: the upper half of a product with a scaled reciprocal,
 * shifted, is the quotient. The result has the bounds of what was computed.
 *
 * <p>Sources: Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994;
 * Warren, Hacker's Delight, second edition, section 10-1.
 */
final class ConstantDivision implements VectorFunction {
  /** The result of a division that is computed. */
  enum Result {
    /** The quotient, rounded toward zero. */
    QUOTIENT,
    /** The quotient, rounded down. */
    FLOOR,
    /** The quotient, rounded up. */
    CEILING,
    /** The quotient, rounded to the nearest whole number, half away from zero. */
    HALF_UP,
    /** The remainder, with the sign of the dividend. */
    REMAINDER
  }

  private static final int LARGEST_SHIFT = 62;

  private final Result wanted;
  private final DataType type;
  private final long divisor;
  private final long positive;

  /** The scaled reciprocal of the positive divisor, as an unsigned number. */
  private final long reciprocal;

  /** The number of bits by which the upper half of the product is shifted. */
  private final int shift;

  private final PlainLanes dividends;
  private long least;
  private long greatest;

  private ConstantDivision(Result wanted, DataType type, long divisor, WorkerContext context) {
    this.wanted = wanted;
    this.type = type;
    this.divisor = divisor;
    positive = Math.abs(divisor);
    dividends = new PlainLanes(context.memory());
    BigInteger d = BigInteger.valueOf(positive);
    BigInteger half = BigInteger.ONE.shiftLeft(Long.SIZE - 1);
    // The largest dividend whose remainder is the divisor less one.
    BigInteger critical = half.subtract(BigInteger.ONE).subtract(half.mod(d));
    int candidate = 0;
    while (true) {
      BigInteger power = BigInteger.ONE.shiftLeft(Long.SIZE + candidate);
      BigInteger excess = d.subtract(power.mod(d));
      if (candidate == LARGEST_SHIFT || power.compareTo(critical.multiply(excess)) > 0) {
        reciprocal = power.add(excess).divide(d).longValue();
        break;
      }
      candidate++;
    }
    shift = candidate;
  }

  /**
   * Returns whether a divisor can be one of these. Quotients by 1 and -1 need no multiplication, or
   * may overflow.
   */
  static boolean supports(long divisor) {
    return divisor != Long.MIN_VALUE && Math.abs(divisor) > 1;
  }

  /**
   * A division of an expression of 64 bits.
   *
   * @param name for plans
   * @param type of the result, of 64 bits
   * @param divisor one that is {@linkplain #supports supported}
   */
  static Expression of(
      String name, Result wanted, DataType type, Expression dividend, long divisor) {
    StaticRange range = StaticRange.of(dividend);
    StaticRange mapped =
        new StaticRange(range.low().min(BigInteger.ZERO), range.high().max(BigInteger.ZERO));
    if (wanted != Result.REMAINDER) {
      BigInteger most =
          mapped.high().max(mapped.low().negate()).divide(BigInteger.valueOf(divisor).abs());
      BigInteger rounded = most.add(BigInteger.ONE);
      mapped = new StaticRange(rounded.negate(), rounded);
    }
    return new FunctionCall(
        name,
        type,
        List.of(dividend),
        !mapped.within(StaticRange.of(type)),
        context -> new ConstantDivision(wanted, type, divisor, context));
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    dividends.read(arguments[0], rows);
    MemorySegment target = result.scratch(8L * rows);
    least = Long.MAX_VALUE;
    greatest = Long.MIN_VALUE;
    switch (wanted) {
      case QUOTIENT -> quotients(dividends.data(), dividends.offset(), rows, target);
      case REMAINDER -> remainders(dividends.data(), dividends.offset(), rows, target);
      default -> rounded(dividends.data(), dividends.offset(), rows, target);
    }
    if (least < type.minLong() || greatest > type.maxLong()) {
      checkRange(target, rows, nulls);
    }
    result.setLongs(target, 0);
    result.setBounds(least, greatest);
  }

  private void quotients(MemorySegment source, long offset, int rows, MemorySegment target) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    long sign = divisor >> Long.SIZE - 1;
    for (int row = 0; row < rows; row++) {
      long dividend = source.get(JAVA_LONG_UNALIGNED, offset + ((long) row << 3));
      long quotient = (quotient(dividend) ^ sign) - sign;
      min = Math.min(min, quotient);
      max = Math.max(max, quotient);
      target.set(JAVA_LONG_UNALIGNED, (long) row << 3, quotient);
    }
    least = min;
    greatest = max;
  }

  private void remainders(MemorySegment source, long offset, int rows, MemorySegment target) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int row = 0; row < rows; row++) {
      long dividend = source.get(JAVA_LONG_UNALIGNED, offset + ((long) row << 3));
      long remainder = dividend - quotient(dividend) * positive;
      min = Math.min(min, remainder);
      max = Math.max(max, remainder);
      target.set(JAVA_LONG_UNALIGNED, (long) row << 3, remainder);
    }
    least = min;
    greatest = max;
  }

  private void rounded(MemorySegment source, long offset, int rows, MemorySegment target) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int row = 0; row < rows; row++) {
      long dividend = source.get(JAVA_LONG_UNALIGNED, offset + ((long) row << 3));
      long quotient = quotient(dividend);
      long remainder = dividend - quotient * positive;
      long value = divisor < 0 ? -rounded(quotient, remainder) : rounded(quotient, remainder);
      min = Math.min(min, value);
      max = Math.max(max, value);
      target.set(JAVA_LONG_UNALIGNED, (long) row << 3, value);
    }
    least = min;
    greatest = max;
  }

  /**
   * Rounds a quotient by the positive divisor. The caller changes its sign for a negative divisor,
   * so that rounding up and rounding down change places.
   */
  private long rounded(long quotient, long remainder) {
    return switch (wanted) {
      case FLOOR, CEILING ->
          wanted == Result.FLOOR == divisor > 0
              ? quotient + (remainder >> Long.SIZE - 1)
              : quotient + (-remainder >>> Long.SIZE - 1);
      default -> {
        long rest = Math.abs(remainder);
        yield rest >= positive - rest ? quotient + (remainder < 0 ? -1 : 1) : quotient;
      }
    };
  }

  /** The quotient by the positive divisor, rounded toward zero. */
  private long quotient(long dividend) {
    long upper = Math.multiplyHigh(dividend, reciprocal);
    // The product is signed: a reciprocal with the highest bit counts as 2^64 less than it is.
    upper += dividend & reciprocal >> Long.SIZE - 1;
    return (upper >> shift) + (dividend >>> Long.SIZE - 1);
  }

  private void checkRange(MemorySegment target, int rows, NullMask nulls) {
    for (int row = 0; row < rows; row++) {
      long value = target.get(JAVA_LONG_UNALIGNED, (long) row << 3);
      if (!nulls.contains(row) && (value < type.minLong() || value > type.maxLong())) {
        throw Overflow.of(Long.toString(value), type);
      }
    }
  }
}
