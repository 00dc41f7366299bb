package dev.paceline.benchmarks.kernel;

import dev.paceline.core.kernel.KeyKernels;
import dev.paceline.core.kernel.KeyKernels.Digit;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Packing of keys of two columns into longs. */
public class KeyKernelsBenchmark extends KernelBenchmark {
  /** The column of the second digit, and the keys with the first one. */
  @State(Scope.Thread)
  public static class Keys extends BatchState {
    private static final int RANGE = 200;

    @Param({"1", "2", "4", "8"})
    private int width;

    private MemorySegment lanes;
    private MemorySegment packed;
    private final Digit first = new Digit(0, RANGE, 0, 1, true);
    private final Digit second = new Digit(0, RANGE - 2, 0, RANGE + 1, false);

    @Setup
    public void fill() {
      long rows = WorkingSet.CACHE.rows(width);
      walk(rows);
      lanes = Lanes.uniform(scope, rows, width, RANGE, 1);
      packed = scope.allocate((long) ROWS * Long.BYTES);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        pack(row);
        for (int i = 0; i < ROWS; i++) {
          long lane = Lanes.get(lanes, width, row + i);
          long expected = lane > RANGE - 2 ? KeyKernels.OUTSIDE : lane + lane * (RANGE + 1);
          check(Lanes.get(packed, 8, i), expected, "key", row + i);
        }
      }
    }

    void pack(long row) {
      KeyKernels.pack(lanes, row * width, width, 0, 1, ROWS, first, packed);
      KeyKernels.pack(lanes, row * width, width, 0, 1, ROWS, second, packed);
    }
  }

  @Benchmark
  @BytesRead(lanes = 1)
  public void pack(Keys keys) {
    keys.pack(keys.nextRow());
  }
}
