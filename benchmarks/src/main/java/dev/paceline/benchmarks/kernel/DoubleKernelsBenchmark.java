package dev.paceline.benchmarks.kernel;

import dev.paceline.core.kernel.DoubleKernels;
import dev.paceline.core.kernel.ScalarDoubleKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Functions of one double, from the cache as in a chain of expressions. */
public class DoubleKernelsBenchmark extends KernelBenchmark {
  /** A function of a row. */
  public enum Operation {
    SQUARE_ROOTS {
      @Override
      void run(DoubleKernels kernels, MemorySegment source, long offset, MemorySegment target) {
        kernels.squareRoots(source, offset, TwinState.ROWS, target);
      }

      @Override
      double expected(double value) {
        return Math.sqrt(value);
      }
    },
    NATURAL_LOGARITHMS {
      @Override
      void run(DoubleKernels kernels, MemorySegment source, long offset, MemorySegment target) {
        kernels.naturalLogarithms(source, offset, TwinState.ROWS, target);
      }

      @Override
      double expected(double value) {
        return StrictMath.log(value);
      }
    },
    FROM_LONGS {
      @Override
      void run(DoubleKernels kernels, MemorySegment source, long offset, MemorySegment target) {
        kernels.fromLongs(source, offset, TwinState.ROWS, 100, target);
      }

      @Override
      double expected(double value) {
        return Double.doubleToRawLongBits(value) / 100.0;
      }
    };

    abstract void run(
        DoubleKernels kernels, MemorySegment source, long offset, MemorySegment target);

    abstract double expected(double value);
  }

  /** A column and a target of one batch. */
  @State(Scope.Thread)
  public static class Columns extends TwinState {
    @Param private Operation operation;

    private DoubleKernels kernels;
    private MemorySegment source;
    private MemorySegment target;

    @Setup
    public void fill() {
      kernels = choose(DoubleKernels.INSTANCE, new ScalarDoubleKernels());
      long rows = WorkingSet.CACHE.rows(Double.BYTES);
      walk(rows);
      source =
          operation == Operation.FROM_LONGS
              ? Lanes.uniform(scope, rows, Long.BYTES, 1L << 40, 1)
              : Lanes.doubles(scope, rows, 1);
      target = scope.allocate((long) ROWS * Double.BYTES);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        run(row);
        for (int i = 0; i < ROWS; i++) {
          double expected = operation.expected(source.getAtIndex(ValueLayout.JAVA_DOUBLE, row + i));
          double actual = target.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
          check(Math.abs(actual - expected) <= Math.ulp(expected), operation.name(), row + i);
        }
      }
    }

    void run(long row) {
      operation.run(kernels, source, row * Double.BYTES, target);
    }
  }

  @Benchmark
  @BytesRead(bytes = Double.BYTES)
  public void compute(Columns columns) {
    columns.run(columns.nextRow());
  }
}
