package dev.paceline.core.kernel.bounds;

import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;

/** Finds the smallest and the largest value of signed lanes in one pass. */
public abstract class BoundsKernels {
  private static final KernelTier<BoundsKernels> TIER =
      new KernelTier<>(BoundsKernels.class, "SimdBoundsKernels", new ScalarBoundsKernels());

  /** Returns the kernels that serve now. */
  public static BoundsKernels current() {
    return TIER.current();
  }

  /** Returns bounds that include no value: the smallest value is the first one. */
  public static long[] none() {
    return new long[] {Long.MAX_VALUE, Long.MIN_VALUE};
  }

  /**
   * Extends bounds by lanes of 8 bytes.
   *
   * @param lanes native memory
   * @param offset in bytes, a multiple of 8
   * @param bounds see {@link #none}
   */
  public abstract void includeLongs(MemorySegment lanes, long offset, int count, long[] bounds);

  /**
   * Extends bounds by lanes of 4 bytes.
   *
   * @param offset in bytes, a multiple of 4
   */
  public abstract void includeInts(MemorySegment lanes, long offset, int count, long[] bounds);
}
