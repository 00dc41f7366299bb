package dev.paceline.benchmarks.kernel;

import dev.paceline.core.kernel.ScalarUnpackKernels;
import dev.paceline.core.kernel.UnpackKernels;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Lanes of all bits from packed ones, as blocks are read. */
public class UnpackKernelsBenchmark extends KernelBenchmark {
  /** Packed rows, and where they are unpacked to; each lane has 5 of 8 bits. */
  @State(Scope.Thread)
  public static class Packed extends TwinState {
    @Param({"1", "2", "4", "8"})
    private int width;

    @Param({"false", "true"})
    private boolean sums;

    private UnpackKernels kernels;
    private MemorySegment packed;
    private MemorySegment target;
    private int wordRows;
    private int laneRows;

    @Setup
    public void fill() {
      kernels = choose(UnpackKernels.INSTANCE, new ScalarUnpackKernels());
      walk(WorkingSet.CACHE.rows(width));
      laneRows = ROWS * width / UnpackKernels.ROW_BYTES;
      wordRows = UnpackKernels.packedBytes(laneRows, width, bits()) / UnpackKernels.ROW_BYTES;
      packed =
          Lanes.random(scope, WorkingSet.CACHE.rows(width) / ROWS * wordRows * 8, Long.BYTES, 1);
      target = scope.allocateZeroed(UnpackKernels.ROW_BYTES + (long) ROWS * width);
      unpack(0);
      long mask = (1L << bits()) - 1;
      for (int lane = 0; lane < UnpackKernels.ROW_BYTES / width; lane++) {
        long first = Lanes.get(target, width, lane + UnpackKernels.ROW_BYTES / width);
        check(first, (Lanes.get(packed, width, lane) & mask) + 1, "lane", lane);
      }
    }

    private int bits() {
      return 5 * width;
    }

    int unpack(long row) {
      long from = row / ROWS * wordRows * UnpackKernels.ROW_BYTES;
      kernels.unpack(
          packed, from, laneRows, width, bits(), 1, sums, target, UnpackKernels.ROW_BYTES);
      return laneRows;
    }
  }

  @Benchmark
  public int unpack(Packed packed) {
    return packed.unpack(packed.nextRow());
  }
}
