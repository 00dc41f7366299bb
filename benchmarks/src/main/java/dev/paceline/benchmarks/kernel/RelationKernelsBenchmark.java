package dev.paceline.benchmarks.kernel;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.RelationKernels;
import dev.paceline.core.kernel.ScalarRelationKernels;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Comparisons of two columns, or of one with a range, from the cache. */
public class RelationKernelsBenchmark extends KernelBenchmark {
  /** The call of one kernel. */
  interface Call {
    void run(
        RelationKernels kernels,
        MemorySegment left,
        MemorySegment right,
        long offset,
        int rows,
        MemorySegment target);
  }

  /** The same for one row. */
  interface Plain {
    boolean test(long left, long right);
  }

  /** A kernel. */
  public enum Operation {
    EQUAL_LONGS((k, l, r, o, n, t) -> k.equalLongs(l, o, r, o, n, t), (a, b) -> a == b),
    LESS_LONGS((k, l, r, o, n, t) -> k.lessLongs(l, o, r, o, n, t), (a, b) -> a < b),
    EQUAL_DOUBLES(
        (k, l, r, o, n, t) -> k.equalDoubles(l, o, r, o, n, t),
        (a, b) -> Double.longBitsToDouble(a) == Double.longBitsToDouble(b)),
    LESS_DOUBLES(
        (k, l, r, o, n, t) -> k.lessDoubles(l, o, r, o, n, t),
        (a, b) -> Double.longBitsToDouble(a) < Double.longBitsToDouble(b));

    private final Call call;
    private final Plain plain;

    Operation(Call call, Plain plain) {
      this.call = call;
      this.plain = plain;
    }
  }

  /** Two columns that are equal in a tenth of the rows. */
  @State(Scope.Thread)
  public static class Columns extends TwinState {
    @Param private Operation operation;

    private RelationKernels kernels;
    private MemorySegment left;
    private MemorySegment right;
    private MemorySegment target;

    @Setup
    public void fill() {
      kernels = choose(RelationKernels.INSTANCE, new ScalarRelationKernels());
      long rows = WorkingSet.CACHE.rows(2 * Long.BYTES);
      walk(rows);
      // Small positive numbers are small positive doubles too.
      left = Lanes.uniform(scope, rows, Long.BYTES, 10, 1);
      right = Lanes.uniform(scope, rows, Long.BYTES, 10, 2);
      target = scope.allocate(Bitmaps.bytes(ROWS));
      for (long row = 0; row < checkedRows(); row += ROWS) {
        run(row);
        for (int i = 0; i < ROWS; i++) {
          boolean expected =
              operation.plain.test(Lanes.get(left, 8, row + i), Lanes.get(right, 8, row + i));
          check(Bitmaps.get(target, 0, i) == expected, operation.name(), row + i);
        }
      }
    }

    void run(long row) {
      operation.call.run(kernels, left, right, row << 3, ROWS, target);
    }
  }

  /** Lanes, a tenth of them in a range. */
  @State(Scope.Thread)
  public static class Codes extends TwinState {
    @Param({"1", "2", "4", "8"})
    private int width;

    private RelationKernels kernels;
    private MemorySegment lanes;
    private MemorySegment target;
    private long high;

    @Setup
    public void fill() {
      kernels = choose(RelationKernels.INSTANCE, new ScalarRelationKernels());
      long rows = WorkingSet.CACHE.rows(width);
      walk(rows);
      lanes = Lanes.random(scope, rows, width, 1);
      target = scope.allocate(Bitmaps.bytes(ROWS));
      high = (long) (Math.pow(2, Byte.SIZE * width) * 0.1);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        inRange(row);
        for (int i = 0; i < ROWS; i++) {
          long lane = Lanes.get(lanes, width, row + i);
          check(Bitmaps.get(target, 0, i) == (lane >= 1 && lane <= high), "bit", row + i);
        }
      }
    }

    void inRange(long row) {
      kernels.inRange(lanes, row * width, width, 1, high, ROWS, target);
    }
  }

  @Benchmark
  @BytesRead(bytes = 2 * Long.BYTES)
  public void compare(Columns columns) {
    columns.run(columns.nextRow());
  }

  @Benchmark
  @BytesRead(lanes = 1)
  public void inRange(Codes codes) {
    codes.inRange(codes.nextRow());
  }
}
