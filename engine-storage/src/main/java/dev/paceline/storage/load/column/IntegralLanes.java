package dev.paceline.storage.load.column;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.kernel.LaneKernels;
import dev.paceline.core.kernel.bounds.BoundsKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/**
 * Makes columns of INTEGRAL values that were decoded. Lanes of 4 bytes become as narrow as the
 * range of the values. Those of 8 bytes stay, because a scan that filters reads few of them
 * afterwards, and a table widens all of them again.
 */
public final class IntegralLanes {
  private IntegralLanes() {}

  /**
   * Returns a column.
   *
   * @param lanes signed, one a row; also under a NULL a value of the type. They are given back if
   *     narrower ones take their place
   * @param width bytes of a lane: 4, 8 or 16
   * @throws PacelineException INVALID_FILE if a value is none of the type
   */
  public static IntegralColumn column(
      DataType type, NullRows nulls, MemorySegment lanes, int width, MemoryScope memory) {
    int rows = nulls.rowCount();
    if (width > Long.BYTES) {
      checkWide(type, lanes, rows);
      return IntegralColumn.wide(type, nulls, lanes);
    }
    long[] bounds = BoundsKernels.none();
    if (width == Integer.BYTES) {
      BoundsKernels.current().includeInts(lanes, 0, rows, bounds);
    } else {
      BoundsKernels.current().includeLongs(lanes, 0, rows, bounds);
    }
    long min = bounds[0];
    long max = bounds[1];
    checkRange(type, min, max);
    if (width == Long.BYTES) {
      return IntegralColumn.of(type, nulls, lanes, width, min, max);
    }
    int narrow = width(min, max);
    MemorySegment narrowed = memory.allocate((long) rows * narrow);
    LaneKernels.encode(lanes, width, rows, min, narrow, narrowed, 0);
    memory.release(lanes);
    return IntegralColumn.of(type, nulls, narrowed, narrow, min, max);
  }

  /**
   * Checks that values of at most 64 bits are values of a type.
   *
   * @throws PacelineException INVALID_FILE if not
   */
  public static void checkRange(DataType type, long min, long max) {
    if (type.fitsLong() && (min < type.minLong() || max > type.maxLong())) {
      throw outOfRange(type, min < type.minLong() ? min : max);
    }
  }

  private static void checkWide(DataType type, MemorySegment lanes, int rows) {
    BigInteger largest = type.maxUnscaled();
    long limitHigh = Int128.high(largest);
    long limitLow = Int128.low(largest);
    BigInteger smallest = type.minUnscaled();
    long lowestHigh = Int128.high(smallest);
    long lowestLow = Int128.low(smallest);
    for (int i = 0; i < rows; i++) {
      long low = lanes.get(JAVA_LONG, (long) i << 4);
      long high = lanes.get(JAVA_LONG, ((long) i << 4) + 8);
      if (Int128.compare(high, low, limitHigh, limitLow) > 0
          || Int128.compare(high, low, lowestHigh, lowestLow) < 0) {
        throw outOfRange(type, Int128.toBigInteger(high, low));
      }
    }
  }

  private static PacelineException outOfRange(DataType type, Object value) {
    return new PacelineException(
        ErrorCode.INVALID_FILE, "the stored number " + value + " is no value of type " + type);
  }

  /** Returns the fewest bytes of an unsigned code that hold every value less the smallest one. */
  public static int width(long min, long max) {
    long range = max - min;
    if (range < 0) {
      return Long.BYTES;
    }
    return range < 1 << 8 ? 1 : range < 1 << 16 ? 2 : range < 1L << 32 ? 4 : Long.BYTES;
  }
}
