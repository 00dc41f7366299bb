package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Makes vector functions of cheap functions of numbers, which are read as lanes first. The
 * functions must be defined for all numbers, since they also get the numbers in lanes of NULL rows.
 */
public final class LaneFunctions {
  private LaneFunctions() {}

  /** A function of one number of up to 64 bits. */
  public static VectorFunction.Factory ofLong(LongUnaryOperator operator) {
    return context -> {
      PlainLanes lanes = new PlainLanes(context.memory());
      return (arguments, rows, nulls, result) -> {
        MemorySegment source = lanes.read(arguments[0], rows).data();
        long offset = lanes.offset();
        MemorySegment target = result.scratch(8L * rows);
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int row = 0; row < rows; row++) {
          long at = (long) row << 3;
          long value = operator.applyAsLong(source.get(JAVA_LONG, offset + at));
          min = Math.min(min, value);
          max = Math.max(max, value);
          target.set(JAVA_LONG, at, value);
        }
        result.setLongs(target, 0);
        result.setBounds(min, max);
      };
    };
  }

  /** A function of two numbers of up to 64 bits. */
  public static VectorFunction.Factory ofLongs(LongBinaryOperator operator) {
    return context -> {
      PlainLanes left = new PlainLanes(context.memory());
      PlainLanes right = new PlainLanes(context.memory());
      return (arguments, rows, nulls, result) -> {
        MemorySegment a = left.read(arguments[0], rows).data();
        MemorySegment b = right.read(arguments[1], rows).data();
        MemorySegment target = result.scratch(8L * rows);
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int row = 0; row < rows; row++) {
          long at = (long) row << 3;
          long value =
              operator.applyAsLong(
                  a.get(JAVA_LONG, left.offset() + at), b.get(JAVA_LONG, right.offset() + at));
          min = Math.min(min, value);
          max = Math.max(max, value);
          target.set(JAVA_LONG, at, value);
        }
        result.setLongs(target, 0);
        result.setBounds(min, max);
      };
    };
  }

  /** A function of one double. */
  public static VectorFunction.Factory ofDouble(DoubleUnaryOperator operator) {
    return context -> {
      DoubleLanes lanes = new DoubleLanes(context.memory());
      return (arguments, rows, nulls, result) -> {
        lanes.read(arguments[0], rows);
        MemorySegment source = lanes.data();
        long offset = lanes.offset();
        MemorySegment target = result.scratch(8L * rows);
        for (int row = 0; row < rows; row++) {
          long at = (long) row << 3;
          target.set(JAVA_DOUBLE, at, operator.applyAsDouble(source.get(JAVA_DOUBLE, offset + at)));
        }
        result.setDoubles(target, 0);
      };
    };
  }

  /** A function of two doubles. */
  public static VectorFunction.Factory ofDoubles(DoubleBinaryOperator operator) {
    return context -> {
      DoubleLanes left = new DoubleLanes(context.memory());
      DoubleLanes right = new DoubleLanes(context.memory());
      return (arguments, rows, nulls, result) -> {
        left.read(arguments[0], rows);
        right.read(arguments[1], rows);
        MemorySegment a = left.data();
        MemorySegment b = right.data();
        MemorySegment target = result.scratch(8L * rows);
        for (int row = 0; row < rows; row++) {
          long at = (long) row << 3;
          target.set(
              JAVA_DOUBLE,
              at,
              operator.applyAsDouble(
                  a.get(JAVA_DOUBLE, left.offset() + at), b.get(JAVA_DOUBLE, right.offset() + at)));
        }
        result.setDoubles(target, 0);
      };
    };
  }
}
