package dev.paceline.core.kernel;

import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;

/**
 * Copies of selected lanes, densely and in order, straight from a bitmap; for selections that are
 * not sparse (else {@link DecodeKernels#gather}). Sources start at any byte offset. Lanes are read,
 * and targets are written, up to 64 bytes behind the last one.
 */
public abstract class CompressKernels {
  private static final KernelTier<CompressKernels> TIER =
      new KernelTier<>(CompressKernels.class, "SimdCompressKernels", new ScalarCompressKernels());

  /** Returns the kernels that serve now. */
  public static CompressKernels current() {
    return TIER.current();
  }

  /** Returns the SIMD kernels, or the scalar ones where SIMD is off. */
  public static CompressKernels fastest() {
    return TIER.fastest();
  }

  /**
   * Copies the lanes of selected rows.
   *
   * @param width 1, 2, 4, 8 or 16 bytes a lane
   * @param selection bit i is row i, which starts at {@code offset + i × width}; bits behind the
   *     last row are ignored
   * @return the number of lanes copied
   */
  public abstract int compress(
      MemorySegment source,
      long offset,
      int width,
      MemorySegment selection,
      int rows,
      MemorySegment target);
}
