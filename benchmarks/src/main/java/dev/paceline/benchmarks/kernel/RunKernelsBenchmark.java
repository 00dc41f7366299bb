package dev.paceline.benchmarks.kernel;

import dev.paceline.core.kernel.RunKernels;
import dev.paceline.core.kernel.ScalarRunKernels;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Runs of equal keys, four rows long on average, and sums over them. */
public class RunKernelsBenchmark extends KernelBenchmark {
  /** Sorted keys of 4 bytes, and codes to add up. */
  @State(Scope.Thread)
  public static class Runs extends TwinState {
    private static final int KEY_BYTES = 4;
    private static final int MEAN_ROWS = 4;
    private static final long BASE = 100;
    private static final long MULTIPLIER = 7;

    @Param({"1", "2", "4", "8"})
    private int width;

    private RunKernels kernels;
    private MemorySegment keys;
    private MemorySegment codes;
    private MemorySegment lastRows;
    private MemorySegment scratch;
    private MemorySegment state;
    private int runs;

    @Setup
    public void fill() {
      kernels = choose(RunKernels.INSTANCE, new ScalarRunKernels());
      keys = scope.allocate((long) ROWS * KEY_BYTES);
      codes = Lanes.random(scope, ROWS, width, 1);
      lastRows = scope.allocate((ROWS + 1L) * Integer.BYTES);
      scratch = scope.allocate((long) ROWS * Long.BYTES);
      state = scope.allocateZeroed((ROWS + 1L) * Long.BYTES);
      SplittableRandom random = new SplittableRandom(2);
      long key = 0;
      for (int row = 0; row < ROWS; row++) {
        key += random.nextInt(MEAN_ROWS) == 0 ? 1 : 0;
        Lanes.set(keys, KEY_BYTES, row, key);
      }
      find();
      add();
      int run = 1;
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        sum += BASE + MULTIPLIER * Lanes.get(codes, width, row);
        if (row == ROWS - 1
            || Lanes.get(keys, KEY_BYTES, row) != Lanes.get(keys, KEY_BYTES, row + 1)) {
          check(Lanes.get(lastRows, Integer.BYTES, run), row, "last row", run);
          check(Lanes.get(state, Long.BYTES, run), sum, "sum", run);
          run++;
          sum = 0;
        }
      }
      check(runs, run - 1, "runs", 0);
    }

    int find() {
      runs = kernels.find(keys, 0, KEY_BYTES, ROWS, lastRows);
      return runs;
    }

    MemorySegment add() {
      kernels.add(codes, 0, width, BASE, MULTIPLIER, ROWS, lastRows, runs, scratch, state);
      return state;
    }
  }

  @Benchmark
  public int find(Runs runs) {
    return runs.find();
  }

  @Benchmark
  public MemorySegment add(Runs runs) {
    return runs.add();
  }
}
