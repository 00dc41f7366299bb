package dev.paceline.benchmarks.kernel;

import dev.paceline.core.kernel.LaneKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What happens to whole numbers while they are stored; the compiler vectorises these loops. */
public class LaneKernelsBenchmark extends KernelBenchmark {
  /** Codes that become 32-bit values. */
  @State(Scope.Thread)
  public static class Codes extends BatchState {
    private static final int BASE = 1000;

    @Param({"1", "2", "4", "8"})
    private int width;

    private MemorySegment lanes;
    private MemorySegment target;

    @Setup
    public void fill() {
      long rows = WorkingSet.CACHE.rows(width);
      walk(rows);
      lanes = Lanes.random(scope, rows, width, 1);
      target = scope.allocate((long) ROWS * Integer.BYTES);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        narrow(row);
        for (int i = 0; i < ROWS; i++) {
          int expected = (int) (BASE + 3 * Lanes.get(lanes, width, row + i));
          check(target.getAtIndex(ValueLayout.JAVA_INT, i), expected, "value", row + i);
        }
      }
    }

    void narrow(long row) {
      LaneKernels.narrowToInts(lanes, row * width, width, BASE, 3, ROWS, target, 0);
    }
  }

  /** 64-bit values that become codes. */
  @State(Scope.Thread)
  public static class Values extends BatchState {
    private static final long BASE = 7;

    @Param({"1", "2", "4", "8"})
    private int width;

    private MemorySegment values;
    private MemorySegment codes;

    @Setup
    public void fill() {
      long rows = WorkingSet.CACHE.rows(Long.BYTES);
      walk(rows);
      values = Lanes.random(scope, rows, Long.BYTES, 1);
      codes = scope.allocate((long) ROWS * width);
      long mask = width == 8 ? -1 : (1L << Byte.SIZE * width) - 1;
      encode(0);
      for (int i = 0; i < ROWS; i++) {
        long expected = Lanes.get(values, 8, i) - BASE & mask;
        check(Lanes.get(codes, width, i), expected, "code", i);
      }
      for (long row = 0; row < checkedRows(); row += ROWS) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < ROWS; i++) {
          min = Math.min(min, Lanes.get(values, 8, row + i));
          max = Math.max(max, Lanes.get(values, 8, row + i));
        }
        check(bounds(row), min ^ max, "bounds", row);
      }
    }

    void encode(long row) {
      LaneKernels.encode(values.asSlice(row << 3), 8, ROWS, BASE, width, codes, 0);
    }

    long bounds(long row) {
      return LaneKernels.minLong(values, row << 3, ROWS)
          ^ LaneKernels.maxLong(values, row << 3, ROWS);
    }
  }

  @Benchmark
  @BytesRead(lanes = 1)
  public void narrowToInts(Codes codes) {
    codes.narrow(codes.nextRow());
  }

  @Benchmark
  @BytesRead(bytes = Long.BYTES)
  public void encode(Values values) {
    values.encode(values.nextRow());
  }

  /** The least and the greatest: two passes. */
  @Benchmark
  @BytesRead(bytes = 2 * Long.BYTES)
  public long bounds(Values values) {
    return values.bounds(values.nextRow());
  }
}
