package dev.paceline.benchmarks.kernel;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.ArithmeticKernels;
import dev.paceline.core.kernel.ScalarArithmeticKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Arithmetic on two columns of 64-bit lanes, from the cache as in a chain of expressions. */
public class ArithmeticKernelsBenchmark extends KernelBenchmark {
  /** The call of one kernel. */
  interface Call {
    void run(
        ArithmeticKernels kernels,
        MemorySegment left,
        MemorySegment right,
        long offset,
        int rows,
        MemorySegment target);
  }

  /** A kernel, and the same for one row. */
  public enum Operation {
    ADD_LONGS((k, l, r, o, n, t) -> k.addLongs(l, o, r, o, n, t), Long::sum),
    SUBTRACT_LONGS((k, l, r, o, n, t) -> k.subtractLongs(l, o, r, o, n, t), (a, b) -> a - b),
    MULTIPLY_LONGS((k, l, r, o, n, t) -> k.multiplyLongs(l, o, r, o, n, t), (a, b) -> a * b),
    ADD_LONGS_CHECKED((k, l, r, o, n, t) -> k.addLongsChecked(l, o, r, o, n, t), Math::addExact),
    SUBTRACT_LONGS_CHECKED(
        (k, l, r, o, n, t) -> k.subtractLongsChecked(l, o, r, o, n, t), Math::subtractExact),
    MULTIPLY_LONGS_CHECKED(
        (k, l, r, o, n, t) -> k.multiplyLongsChecked(l, o, r, o, n, t), Math::multiplyExact),
    ADD_DOUBLES((k, l, r, o, n, t) -> k.addDoubles(l, o, r, o, n, t), bits((a, b) -> a + b)),
    SUBTRACT_DOUBLES(
        (k, l, r, o, n, t) -> k.subtractDoubles(l, o, r, o, n, t), bits((a, b) -> a - b)),
    MULTIPLY_DOUBLES(
        (k, l, r, o, n, t) -> k.multiplyDoubles(l, o, r, o, n, t), bits((a, b) -> a * b)),
    DIVIDE_DOUBLES((k, l, r, o, n, t) -> k.divideDoubles(l, o, r, o, n, t), bits((a, b) -> a / b));

    private final Call call;
    private final LongBinaryOperator plain;

    Operation(Call call, LongBinaryOperator plain) {
      this.call = call;
      this.plain = plain;
    }

    private static LongBinaryOperator bits(DoubleBinaryOperator operator) {
      return (a, b) ->
          Double.doubleToRawLongBits(
              operator.applyAsDouble(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
    }

    private boolean isOnDoubles() {
      return name().endsWith("DOUBLES");
    }
  }

  /** Two columns and a target of one batch. */
  @State(Scope.Thread)
  public static class Columns extends TwinState {
    @Param private Operation operation;

    private ArithmeticKernels kernels;
    private MemorySegment left;
    private MemorySegment right;
    private MemorySegment target;

    @Setup
    public void fill() {
      kernels = choose(ArithmeticKernels.INSTANCE, new ScalarArithmeticKernels());
      long rows = WorkingSet.CACHE.rows(2 * Long.BYTES);
      walk(rows);
      left = column(rows, 1);
      right = column(rows, 2);
      target = scope.allocate((long) ROWS * Long.BYTES);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        run(row);
        for (int i = 0; i < ROWS; i++) {
          long expected =
              operation.plain.applyAsLong(
                  Lanes.get(left, 8, row + i), Lanes.get(right, 8, row + i));
          check(Lanes.get(target, 8, i), expected, operation.name(), row + i);
        }
      }
    }

    private MemorySegment column(long rows, long seed) {
      // No row overflows: that is the case that has to be fast.
      return operation.isOnDoubles()
          ? Lanes.doubles(scope, rows, seed)
          : Lanes.uniform(scope, rows, Long.BYTES, 1L << 31, seed);
    }

    void run(long row) {
      operation.call.run(kernels, left, right, row << 3, ROWS, target);
    }
  }

