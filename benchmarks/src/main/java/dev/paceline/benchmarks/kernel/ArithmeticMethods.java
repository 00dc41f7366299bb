package dev.paceline.benchmarks.kernel;

import static dev.paceline.benchmarks.kernel.KernelTrial.ROWS;

import dev.paceline.benchmarks.kernel.KernelTrial.BatchCall;
import dev.paceline.benchmarks.kernel.KernelTrial.PairCall;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.ArithmeticKernels;
import dev.paceline.core.kernel.DoubleKernels;
import dev.paceline.core.kernel.ScalarArithmeticKernels;
import dev.paceline.core.kernel.ScalarDoubleKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;

/** Kernels that compute numbers from numbers, from the cache as in a chain of expressions. */
final class ArithmeticMethods {
  static final List<KernelMethod> ALL =
      List.of(
          KernelMethod.twins("arithmetic", "compute", ArithmeticMethods::compute)
              .with("operation", (Object[]) Operation.values())
              .reads(2 * Long.BYTES),
          KernelMethod.twins("arithmetic", "multiplyCodes", ArithmeticMethods::multiplyCodes)
              .with(KernelTrial.WIDTH, 4, 8)
              .with("unsignedInts", false, true)
              .readsLanes()
              .reads(1),
          KernelMethod.twins("arithmetic", "blendLongs", ArithmeticMethods::blendLongs)
              .with("density", 0.1, 0.5),
          KernelMethod.twins("arithmetic", "blendLong", ArithmeticMethods::blendLong)
              .with("density", 0.1, 0.5),
          KernelMethod.twins("arithmetic", "anyOutside", ArithmeticMethods::anyOutside)
              .reads(Long.BYTES),
          KernelMethod.twins("double", "compute", ArithmeticMethods::computeDoubles)
              .with("operation", (Object[]) Function.values())
              .reads(Double.BYTES));

  private ArithmeticMethods() {}

  private static ArithmeticKernels kernels(KernelTrial trial) {
    return trial.choose(ArithmeticKernels.fastest(), new ScalarArithmeticKernels());
  }

  /** A kernel on two columns, and the same for one row. */
  private enum Operation {
    ADD_LONGS(ArithmeticKernels::addLongs, Long::sum),
    SUBTRACT_LONGS(ArithmeticKernels::subtractLongs, (a, b) -> a - b),
    MULTIPLY_LONGS(ArithmeticKernels::multiplyLongs, (a, b) -> a * b),
    ADD_LONGS_CHECKED(ArithmeticKernels::addLongsChecked, Math::addExact),
    SUBTRACT_LONGS_CHECKED(ArithmeticKernels::subtractLongsChecked, Math::subtractExact),
    MULTIPLY_LONGS_CHECKED(ArithmeticKernels::multiplyLongsChecked, Math::multiplyExact),
    ADD_DOUBLES(ArithmeticKernels::addDoubles, bits((a, b) -> a + b)),
    SUBTRACT_DOUBLES(ArithmeticKernels::subtractDoubles, bits((a, b) -> a - b)),
    MULTIPLY_DOUBLES(ArithmeticKernels::multiplyDoubles, bits((a, b) -> a * b)),
    DIVIDE_DOUBLES(ArithmeticKernels::divideDoubles, bits((a, b) -> a / b));

    private final PairCall<ArithmeticKernels> call;
    private final LongBinaryOperator plain;

    Operation(PairCall<ArithmeticKernels> call, LongBinaryOperator plain) {
      this.call = call;
      this.plain = plain;
    }

