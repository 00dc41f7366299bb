package dev.paceline.core.kernel;

import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;

/**
 * Comparisons of encoded lanes with one range, straight into a bitmap. All methods clear the bits
 * of rows outside the range and set none; bits behind the last row become undefined. Lanes start at
 * any byte offset; lanes are read up to 64 bytes behind the last one.
 */
public abstract class CompareKernels {
  private static final KernelTier<CompareKernels> TIER =
      new KernelTier<>(CompareKernels.class, "SimdCompareKernels", new ScalarCompareKernels());

  /** Returns the kernels that serve now. */
  public static CompareKernels current() {
    return TIER.current();
  }

  /** Returns the SIMD kernels, or the scalar ones where SIMD is off. */
  public static CompareKernels fastest() {
    return TIER.fastest();
  }

  /** Unsigned bytes in [low, high]. */
  public abstract void narrowBytes(
      MemorySegment lanes, long offset, int rows, int low, int high, MemorySegment bitmap);

  /** Unsigned 16-bit lanes in [low, high]. */
  public abstract void narrowShorts(
      MemorySegment lanes, long offset, int rows, int low, int high, MemorySegment bitmap);

  /** Unsigned 32-bit lanes in [low, high]. */
  public abstract void narrowInts(
      MemorySegment lanes, long offset, int rows, long low, long high, MemorySegment bitmap);

  /** Signed 64-bit lanes in [low, high]. */
  public abstract void narrowLongs(
      MemorySegment lanes, long offset, int rows, long low, long high, MemorySegment bitmap);

  /**
   * Doubles in [low, high], compared as IEEE does, so that -0.0 equals 0.0.
   *
   * @param nanMatches whether NaN rows stay
   */
  public abstract void narrowDoubles(
      MemorySegment lanes,
      long offset,
      int rows,
      double low,
      double high,
      boolean nanMatches,
      MemorySegment bitmap);

  /**
   * Unsigned codes of 1, 2 or 4 bytes, or signed values of 8, in [low, high].
   *
   * @param width bytes a lane
   */
  public final void narrow(
      MemorySegment lanes,
      long offset,
      int width,
      int rows,
      long low,
      long high,
      MemorySegment bitmap) {
    switch (width) {
      case 1 -> narrowBytes(lanes, offset, rows, (int) low, (int) high, bitmap);
      case 2 -> narrowShorts(lanes, offset, rows, (int) low, (int) high, bitmap);
      case 4 -> narrowInts(lanes, offset, rows, low, high, bitmap);
      case 8 -> narrowLongs(lanes, offset, rows, low, high, bitmap);
      default -> throw new IllegalArgumentException("width " + width);
    }
  }
}
