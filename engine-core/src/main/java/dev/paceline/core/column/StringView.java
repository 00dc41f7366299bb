package dev.paceline.core.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A byte string packed into a long: where its bytes start in a heap segment, and how many they are.
 * Only static methods; a view is meaningless without its heap.
 *
 * <pre>
 *  63                          24 23              0
 *  +-----------------------------+-----------------+
 *  | offset in the heap (40 bit) | length (24 bit) |
 *  +-----------------------------+-----------------+
 * </pre>
 */
public final class StringView {
  /** Bits of a view that hold the length. */
  public static final int LENGTH_BITS = 24;

  /** The most bytes that one string may have. */
  public static final int MAX_LENGTH = (1 << LENGTH_BITS) - 1;

  private static final ValueLayout.OfLong BIG_ENDIAN_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN);

  private StringView() {}

  public static long of(long offset, int length) {
    return offset << LENGTH_BITS | length;
  }

  public static long offset(long view) {
    return view >>> LENGTH_BITS;
  }

  public static int length(long view) {
    return (int) view & MAX_LENGTH;
  }

  /** A copy of the bytes. */
  public static byte[] bytes(MemorySegment heap, long view) {
    byte[] bytes = new byte[length(view)];
    MemorySegment.copy(heap, ValueLayout.JAVA_BYTE, offset(view), bytes, 0, bytes.length);
    return bytes;
  }

  /** Whether two strings have the same bytes. */
  public static boolean equal(
      MemorySegment leftHeap, long left, MemorySegment rightHeap, long right) {
    int length = length(left);
    return length == length(right)
        && MemorySegment.mismatch(
                leftHeap,
                offset(left),
                offset(left) + length,
                rightHeap,
                offset(right),
                offset(right) + length)
            < 0;
  }

  /**
   * The first bytes of a string, the first one highest, and zeros behind its end: of two strings
   * the less has no greater prefix, by unsigned numbers.
   */
  public static long prefix(MemorySegment heap, long view) {
    long offset = offset(view);
    int length = length(view);
    if (length >= Long.BYTES) {
      return heap.get(BIG_ENDIAN_LONG, offset);
    }
    long prefix = 0;
    for (int i = 0; i < length; i++) {
      prefix |= (heap.get(ValueLayout.JAVA_BYTE, offset + i) & 0xffL) << (56 - 8 * i);
    }
    return prefix;
  }

  /** Compares by unsigned bytes, which for UTF-8 is the order of code points; a prefix is less. */
  public static int compare(
      MemorySegment leftHeap, long left, MemorySegment rightHeap, long right) {
    long leftOffset = offset(left);
    long rightOffset = offset(right);
    int leftLength = length(left);
    int rightLength = length(right);
    int common = Math.min(leftLength, rightLength);
    int i = 0;
    for (; i + 8 <= common; i += 8) {
      long a = leftHeap.get(BIG_ENDIAN_LONG, leftOffset + i);
      long b = rightHeap.get(BIG_ENDIAN_LONG, rightOffset + i);
      if (a != b) {
        return Long.compareUnsigned(a, b);
      }
    }
    for (; i < common; i++) {
      int difference =
          (leftHeap.get(ValueLayout.JAVA_BYTE, leftOffset + i) & 0xff)
              - (rightHeap.get(ValueLayout.JAVA_BYTE, rightOffset + i) & 0xff);
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(leftLength, rightLength);
  }
}
