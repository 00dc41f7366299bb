package dev.paceline.core.kernel.code;

import dev.paceline.core.kernel.tier.KernelTier;

/**
 * Unpacks codes whose bits follow each other, the lowest bit of the first code in the lowest bit of
 * the first byte, as the RLE encoding of Parquet packs them.
 */
public abstract class CodeKernels {
  /** Bytes that may be read behind the packed ones. */
  public static final int SPARE_BYTES = 64;

  /** The most bits of a code. */
  public static final int MOST_BITS = 32;

  private static final KernelTier<CodeKernels> TIER =
      new KernelTier<>(CodeKernels.class, "SimdCodeKernels", new ScalarCodeKernels());

  /** Returns the kernels that serve now. */
  public static CodeKernels current() {
    return TIER.current();
  }

  /**
   * Unpacks codes.
   *
   * @param packed has {@link #SPARE_BYTES} behind the last code
   * @param firstBit of the first code
   * @param bits of a code, 0 to {@link #MOST_BITS}
   * @param target gets the codes from {@code offset} on
   */
  public abstract void unpack(
      byte[] packed, int firstBit, int bits, int[] target, int offset, int count);
}
