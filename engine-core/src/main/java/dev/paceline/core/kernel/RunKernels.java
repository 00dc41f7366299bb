package dev.paceline.core.kernel;

import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;

/**
 * Runs of equal codes in sorted rows, and sums over them. The last row of each run, 32 bits at its
 * number, tells all: runs count from 1, and run 0 ends at row -1. Only native segments with the
 * usual padding, and at most 2,048 rows.
 */
public abstract class RunKernels {
  private static final KernelTier<RunKernels> TIER =
      new KernelTier<>(RunKernels.class, "SimdRunKernels", new ScalarRunKernels());

  /** Returns the kernels that serve now. */
  public static RunKernels current() {
    return TIER.current();
  }

  /** Returns the SIMD kernels, or the scalar ones where SIMD is off. */
  public static RunKernels fastest() {
    return TIER.fastest();
  }

  /**
   * Finds the runs.
   *
   * @param width bytes a code: 1, 2, 4 or 8
   * @param rows at least 1
   * @param lastRows gets a number a run, from 0 on
   * @return the number of runs
   */
  public abstract int find(
      MemorySegment codes, long offset, int width, int rows, MemorySegment lastRows);

  /**
   * Adds the values of each run to its state of 8 bytes: the difference of two of the sums of all
   * rows so far, so that it does not matter how long runs are. Sums are modulo 2⁶⁴.
   *
   * @param width bytes a code: 1, 2 or 4 (unsigned), or 8
   * @param base value = base + multiplier × code
   * @param sums scratch for a long a row
   */
  public abstract void add(
      MemorySegment codes,
      long offset,
      int width,
      long base,
      long multiplier,
      int rows,
      MemorySegment lastRows,
      int runs,
      MemorySegment sums,
      MemorySegment state);

  /** Adds the number of rows of each run to its state of 4 bytes. */
  public abstract void count(MemorySegment lastRows, int runs, MemorySegment state);

  /** Gives each row the number of its run. */
  public abstract void number(MemorySegment lastRows, int runs, MemorySegment ids);
}
