package dev.paceline.core.kernel;

import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Sums and extremes of masked batches, on lanes as they are: 1, 2 or 4 unsigned bytes or 8 signed.
 * A few groups of rows are a few masks, so that one pass over a column serves all of them.
 *
 * <p>A mask is a bitmap (bit set = the row counts) that starts at offset 0 and whose bits behind
 * the last row are zero. Data and codes have the usual 64 bytes of padding. Only native segments.
 */
public abstract class AggregateKernels {
  private static final KernelTier<AggregateKernels> TIER =
      new KernelTier<>(
          AggregateKernels.class, "SimdAggregateKernels", new ScalarAggregateKernels());

  /** Returns the kernels that serve now. */
  public static AggregateKernels current() {
    return TIER.current();
  }

  /** Returns the SIMD kernels, or the scalar ones where SIMD is off. */
  public static AggregateKernels fastest() {
    return TIER.fastest();
  }

  /**
   * sums[g] = sum of the lanes that mask g selects, modulo 2⁶⁴.
   *
   * @param masks mask g starts at byte g × stride
   */
  public abstract void sums(
      MemorySegment data,
      long offset,
      int width,
      int rows,
      MemorySegment masks,
      long stride,
      int groups,
      long[] sums);

  /** sums[g] = sum of the doubles that mask g selects, in no particular order. */
  public abstract void sumDoubles(
      MemorySegment data,
      long offset,
      int rows,
      MemorySegment masks,
      long stride,
      int groups,
      double[] sums);

  /**
   * sums[g] = sum of (value - centers[g])² over the doubles that mask g selects, in no particular
   * order.
   */
  public abstract void squaredDistances(
      MemorySegment data,
      long offset,
      int rows,
      MemorySegment masks,
      long stride,
      int groups,
      double[] centers,
      double[] sums);

  /**
   * The smallest and the largest lane that count; {MAX_VALUE, MIN_VALUE} if none does.
   *
   * @param mask null for all rows
   * @param maskOffset bytes, a multiple of 8
   */
  public abstract void extremes(
      MemorySegment data,
      long offset,
      int width,
      int rows,
      @Nullable MemorySegment mask,
      long maskOffset,
      long[] result);

  /** mask = rows whose code byte equals {@code code}. */
  public abstract void match(
      MemorySegment codes, int rows, byte code, MemorySegment mask, long maskOffset);

  /**
   * codes = codes × 2^bits + lane, for 1-byte lanes.
   *
   * @param bits 0 to 7
   */
  public abstract void append(
      MemorySegment codes, int rows, int bits, MemorySegment data, long offset);
}
