package dev.paceline.core.kernel;

import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;

/**
 * Functions of one double a row, and conversions to doubles. Sources may be unaligned; the target
 * is aligned, starts at its first byte, and may be the source. Nothing is written behind the last
 * row. Twins give the same bits.
 */
public abstract class DoubleKernels {
  /** Conversions are exact for whole numbers up to this magnitude. */
  public static final long MAX_EXACT = 1L << 51;

  private static final KernelTier<DoubleKernels> TIER =
      new KernelTier<>(DoubleKernels.class, "SimdDoubleKernels", new ScalarDoubleKernels());

  /** Returns the kernels that serve now. */
  public static DoubleKernels current() {
    return TIER.current();
  }

  /** Returns the SIMD kernels, or the scalar ones where SIMD is off. */
  public static DoubleKernels fastest() {
    return TIER.fastest();
  }

  /**
   * target[i] = source[i] / divisor, rounded once where the divisor is a power of ten up to 10²².
   *
   * @param source 64-bit whole numbers of at most {@link #MAX_EXACT}; others give any result
   */
  public abstract void fromLongs(
      MemorySegment source, long offset, int count, double divisor, MemorySegment target);

  /** Square roots. Tells whether some value is negative. */
  public abstract boolean squareRoots(
      MemorySegment source, long offset, int count, MemorySegment target);

  /**
   * Natural logarithms with an error of less than 1 ulp. Tells whether some value is zero or
   * negative; the results of these are undefined.
   */
  public abstract boolean naturalLogarithms(
      MemorySegment source, long offset, int count, MemorySegment target);
}
