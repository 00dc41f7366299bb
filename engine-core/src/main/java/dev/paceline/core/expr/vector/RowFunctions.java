package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.function.IntPredicate;

/**
 * Makes vector functions of functions of one row, for everything whose work per row outweighs a
 * call. None of them sees a row with a NULL argument.
 */
public final class RowFunctions {
  private RowFunctions() {}

  /** Gives a 64-bit INTEGRAL value. */
  @FunctionalInterface
  public interface LongFunction {
    long apply(ColumnVector[] arguments, int row);
  }

  /** Gives a double. */
  @FunctionalInterface
  public interface DoubleFunction {
    double apply(ColumnVector[] arguments, int row);
  }

  /** Gives a truth value. */
  @FunctionalInterface
  public interface BooleanFunction {
    boolean apply(ColumnVector[] arguments, int row);
  }

  /** Gives the unscaled value of a DECIMAL of any precision. */
  @FunctionalInterface
  public interface UnscaledFunction {
    BigInteger apply(ColumnVector[] arguments, int row);
  }

  /** Sets the fields of an interval. */
  @FunctionalInterface
  public interface IntervalFunction {
    void apply(ColumnVector[] arguments, int row, IntervalFields result);
  }

  /** Gives a view into the heap of its first argument. */
  @FunctionalInterface
  public interface ViewFunction {
    long apply(MemorySegment heap, long view, ColumnVector[] arguments, int row);
  }

  /** Writes a byte string. */
  @FunctionalInterface
  public interface TextFunction {
    void apply(ColumnVector[] arguments, int row, TextWriter writer);
  }

  public static VectorFunction.Factory longs(LongFunction function) {
    return context ->
        (arguments, rows, nulls, result) -> {
          MemorySegment lanes = result.scratch(8L * rows);
          long min = Long.MAX_VALUE;
          long max = Long.MIN_VALUE;
          for (int row = 0; row < rows; row++) {
            long value = nulls.contains(row) ? 0 : function.apply(arguments, row);
            min = Math.min(min, value);
            max = Math.max(max, value);
            lanes.set(JAVA_LONG, (long) row << 3, value);
          }
          result.setLongs(lanes, 0);
          result.setBounds(min, max);
        };
  }

  /** Like {@link #longs}, and checks that every value is in the range of the result's type. */
  public static VectorFunction.Factory checkedLongs(DataType type, LongFunction function) {
    long low = type.minLong();
    long high = type.maxLong();
    return longs(
        (arguments, row) -> {
          long value = function.apply(arguments, row);
          if (value < low || value > high) {
            throw Overflow.of(Long.toString(value), type);
          }
          return value;
        });
  }

  public static VectorFunction.Factory doubles(DoubleFunction function) {
    return context ->
        (arguments, rows, nulls, result) -> {
          MemorySegment lanes = result.scratch(8L * rows);
          for (int row = 0; row < rows; row++) {
            double value = nulls.contains(row) ? 0 : function.apply(arguments, row);
            lanes.set(JAVA_DOUBLE, (long) row << 3, value);
          }
          result.setDoubles(lanes, 0);
        };
  }

  public static VectorFunction.Factory booleans(BooleanFunction function) {
    return context ->
        (arguments, rows, nulls, result) ->
            booleans(rows, nulls, row -> function.apply(arguments, row), result);
  }

  /** Points a vector at the truth values of the rows that are not NULL. */
  public static void booleans(int rows, NullMask nulls, IntPredicate test, ColumnVector result) {
    MemorySegment bits = result.scratch(Bitmaps.bytes(rows));
    for (int first = 0; first < rows; first += 64) {
      int last = Math.min(first + 64, rows);
      long word = 0;
      for (int row = first; row < last; row++) {
        if (!nulls.contains(row) && test.test(row)) {
          word |= 1L << row;
        }
      }
      bits.set(JAVA_LONG, (long) first >> 3, word);
    }
    result.setBits(bits, 0);
  }

  /** Numbers of any INTEGRAL type, checked against its range. */
  public static VectorFunction.Factory unscaled(DataType type, UnscaledFunction function) {
    if (type.fitsLong()) {
      return checkedLongs(
          type,
          (arguments, row) -> {
            BigInteger value = function.apply(arguments, row);
            if (value.bitLength() > 63) {
              throw Overflow.of(value.toString(), type);
            }
            return value.longValue();
          });
    }
    BigInteger smallest = type.minUnscaled();
    BigInteger largest = type.maxUnscaled();
    return context ->
        (arguments, rows, nulls, result) -> {
          MemorySegment lanes = result.scratch(16L * rows);
          for (int row = 0; row < rows; row++) {
            BigInteger value =
                nulls.contains(row) ? BigInteger.ZERO : function.apply(arguments, row);
            if (!nulls.contains(row)
                && (value.compareTo(largest) > 0 || value.compareTo(smallest) < 0)) {
              throw Overflow.of(value.toString(), type);
            }
            lanes.set(JAVA_LONG, (long) row << 4, Int128.low(value));
            lanes.set(JAVA_LONG, ((long) row << 4) + 8, Int128.high(value));
          }
          result.setInt128s(lanes, 0);
        };
  }

  /** Intervals, which the function sets. */
  public static VectorFunction.Factory intervals(IntervalFunction function) {
    return context ->
        (arguments, rows, nulls, result) -> {
          IntervalFields interval = new IntervalFields();
          MemorySegment lanes = result.scratch(16L * rows);
          for (int row = 0; row < rows; row++) {
            long low = 0;
            long high = 0;
            if (!nulls.contains(row)) {
              function.apply(arguments, row, interval);
              long length = interval.length();
              low = interval.low(length);
              high = interval.high(length);
            }
            lanes.set(JAVA_LONG, (long) row << 4, low);
            lanes.set(JAVA_LONG, ((long) row << 4) + 8, high);
          }
          result.setInt128s(lanes, 0);
        };
  }

  public static VectorFunction.Factory views(ViewFunction function) {
    return context ->
        (arguments, rows, nulls, result) -> {
          ColumnVector first = arguments[0];
          MemorySegment heap = first.valueHeap();
          MemorySegment lanes = result.scratch(8L * rows);
          for (int row = 0; row < rows; row++) {
            long view =
                nulls.contains(row) ? 0 : function.apply(heap, first.getView(row), arguments, row);
            lanes.set(JAVA_LONG, (long) row << 3, view);
          }
          result.setViews(lanes, 0, heap);
        };
  }

  public static VectorFunction.Factory text(TextFunction function) {
    return context ->
        (arguments, rows, nulls, result) -> {
          TextWriter writer = new TextWriter(result);
          MemorySegment lanes = result.scratch(8L * rows);
          for (int row = 0; row < rows; row++) {
            if (nulls.contains(row)) {
              lanes.set(JAVA_LONG, (long) row << 3, 0);
            } else {
              function.apply(arguments, row, writer);
              lanes.set(JAVA_LONG, (long) row << 3, writer.finish());
            }
          }
          result.setViews(lanes, 0, writer.heap());
        };
  }

  /** The unscaled value of an INTEGRAL argument. */
  public static BigInteger unscaledValue(ColumnVector vector, int row) {
    return Int128.toBigInteger(vector.getHigh(row), vector.getLong(row));
  }

  /** Digits behind the point; 0 for types without. */
  public static int scale(DataType type) {
    return type.kind() == TypeKind.DECIMAL ? type.scale() : 0;
  }

  public static PacelineException divisionByZero() {
    return new PacelineException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
  }
}
