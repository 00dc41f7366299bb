package dev.paceline.benchmarks.kernel;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.CompareKernels;
import dev.paceline.core.kernel.ScalarCompareKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** BETWEEN on encoded lanes, into a bitmap of which all bits are set before. */
public class CompareKernelsBenchmark extends KernelBenchmark {
  /** Codes and a range that some of them are in. */
  @State(Scope.Thread)
  public static class Codes extends TwinState {
    @Param({"1", "2", "4", "8"})
    private int width;

    @Param({"0.1", "0.5"})
    private double selectivity;

    @Param({"CACHE", "MEMORY"})
    private WorkingSet workingSet;

    private CompareKernels kernels;
    private MemorySegment lanes;
    private MemorySegment bitmap;
    private long low;
    private long high;

    @Setup
    public void fill() {
      kernels = choose(CompareKernels.INSTANCE, new ScalarCompareKernels());
      long rows = workingSet.rows(width);
      walk(rows);
      lanes = Lanes.random(scope, rows, width, 1);
      bitmap = scope.allocate(Bitmaps.bytes(ROWS));
      double span = Math.pow(2, Byte.SIZE * width);
      low = width == 8 ? Long.MIN_VALUE / 2 : (long) (span / 8);
      high = low + (long) (span * selectivity) - 1;
      for (long row = 0; row < checkedRows(); row += ROWS) {
        narrow(row);
        for (int i = 0; i < ROWS; i++) {
          long lane = Lanes.get(lanes, width, row + i);
          check(Bitmaps.get(bitmap, 0, i) == (lane >= low && lane <= high), "bit", row + i);
        }
      }
    }

    void narrow(long row) {
      bitmap.fill((byte) -1);
      kernels.narrow(lanes, row * width, width, ROWS, low, high, bitmap);
    }
  }

  /** Doubles in [0, 1), of which a part is wanted. */
  @State(Scope.Thread)
  public static class Doubles extends TwinState {
    @Param({"0.1", "0.5"})
    private double selectivity;

    private CompareKernels kernels;
    private MemorySegment lanes;
    private MemorySegment bitmap;

    @Setup
    public void fill() {
      kernels = choose(CompareKernels.INSTANCE, new ScalarCompareKernels());
      long rows = WorkingSet.CACHE.rows(Double.BYTES);
      walk(rows);
      lanes = Lanes.doubles(scope, rows, 2);
      bitmap = scope.allocate(Bitmaps.bytes(ROWS));
      for (long row = 0; row < checkedRows(); row += ROWS) {
        narrow(row);
        for (int i = 0; i < ROWS; i++) {
          boolean wanted = lanes.getAtIndex(ValueLayout.JAVA_DOUBLE, row + i) <= selectivity;
          check(Bitmaps.get(bitmap, 0, i) == wanted, "bit", row + i);
        }
      }
    }

    void narrow(long row) {
      bitmap.fill((byte) -1);
      kernels.narrowDoubles(lanes, row * Double.BYTES, ROWS, 0, selectivity, false, bitmap);
    }
  }

  @Benchmark
  @BytesRead(lanes = 1)
  public void narrow(Codes codes) {
    codes.narrow(codes.nextRow());
  }

  @Benchmark
  @BytesRead(bytes = Double.BYTES)
  public void narrowDoubles(Doubles doubles) {
    doubles.narrow(doubles.nextRow());
  }
}
