package dev.paceline.core.kernel;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;

/**
 * Turns affine codes into 64-bit values, and gathers lanes. Source and target never overlap; only
 * native segments with the usual 64 bytes of padding.
 */
public abstract class DecodeKernels {
  private static final KernelTier<DecodeKernels> TIER =
      new KernelTier<>(DecodeKernels.class, "SimdDecodeKernels", new ScalarDecodeKernels());

  /** Returns the kernels that serve now. */
  public static DecodeKernels current() {
    return TIER.current();
  }

  /** Returns the SIMD kernels, or the scalar ones where SIMD is off. */
  public static DecodeKernels fastest() {
    return TIER.fastest();
  }

  /**
   * target[i] = base + multiplier × source[i], modulo 2⁶⁴.
   *
   * @param width bytes of a source lane: 1, 2 or 4 (unsigned) or 8
   * @param target longs, aligned
   */
  public abstract void widen(
      MemorySegment source,
      long sourceOffset,
      int width,
      long base,
      long multiplier,
      int count,
      MemorySegment target,
      long targetOffset);

  /**
   * target[i] = source[positions[i]], lanes of the same width.
   *
   * @param width bytes of a lane: 1, 2, 4, 8 or 16
   * @param positions 32-bit lane numbers
   */
  public abstract void gather(
      MemorySegment source,
      long sourceOffset,
      int width,
      MemorySegment positions,
      int count,
      MemorySegment target,
      long targetOffset);

  /**
   * target bit i = source bit positions[i]; whole words are written.
   *
   * @param sourceOffset bytes
   */
  public abstract void gatherBits(
      MemorySegment source,
      long sourceOffset,
      MemorySegment positions,
      int count,
      MemorySegment target,
      long targetOffset);

  /** {@link #widen} of a FLAT INTEGRAL vector of at most 8 bytes a lane. */
  public final void widen(ColumnVector source, int count, MemorySegment target) {
    widen(
        source.data(),
        source.offset(),
        source.width(),
        source.base(),
        source.multiplier(),
        count,
        target,
        0);
  }
}
