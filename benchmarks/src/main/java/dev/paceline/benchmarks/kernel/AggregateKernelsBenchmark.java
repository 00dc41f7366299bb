package dev.paceline.benchmarks.kernel;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.AggregateKernels;
import dev.paceline.core.kernel.ScalarAggregateKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Sums and extremes under masks, and how the masks come about. */
public class AggregateKernelsBenchmark extends KernelBenchmark {
  private static final long STRIDE = BatchState.ROWS / Byte.SIZE;

  /** Rows of a few groups, one mask a group; the groups of a batch are those of every other. */
  @State(Scope.Thread)
  public abstract static class GroupState extends TwinState {
    @Param({"1", "4", "8"})
    int groups;

    AggregateKernels kernels;
    MemorySegment codes;
    MemorySegment masks;

    final void fillMasks() {
      kernels = choose(AggregateKernels.INSTANCE, new ScalarAggregateKernels());
      // One group more than there are masks: some rows belong to none.
      codes = Lanes.uniform(scope, ROWS, 1, groups + 1L, 3);
      masks = scope.allocateZeroed(STRIDE * groups);
      match();
      for (int row = 0; row < ROWS; row++) {
        for (int g = 0; g < groups; g++) {
          check(Bitmaps.get(masks, g * STRIDE, row) == (group(row) == g), "mask", row);
        }
      }
    }

    int group(int row) {
      return codes.get(ValueLayout.JAVA_BYTE, row);
    }

    void match() {
      for (int g = 0; g < groups; g++) {
        kernels.match(codes, ROWS, (byte) g, masks, g * STRIDE);
      }
    }
  }

  /** The masks alone. */
  @State(Scope.Thread)
  public static class Groups extends GroupState {
    @Setup
    public void fill() {
      fillMasks();
    }
  }

  /** Encoded whole numbers. */
  @State(Scope.Thread)
  public static class Codes extends GroupState {
    @Param({"1", "2", "4", "8"})
    private int width;

    private MemorySegment lanes;
    private final long[] sums = new long[8];

    @Setup
    public void fill() {
      fillMasks();
      long rows = WorkingSet.CACHE.rows(width);
      walk(rows);
      lanes = Lanes.random(scope, rows, width, 1);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        long[] expected = new long[groups + 1];
        for (int i = 0; i < ROWS; i++) {
          expected[group(i)] += Lanes.get(lanes, width, row + i);
        }
        sum(row);
        for (int g = 0; g < groups; g++) {
          check(sums[g], expected[g], "sum", row);
        }
      }
    }

