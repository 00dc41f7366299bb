package dev.paceline.core.kernel;

import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;

/** Searches in byte strings. */
public abstract class StringKernels {
  private static final KernelTier<StringKernels> TIER =
      new KernelTier<>(StringKernels.class, "SimdStringKernels", new ScalarStringKernels());

  /** Returns the kernels that serve now. */
  public static StringKernels current() {
    return TIER.current();
  }

  /** Returns the SIMD kernels, or the scalar ones where SIMD is off. */
  public static StringKernels fastest() {
    return TIER.fastest();
  }

  /**
   * Returns the first position of a needle in bytes [from, to) of a heap; -1 if it does not occur.
   *
   * @param needle one byte or more
   * @return its offset in the heap
   */
  public abstract long indexOf(MemorySegment heap, long from, long to, byte[] needle);

  /** Bytes that {@link #mark} looks for at once: their number is a multiple of it. */
  public static final int MARKED_AT_ONCE = 4;

  /**
   * Marks the bytes [from, from + length) of a heap that are one of some: bit i of the words stands
   * for byte from + i.
   *
   * @param wanted filled up to a multiple of {@link #MARKED_AT_ONCE} by repetition
   * @param bits gets a word for every 64 bytes; bits behind the last byte are clear
   */
  public abstract void mark(MemorySegment heap, long from, int length, byte[] wanted, long[] bits);

  /**
   * Copies ASCII bytes and changes the case of some letters.
   *
   * @param first the first of 26 letters whose case is changed: {@code a} or {@code A}
   * @param to another place than the bytes are in
   * @return false if some bytes are not ASCII; the target's contents are then undefined
   */
  public abstract boolean changeCase(
      MemorySegment heap, long from, int length, byte first, MemorySegment target, long to);

  /**
   * Returns whether all bytes [from, from + length) of a heap are ASCII, so that each of them is a
   * character.
   */
  public abstract boolean isAscii(MemorySegment heap, long from, int length);
}