    private static LongBinaryOperator bits(DoubleBinaryOperator operator) {
      return (a, b) ->
          Double.doubleToRawLongBits(
              operator.applyAsDouble(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
    }

    /** Returns numbers with which no row overflows: that is the case that has to be fast. */
    MemorySegment column(KernelTrial trial, long seed) {
      long rows = trial.walkWorkingSet(2 * Long.BYTES);
      return name().endsWith("DOUBLES")
          ? Lanes.doubles(trial.scope(), rows, seed)
          : Lanes.uniform(trial.scope(), rows, Long.BYTES, 1L << 31, seed);
    }
  }

  private static BatchCall compute(KernelTrial trial) {
    ArithmeticKernels kernels = kernels(trial);
    Operation operation = Operation.valueOf(trial.text("operation"));
    PairCall<ArithmeticKernels> call = operation.call;
    MemorySegment left = operation.column(trial, 1);
    MemorySegment right = operation.column(trial, 2);
    MemorySegment target = trial.target(Long.BYTES);
    return trial.checkedRows(
        row -> call.run(kernels, left, row << 3, right, row << 3, ROWS, target),
        (row, i) ->
            Lanes.get(target, 8, i)
                == operation.plain.applyAsLong(
                    Lanes.get(left, 8, row + i), Lanes.get(right, 8, row + i)));
  }

  /** Multiplies a column of 4 or 8 bytes by one of 1 byte, as price × (1 - discount). */
  private static BatchCall multiplyCodes(KernelTrial trial) {
    ArithmeticKernels kernels = kernels(trial);
    int width = trial.width();
    boolean unsigned = Boolean.parseBoolean(trial.text("unsignedInts"));
    long rows = trial.walkWorkingSet(width + 1);
    MemorySegment left = Lanes.uniform(trial.scope(), rows, width, 1L << 24, 1);
    MemorySegment right = Lanes.uniform(trial.scope(), rows, 1, 11, 2);
    MemorySegment target = trial.target(Long.BYTES);
    return trial.checkedRows(
        row ->
            kernels.multiplyCodes(
                left,
                row * width,
                width,
                90_000,
                1,
                right,
                row,
                1,
                100,
                -1,
                unsigned,
                ROWS,
                target),
        (row, i) ->
            Lanes.get(target, 8, i)
                == (90_000 + Lanes.get(left, width, row + i))
                    * (100 - Lanes.get(right, 1, row + i)));
  }

  /** Puts some rows of a column into a target. */
  private static BatchCall blendLongs(KernelTrial trial) {
    ArithmeticKernels kernels = kernels(trial);
    MemorySegment source = trial.randomLanes(Long.BYTES);
    MemorySegment mask = Lanes.bitmap(trial.scope(), ROWS, trial.fraction("density"), 2);
    MemorySegment target = trial.target(Long.BYTES);
    return trial.checkedRows(
        row -> kernels.blendLongs(mask, source, row << 3, ROWS, target),
        (row, i) ->
            Lanes.get(target, 8, i)
                == (Bitmaps.get(mask, 0, i) ? Lanes.get(source, 8, row + i) : 0));
  }

  private static BatchCall blendLong(KernelTrial trial) {
    ArithmeticKernels kernels = kernels(trial);
    MemorySegment mask = Lanes.bitmap(trial.scope(), ROWS, trial.fraction("density"), 2);
    MemorySegment target = trial.target(Long.BYTES);
    return trial.checkedRows(
        row -> kernels.blendLong(mask, 7, ROWS, target),
        (row, i) -> Lanes.get(target, 8, i) == (Bitmaps.get(mask, 0, i) ? 7 : 0));
  }

  private static BatchCall anyOutside(KernelTrial trial) {
    ArithmeticKernels kernels = kernels(trial);
    MemorySegment source = trial.randomLanes(Long.BYTES);
    BatchCall call =
        row ->
            kernels.anyOutside(source, row << 3, ROWS, Long.MIN_VALUE + 1, Long.MAX_VALUE) ? 1 : 0;
    trial.require(call.run(0) == 0, 0);
    source.setAtIndex(ValueLayout.JAVA_LONG, ROWS - 1, Long.MIN_VALUE);
    trial.require(call.run(0) == 1, ROWS - 1);
    source.setAtIndex(ValueLayout.JAVA_LONG, ROWS - 1, 0);
    return call;
  }

  /** The call of a kernel on one column. */
  private interface FunctionCall {
    void run(
        DoubleKernels kernels, MemorySegment source, long offset, int rows, MemorySegment target);
  }

  /** A function of one double, and the same for one row. */
  private enum Function {
    SQUARE_ROOTS(DoubleKernels::squareRoots, Math::sqrt),
    NATURAL_LOGARITHMS(DoubleKernels::naturalLogarithms, StrictMath::log),
    FROM_LONGS(
        (k, s, o, n, t) -> k.fromLongs(s, o, n, 100, t),
        value -> Double.doubleToRawLongBits(value) / 100.0);

    private final FunctionCall call;
    private final DoubleUnaryOperator plain;

    Function(FunctionCall call, DoubleUnaryOperator plain) {
      this.call = call;
      this.plain = plain;
    }
  }

  private static BatchCall computeDoubles(KernelTrial trial) {
    DoubleKernels kernels = trial.choose(DoubleKernels.fastest(), new ScalarDoubleKernels());
    Function function = Function.valueOf(trial.text("operation"));
    FunctionCall call = function.call;
    MemorySegment source =
        function == Function.FROM_LONGS
            ? trial.uniformLanes(Long.BYTES, 1L << 40)
            : trial.randomDoubles();
    MemorySegment target = trial.target(Double.BYTES);
    return trial.checkedRows(
        row -> call.run(kernels, source, row * Double.BYTES, ROWS, target),
        (row, i) -> {
          double expected =
              function.plain.applyAsDouble(source.getAtIndex(ValueLayout.JAVA_DOUBLE, row + i));
          double actual = target.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
          return Math.abs(actual - expected) <= Math.ulp(expected);
        });
  }
}
