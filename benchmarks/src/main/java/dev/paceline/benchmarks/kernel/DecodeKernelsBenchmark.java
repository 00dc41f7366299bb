package dev.paceline.benchmarks.kernel;

import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.kernel.ScalarDecodeKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Codes into 64-bit values, and lanes from random places. */
public class DecodeKernelsBenchmark extends KernelBenchmark {
  /** Affine codes. */
  @State(Scope.Thread)
  public static class Codes extends TwinState {
    private static final long BASE = -12345;

    @Param({"1", "2", "4", "8"})
    private int width;

    @Param({"1", "100"})
    private long multiplier;

    @Param({"CACHE", "MEMORY"})
    private WorkingSet workingSet;

    private DecodeKernels kernels;
    private MemorySegment lanes;
    private MemorySegment values;

    @Setup
    public void fill() {
      kernels = choose(DecodeKernels.INSTANCE, new ScalarDecodeKernels());
      long rows = workingSet.rows(width);
      walk(rows);
      lanes = Lanes.random(scope, rows, width, 1);
      values = scope.allocate((long) ROWS * Long.BYTES);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        widen(row);
        for (int i = 0; i < ROWS; i++) {
          long expected = BASE + multiplier * Lanes.get(lanes, width, row + i);
          check(Lanes.get(values, 8, i), expected, "value", row + i);
        }
      }
    }

    void widen(long row) {
      kernels.widen(lanes, row * width, width, BASE, multiplier, ROWS, values, 0);
    }
  }

  /** Lanes and random row numbers; only the scalar twin gathers. */
  @State(Scope.Thread)
  public static class Places extends BatchState {
    private static final int POSITIONS = 1 << 16;

    @Param({"1", "4", "8"})
    private int width;

    @Param({"CACHE", "MEMORY"})
    private WorkingSet workingSet;

    private MemorySegment lanes;
    private MemorySegment positions;
    private MemorySegment target;

    @Setup
    public void fill() {
      walk(POSITIONS);
      long rows = workingSet.rows(width);
      lanes = Lanes.random(scope, rows, width, 1);
      positions = Lanes.uniform(scope, POSITIONS, Integer.BYTES, rows, 2);
      target = scope.allocate((long) ROWS * width);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        gather(row);
        for (int i = 0; i < ROWS; i++) {
          int position = positions.getAtIndex(ValueLayout.JAVA_INT, row + i);
          check(Lanes.get(target, width, i), Lanes.get(lanes, width, position), "lane", row + i);
        }
      }
    }

    void gather(long row) {
      DecodeKernels.INSTANCE.gather(lanes, 0, width, positions.asSlice(row << 2), ROWS, target, 0);
    }
  }

  @Benchmark
  @BytesRead(lanes = 1)
  public void widen(Codes codes) {
    codes.widen(codes.nextRow());
  }

  @Benchmark
  public void gather(Places places) {
    places.gather(places.nextRow());
  }
}
