package dev.paceline.core.kernel;

import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;

/**
 * Comparisons of lanes that give bitmaps. All bits of the words that the rows touch are written,
 * those behind the last row undefined. Sources may be unaligned, but have the usual padding; the
 * target's words start at its first byte.
 */
public abstract class RelationKernels {
  private static final KernelTier<RelationKernels> TIER =
      new KernelTier<>(RelationKernels.class, "SimdRelationKernels", new ScalarRelationKernels());

  /** Returns the kernels that serve now. */
  public static RelationKernels current() {
    return TIER.current();
  }

  /** Returns the SIMD kernels, or the scalar ones where SIMD is off. */
  public static RelationKernels fastest() {
    return TIER.fastest();
  }

  /** left[i] = right[i], signed 64-bit lanes. */
  public abstract void equalLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /** left[i] &lt; right[i], signed 64-bit lanes. */
  public abstract void lessLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /** left[i] = right[i] in SQL's order of doubles: NaN equals NaN. */
  public abstract void equalDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /** left[i] &lt; right[i] in SQL's order of doubles: NaN is the largest. */
  public abstract void lessDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /**
   * low ≤ source[i] ≤ high.
   *
   * @param width bytes of a lane: 1, 2, 4 (unsigned) or 8 (signed)
   * @param low in the domain of the lanes, and at most {@code high}
   */
  public abstract void inRange(
      MemorySegment source,
      long offset,
      int width,
      long low,
      long high,
      int count,
      MemorySegment target);
}
