package dev.paceline.benchmarks.kernel;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.CompressKernels;
import dev.paceline.core.kernel.ScalarCompressKernels;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Copies of the lanes that a bitmap selects. */
public class CompressKernelsBenchmark extends KernelBenchmark {
  /** Lanes, and one selection for all batches. */
  @State(Scope.Thread)
  public static class Selected extends TwinState {
    @Param({"1", "2", "4", "8"})
    private int width;

    @Param({"0.1", "0.5", "0.9"})
    private double density;

    private CompressKernels kernels;
    private MemorySegment lanes;
    private MemorySegment selection;
    private MemorySegment target;

    @Setup
    public void fill() {
      kernels = choose(CompressKernels.INSTANCE, new ScalarCompressKernels());
      long rows = WorkingSet.CACHE.rows(width);
      walk(rows);
      lanes = Lanes.random(scope, rows, width, 1);
      selection = Lanes.bitmap(scope, (int) rows, density, 2);
      target = scope.allocate((long) ROWS * width);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        int count = compress(row);
        int next = 0;
        for (long i = row; i < row + ROWS; i++) {
          if (Bitmaps.get(selection, 0, (int) i)) {
            check(Lanes.get(target, width, next++), Lanes.get(lanes, width, i), "lane", i);
          }
        }
        check(count, next, "count", row);
      }
    }

    int compress(long row) {
      return kernels.compress(
          lanes, row * width, width, selection.asSlice(row / Byte.SIZE), ROWS, target);
    }
  }

  @Benchmark
  @BytesRead(lanes = 1)
  public int compress(Selected selected) {
    return selected.compress(selected.nextRow());
  }
}
