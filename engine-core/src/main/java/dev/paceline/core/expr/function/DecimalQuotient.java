package dev.paceline.core.expr.function;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.Overflow;
import dev.paceline.core.expr.vector.PlainLanes;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Divides unscaled values, rounds half away from zero, and checks the quotients against the result
 * type. Most rows take one division of longs. A dividend of up to 127 bits with a divisor of up to
 * 63 bits takes two to six. Wider operands are divided as big integers. If all quotients of a batch
 * fit 64 bits, the result has 64-bit lanes with bounds. Used by one worker at a time.
 */
final class DecimalQuotient implements VectorFunction {
  private final DataType type;
  private final BigInteger dividendFactor;
  private final BigInteger divisorFactor;

  /** The factors, 0 where they do not fit. */
  private final long longDividendFactor;

  private final long longDivisorFactor;

  private final long maxHigh;
  private final long maxLow;
  private final long minHigh;
  private final long minLow;
  private final PlainLanes dividends;
  private final PlainLanes divisors;

  /** The last quotient. */
  private long high;

  private long low;

  /**
   * @param shift digits that dividends get behind their last one; if negative, divisors get them
   */
  DecimalQuotient(DataType type, int shift, WorkerContext context) {
    this.type = type;
    dividendFactor = Int128.powerOfTen(Math.max(0, shift));
    divisorFactor = Int128.powerOfTen(Math.max(0, -shift));
    longDividendFactor = longOrZero(dividendFactor);
    longDivisorFactor = longOrZero(divisorFactor);
    StaticRange range = StaticRange.of(type);
    maxHigh = Int128.high(range.high());
    maxLow = Int128.low(range.high());
    minHigh = Int128.high(range.low());
    minLow = Int128.low(range.low());
    dividends = new PlainLanes(context.memory());
    divisors = new PlainLanes(context.memory());
  }

  private static long longOrZero(BigInteger factor) {
    return factor.bitLength() < Long.SIZE ? factor.longValue() : 0;
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    boolean longs = PlainLanes.fits(arguments[0]) && PlainLanes.fits(arguments[1]);
    if (longs) {
      dividends.read(arguments[0], rows);
      divisors.read(arguments[1], rows);
    } else {
      dividends.readWide(arguments[0], rows);
      divisors.readWide(arguments[1], rows);
    }
    MemorySegment target = result.scratch(16L * rows);
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    boolean narrow = true;
    for (int row = 0; row < rows; row++) {
      if (nulls.contains(row)) {
        high = 0;
        low = 0;
      } else if (longs) {
        long a = dividends.data().get(JAVA_LONG_UNALIGNED, dividends.offset() + ((long) row << 3));
        long b = divisors.data().get(JAVA_LONG_UNALIGNED, divisors.offset() + ((long) row << 3));
        divide(a >> 63, a, b >> 63, b);
      } else {
        long leftAt = dividends.offset() + ((long) row << 4);
        long rightAt = divisors.offset() + ((long) row << 4);
        divide(
            dividends.data().get(JAVA_LONG_UNALIGNED, leftAt + 8),
            dividends.data().get(JAVA_LONG_UNALIGNED, leftAt),
            divisors.data().get(JAVA_LONG_UNALIGNED, rightAt + 8),
            divisors.data().get(JAVA_LONG_UNALIGNED, rightAt));
      }
      target.set(JAVA_LONG, (long) row << 4, low);
      target.set(JAVA_LONG, ((long) row << 4) + 8, high);
      narrow &= Int128.fitsLong(high, low);
      min = Math.min(min, low);
      max = Math.max(max, low);
    }
    if (narrow) {
      for (int row = 0; row < rows; row++) {
        target.set(JAVA_LONG, (long) row << 3, target.get(JAVA_LONG, (long) row << 4));
      }
      result.setLongs(target, 0);
      result.setBounds(min, max);
    } else {
      result.setInt128s(target, 0);
    }
  }

  /** Computes {@link #high} and {@link #low}. */
  private void divide(long aHigh, long aLow, long bHigh, long bLow) {
    if ((bHigh | bLow) == 0) {
      throw RowFunctions.divisionByZero();
    }
    long divisor = bLow * longDivisorFactor;
    boolean exact =
        Int128.fitsLong(aHigh, aLow)
            && Int128.fitsLong(bHigh, bLow)
            && longDividendFactor != 0
            && longDivisorFactor != 0
            && Math.multiplyHigh(bLow, longDivisorFactor) == divisor >> 63
            && divisor != Long.MIN_VALUE;
    if (!exact) {
      divideBig(aHigh, aLow, bHigh, bLow);
      return;
    }
    long dividend = aLow * longDividendFactor;
    long dividendHigh = Math.multiplyHigh(aLow, longDividendFactor);
    if (Int128.fitsLong(dividendHigh, dividend) && dividend != Long.MIN_VALUE) {
      long quotient = dividend / divisor;
      long rest = Math.abs(dividend - quotient * divisor);
      if (rest >= Math.abs(divisor) - rest) {
        quotient += (dividend ^ divisor) < 0 ? -1 : 1;
      }
      high = quotient >> 63;
      low = quotient;
    } else {
      divideWide(dividendHigh, dividend, divisor);
    }
    if (Int128.compare(high, low, maxHigh, maxLow) > 0
        || Int128.compare(high, low, minHigh, minLow) < 0) {
      throw Overflow.of(Int128.toBigInteger(high, low).toString(), type);
    }
  }

  /** Divides 128 by 64 bits, without the check against the type. */
  private void divideWide(long dividendHigh, long dividendLow, long divisor) {
    boolean negative = dividendHigh < 0;
    long upper = negative ? ~dividendHigh + (dividendLow == 0 ? 1 : 0) : dividendHigh;
    long lower = negative ? -dividendLow : dividendLow;
    long unsigned = Math.abs(divisor);
    long upperQuotient = upper / unsigned;
    long lowerQuotient = Int128.divideUnsigned(upper % unsigned, lower, unsigned);
    long rest = lower - lowerQuotient * unsigned;
    if (rest >= unsigned - rest) {
      lowerQuotient++;
      upperQuotient += lowerQuotient == 0 ? 1 : 0;
    }
    boolean minus = negative != divisor < 0;
    low = minus ? -lowerQuotient : lowerQuotient;
    high = minus ? ~upperQuotient + (lowerQuotient == 0 ? 1 : 0) : upperQuotient;
  }

  private void divideBig(long aHigh, long aLow, long bHigh, long bLow) {
    BigInteger dividend = Int128.toBigInteger(aHigh, aLow).multiply(dividendFactor);
    BigInteger divisor = Int128.toBigInteger(bHigh, bLow).multiply(divisorFactor);
    BigInteger quotient =
        new BigDecimal(dividend)
            .divide(new BigDecimal(divisor), 0, RoundingMode.HALF_UP)
            .unscaledValue();
    StaticRange range = StaticRange.of(type);
    if (quotient.compareTo(range.high()) > 0 || quotient.compareTo(range.low()) < 0) {
      throw Overflow.of(quotient.toString(), type);
    }
    high = Int128.high(quotient);
    low = Int128.low(quotient);
  }
}
