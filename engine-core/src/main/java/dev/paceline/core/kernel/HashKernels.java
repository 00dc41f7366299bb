package dev.paceline.core.kernel;

import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * 64-bit hashes, good in the high and in the low bits. They are not stable across versions: never
 * store them. Only native segments.
 */
public final class HashKernels {
  /** The digest of NULL. */
  public static final long NULL_DIGEST = 0x5851F42D4C957F2DL;

  private static final long FIRST = 0x9E3779B97F4A7C15L;
  private static final long SECOND = 0xC2B2AE3D27D4EB4FL;
  private static final long THIRD = 0xA0761D6478BD642FL;

  private HashKernels() {}

  /** A bijection whose every output bit depends on every input bit. */
  public static long mix(long value) {
    long h = (value ^ value >>> 32) * FIRST;
    h = (h ^ h >>> 29) * SECOND;
    return h ^ h >>> 32;
  }

  /** Adds one more column's digest to a row's hash. */
  public static long combine(long hash, long digest) {
    return mix(hash * SECOND + digest);
  }

  /** Returns the digest of an INTEGRAL value, which does not depend on the width of its lane. */
  public static long digest128(long high, long low) {
    return high == low >> 63 ? low : low ^ mix(high);
  }

  /** Returns the digest of a double: both zeros have the same one, and so have all NaNs. */
  public static long digestDouble(double value) {
    return Double.doubleToLongBits(value + 0.0);
  }

  /** Hashes the bytes of a string. */
  public static long digestBytes(MemorySegment heap, long view) {
    return digestBytes(heap, StringView.offset(view), StringView.length(view));
  }

  /**
   * {@link #digestBytes(MemorySegment, long)} for bytes that have no view. Pairs of words are
   * multiplied to 128 bits, after wyhash (Wang Yi, 2019): up to 32 bytes without a loop, whose end
   * would be mispredicted, and without a multiplication that waits for another one.
   */
  public static long digestBytes(MemorySegment heap, long offset, long length) {
    long h = length * FIRST;
    if (length > 16) {
      long last = offset + length - 16;
      if (length > 32) {
        for (long at = offset + 16; at < last; at += 16) {
          h = fold(word(heap, at) ^ h, word(heap, at + 8) ^ SECOND);
        }
      }
      return fold(word(heap, offset) ^ FIRST, word(heap, offset + 8) ^ SECOND)
          ^ fold(word(heap, last) ^ THIRD, word(heap, last + 8) ^ h);
    }
    if (length >= 8) {
      return fold(word(heap, offset) ^ FIRST, word(heap, offset + length - 8) ^ h ^ SECOND);
    }
    if (length >= 4) {
      long head = heap.get(ValueLayout.JAVA_INT_UNALIGNED, offset);
      long tail = heap.get(ValueLayout.JAVA_INT_UNALIGNED, offset + length - 4);
      return mix(h ^ (head << 32 | tail & 0xffff_ffffL));
    }
    long bytes = 0;
    for (int i = 0; i < length; i++) {
      bytes = bytes << 8 | heap.get(ValueLayout.JAVA_BYTE, offset + i) & 0xff;
    }
    return mix(h ^ bytes);
  }

  private static long word(MemorySegment heap, long at) {
    return heap.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
  }

  /** The halves of a product of 128 bits, one on the other. */
  private static long fold(long left, long right) {
    return Math.unsignedMultiplyHigh(left, right) ^ left * right;
  }

  /** hashes[i] = mix(digests[i]). */
  public static void hash(MemorySegment digests, int count, MemorySegment hashes) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      hashes.set(ValueLayout.JAVA_LONG, at, mix(digests.get(ValueLayout.JAVA_LONG, at)));
    }
  }

  /** hashes[i] = combine(hashes[i], digests[i]). */
  public static void combine(MemorySegment digests, int count, MemorySegment hashes) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      long hash = hashes.get(ValueLayout.JAVA_LONG, at);
      hashes.set(ValueLayout.JAVA_LONG, at, combine(hash, digests.get(ValueLayout.JAVA_LONG, at)));
    }
  }
}