    long[] sum(long row) {
      kernels.sums(lanes, row * width, width, ROWS, masks, STRIDE, groups, sums);
      return sums;
    }
  }

  /** Doubles. */
  @State(Scope.Thread)
  public static class Doubles extends GroupState {
    private static final double TOLERANCE = 1e-9;

    private MemorySegment lanes;
    private final double[] sums = new double[8];
    private final double[] centers = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

    @Setup
    public void fill() {
      fillMasks();
      long rows = WorkingSet.CACHE.rows(Double.BYTES);
      walk(rows);
      lanes = Lanes.doubles(scope, rows, 1);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        double[] expected = new double[groups + 1];
        for (int i = 0; i < ROWS; i++) {
          expected[group(i)] += lanes.getAtIndex(ValueLayout.JAVA_DOUBLE, row + i);
        }
        sum(row);
        for (int g = 0; g < groups; g++) {
          check(Math.abs(sums[g] - expected[g]) < TOLERANCE * ROWS, "sum", row);
        }
        double[] squares = new double[groups + 1];
        for (int i = 0; i < ROWS; i++) {
          double distance = lanes.getAtIndex(ValueLayout.JAVA_DOUBLE, row + i) - centers[group(i)];
          squares[group(i)] += distance * distance;
        }
        squaredDistances(row);
        for (int g = 0; g < groups; g++) {
          check(Math.abs(sums[g] - squares[g]) < TOLERANCE * ROWS, "squared distances", row);
        }
      }
    }

    double[] sum(long row) {
      kernels.sumDoubles(lanes, row * Double.BYTES, ROWS, masks, STRIDE, groups, sums);
      return sums;
    }

    double[] squaredDistances(long row) {
      kernels.squaredDistances(
          lanes, row * Double.BYTES, ROWS, masks, STRIDE, groups, centers, sums);
      return sums;
    }
  }

  /** Encoded whole numbers of which the least and the greatest are wanted. */
  @State(Scope.Thread)
  public static class Bounds extends TwinState {
    @Param({"1", "2", "4", "8"})
    private int width;

    @Param({"0.5", "1"})
    private double density;

    private AggregateKernels kernels;
    private MemorySegment lanes;
    private MemorySegment mask;
    private final long[] extremes = new long[2];

    @Setup
    public void fill() {
      kernels = choose(AggregateKernels.INSTANCE, new ScalarAggregateKernels());
      long rows = WorkingSet.CACHE.rows(width);
      walk(rows);
      lanes = Lanes.random(scope, rows, width, 1);
      mask = density == 1 ? null : Lanes.bitmap(scope, ROWS, density, 2);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < ROWS; i++) {
          if (mask == null || Bitmaps.get(mask, 0, i)) {
            min = Math.min(min, Lanes.get(lanes, width, row + i));
            max = Math.max(max, Lanes.get(lanes, width, row + i));
          }
        }
        extremes(row);
        check(extremes[0], min, "minimum", row);
        check(extremes[1], max, "maximum", row);
      }
    }

    long[] extremes(long row) {
      kernels.extremes(lanes, row * width, width, ROWS, mask, 0, extremes);
      return extremes;
    }
  }

  /** Codes of two columns that become one. */
  @State(Scope.Thread)
  public static class Pairs extends TwinState {
    private static final int BITS = 2;

    private AggregateKernels kernels;
    private MemorySegment lanes;
    private MemorySegment codes;

    @Setup
    public void fill() {
      kernels = choose(AggregateKernels.INSTANCE, new ScalarAggregateKernels());
      long rows = WorkingSet.CACHE.rows(1);
      walk(rows);
      lanes = Lanes.uniform(scope, rows, 1, 1 << BITS, 1);
      codes = Lanes.uniform(scope, ROWS, 1, 1 << BITS, 2);
      for (long row = 0; row < checkedRows(); row += ROWS) {
        byte[] before = codes.asSlice(0, ROWS).toArray(ValueLayout.JAVA_BYTE);
        append(row);
        for (int i = 0; i < ROWS; i++) {
          byte expected = (byte) ((before[i] << BITS) + Lanes.get(lanes, 1, row + i));
          check(codes.get(ValueLayout.JAVA_BYTE, i), expected, "code", row + i);
        }
      }
    }

    void append(long row) {
      kernels.append(codes, ROWS, BITS, lanes, row);
    }
  }

  @Benchmark
  @BytesRead(lanes = 1)
  public long[] sums(Codes codes) {
    return codes.sum(codes.nextRow());
  }

  @Benchmark
  @BytesRead(bytes = Double.BYTES)
  public double[] sumDoubles(Doubles doubles) {
    return doubles.sum(doubles.nextRow());
  }

  @Benchmark
  @BytesRead(bytes = Double.BYTES)
  public double[] squaredDistances(Doubles doubles) {
    return doubles.squaredDistances(doubles.nextRow());
  }

  @Benchmark
  @BytesRead(lanes = 1)
  public long[] extremes(Bounds bounds) {
    return bounds.extremes(bounds.nextRow());
  }

  /** The masks of all groups. */
  @Benchmark
  public void match(Groups groups) {
    groups.match();
  }

  @Benchmark
  @BytesRead(bytes = 1)
  public void append(Pairs pairs) {
    pairs.append(pairs.nextRow());
  }
}