  /** A column of 4 or 8 bytes times one of 1 byte, as price × (1 - discount). */
  @State(Scope.Thread)
  public static class Factors extends TwinState {
    @Param({"4", "8"})
    private int width;

    @Param({"false", "true"})
    private boolean unsignedInts;

    private ArithmeticKernels kernels;
    private MemorySegment left;
    private MemorySegment right;
    private MemorySegment target;

    @Setup
    public void fill() {
      kernels = choose(ArithmeticKernels.INSTANCE, new ScalarArithmeticKernels());
      long rows = WorkingSet.CACHE.rows(width + 1);
      walk(rows);
      left = Lanes.uniform(scope, rows, width, 1L << 24, 1);
      right = Lanes.uniform(scope, rows, 1, 11, 2);
      target = scope.allocate((long) ROWS * Long.BYTES);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        multiply(row);
        for (int i = 0; i < ROWS; i++) {
          long expected =
              (90_000 + Lanes.get(left, width, row + i)) * (100 - Lanes.get(right, 1, row + i));
          check(Lanes.get(target, 8, i), expected, "product", row + i);
        }
      }
    }

    void multiply(long row) {
      kernels.multiplyCodes(
          left, row * width, width, 90_000, 1, right, row, 1, 100, -1, unsignedInts, ROWS, target);
    }
  }

  /** A column, a mask, and a target that some rows are put into. */
  @State(Scope.Thread)
  public static class Choices extends TwinState {
    @Param({"0.1", "0.5"})
    private double density;

    private ArithmeticKernels kernels;
    private MemorySegment source;
    private MemorySegment mask;
    private MemorySegment target;

    @Setup
    public void fill() {
      kernels = choose(ArithmeticKernels.INSTANCE, new ScalarArithmeticKernels());
      long rows = WorkingSet.CACHE.rows(Long.BYTES);
      walk(rows);
      source = Lanes.random(scope, rows, Long.BYTES, 1);
      mask = Lanes.bitmap(scope, ROWS, density, 2);
      target = scope.allocateZeroed((long) ROWS * Long.BYTES);
      blend(0);
      for (int i = 0; i < ROWS; i++) {
        long expected = Bitmaps.get(mask, 0, i) ? Lanes.get(source, 8, i) : 0;
        check(Lanes.get(target, 8, i), expected, "lane", i);
      }
      blendOne();
      for (int i = 0; i < ROWS; i++) {
        long expected = Bitmaps.get(mask, 0, i) ? 7 : 0;
        check(Lanes.get(target, 8, i), expected, "lane", i);
      }
      check(!isAnyOutside(0), "row outside", 0);
      source.setAtIndex(ValueLayout.JAVA_LONG, ROWS - 1, Long.MIN_VALUE);
      check(isAnyOutside(0), "row outside", ROWS - 1);
      source.setAtIndex(ValueLayout.JAVA_LONG, ROWS - 1, 0);
    }

    void blend(long row) {
      kernels.blendLongs(mask, source, row << 3, ROWS, target);
    }

    void blendOne() {
      kernels.blendLong(mask, 7, ROWS, target);
    }

    boolean isAnyOutside(long row) {
      return kernels.anyOutside(source, row << 3, ROWS, Long.MIN_VALUE + 1, Long.MAX_VALUE);
    }
  }

  @Benchmark
  @BytesRead(bytes = 2 * Long.BYTES)
  public void compute(Columns columns) {
    columns.run(columns.nextRow());
  }

  @Benchmark
  @BytesRead(lanes = 1, bytes = 1)
  public void multiplyCodes(Factors factors) {
    factors.multiply(factors.nextRow());
  }

  @Benchmark
  public void blendLongs(Choices choices) {
    choices.blend(choices.nextRow());
  }

  @Benchmark
  public void blendLong(Choices choices) {
    choices.blendOne();
  }

  @Benchmark
  @BytesRead(bytes = Long.BYTES)
  public boolean anyOutside(Choices choices) {
    return choices.isAnyOutside(choices.nextRow());
  }
}
