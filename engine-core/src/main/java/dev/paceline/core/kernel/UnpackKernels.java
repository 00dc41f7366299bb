package dev.paceline.core.kernel;

import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;

/**
 * Unpacking of lanes whose low bits alone were stored. Lanes stand in rows of {@value #ROW_BYTES}
 * bytes, and the lanes below each other are packed with each other: a row of packed words holds, at
 * each lane's place, the bits of that lane of several rows, first row lowest. So any width unpacks
 * with shifts and masks of whole rows (after FastLanes, Afroozeh and Boncz, VLDB 2023, §3).
 *
 * <p>All offsets are multiples of 8, and apart by a multiple of {@value #ROW_BYTES}. Source and
 * target may overlap if the source is behind the target by a row more than the rows are longer than
 * their words.
 */
public abstract class UnpackKernels {
  private static final KernelTier<UnpackKernels> TIER =
      new KernelTier<>(UnpackKernels.class, "SimdUnpackKernels", new ScalarUnpackKernels());

  /** Returns the kernels that serve now. */
  public static UnpackKernels current() {
    return TIER.current();
  }

  /** Returns the SIMD kernels, or the scalar ones where SIMD is off. */
  public static UnpackKernels fastest() {
    return TIER.fastest();
  }

  /** Bytes of a row of lanes, and of a row of packed words. */
  public static final int ROW_BYTES = 64;

  /** Bytes of packed rows. */
  public static int packedBytes(int rows, int width, int bits) {
    return Math.ceilDiv(rows * bits, Byte.SIZE * width) * ROW_BYTES;
  }

  /**
   * Writes rows of lanes: each is the packed number, plus a base, plus, if so wanted, the lane
   * above it. Lanes narrower than 8 bytes must not overflow.
   *
   * @param width 1, 2, 4 or 8 bytes a lane
   * @param bits that are packed of each lane, 0 to 8 × width
   * @param sums whether the lane above is added, for the first row that before {@code to}
   */
  public abstract void unpack(
      MemorySegment source,
      long from,
      int rows,
      int width,
      int bits,
      long base,
      boolean sums,
      MemorySegment target,
      long to);

  /** A number in each lane of a long. */
  protected static long inLanes(long number, int width) {
    return switch (width) {
      case 1 -> number * 0x0101_0101_0101_0101L;
      case 2 -> number * 0x0001_0001_0001_0001L;
      case 4 -> number * 0x0000_0001_0000_0001L;
      default -> number;
    };
  }

  /** The lowest bits of each lane of a long. */
  protected static long mask(int bits, int width) {
    return bits == 0 ? 0 : inLanes(-1L >>> (Long.SIZE - bits), width);
  }
}
