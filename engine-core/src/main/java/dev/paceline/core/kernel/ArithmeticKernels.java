package dev.paceline.core.kernel;

import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;

/**
 * Element-wise arithmetic on 64-bit lanes. Sources may be unaligned; the target is aligned, starts
 * at its first byte, and may be one of the sources. Nothing is written behind the last row.
 */
public abstract class ArithmeticKernels {
  private static final KernelTier<ArithmeticKernels> TIER =
      new KernelTier<>(
          ArithmeticKernels.class, "SimdArithmeticKernels", new ScalarArithmeticKernels());

  /** Returns the kernels that serve now. */
  public static ArithmeticKernels current() {
    return TIER.current();
  }

  /** Returns the SIMD kernels, or the scalar ones where SIMD is off. */
  public static ArithmeticKernels fastest() {
    return TIER.fastest();
  }

  /** Modulo 2⁶⁴. */
  public abstract void addLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /** Modulo 2⁶⁴. */
  public abstract void subtractLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /** Modulo 2⁶⁴. */
  public abstract void multiplyLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /**
   * Products of affine codes, modulo 2⁶⁴: (leftBase + leftMultiplier × left[i]) × (rightBase +
   * rightMultiplier × right[i]).
   *
   * @param leftWidth bytes of a lane: 1, 2, 4 (unsigned) or 8
   * @param rightWidth likewise
   * @param unsignedInts whether all factors lie in [0, 2³²), NULL rows aside; their products are
   *     cheaper
   */
  public abstract void multiplyCodes(
      MemorySegment left,
      long leftOffset,
      int leftWidth,
      long leftBase,
      long leftMultiplier,
      MemorySegment right,
      long rightOffset,
      int rightWidth,
      long rightBase,
      long rightMultiplier,
      boolean unsignedInts,
      int count,
      MemorySegment target);

  /** Adds modulo 2⁶⁴ and tells whether some row overflowed. */
  public abstract boolean addLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /** Subtracts modulo 2⁶⁴ and tells whether some row overflowed. */
  public abstract boolean subtractLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /** Multiplies modulo 2⁶⁴ and tells whether some row overflowed. */
  public abstract boolean multiplyLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /** Whether some lane is less than {@code low} or greater than {@code high}. */
  public abstract boolean anyOutside(
      MemorySegment longs, long offset, int count, long low, long high);

  public abstract void addDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  public abstract void subtractDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  public abstract void multiplyDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /** Divides and tells whether some divisor was zero. */
  public abstract boolean divideDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target);

  /**
   * Copies the 64-bit lanes of {@code source} whose bit in {@code mask} is set into {@code target},
   * and leaves the others.
   *
   * @param mask whole words from byte 0 on
   */
  public abstract void blendLongs(
      MemorySegment mask, MemorySegment source, long sourceOffset, int count, MemorySegment target);

  /** Sets the 64-bit lanes whose bit in {@code mask} is set to one value. */
  public abstract void blendLong(MemorySegment mask, long value, int count, MemorySegment target);

  /** Sets the bytes whose bit in {@code mask} is set to one value. */
  public abstract void blendByte(MemorySegment mask, byte value, int count, MemorySegment target);
}
