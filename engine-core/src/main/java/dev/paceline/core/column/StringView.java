package dev.paceline.core.column;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

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
      JAVA_LONG_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN);

  /** Bytes behind a copy that {@link #copyWithSlack} may overwrite. */
  public static final int SLACK = 48;

  /** Longer strings are left to the library, whose calls then cost less than its vectors save. */
  private static final int MOST_WORDS_BYTES = 64;

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
    MemorySegment.copy(heap, JAVA_BYTE, offset(view), bytes, 0, bytes.length);
    return bytes;
  }

  /**
   * Copies the bytes of a string, which is short most of the time: words are copied without a call
   * and without a loop for the rest, because the last word may overlap the one before.
   *
   * @param to another place than where the bytes are, with room for them
   */
  public static void copy(MemorySegment heap, long view, MemorySegment to, long at) {
    copy(heap, offset(view), to, at, length(view));
  }

  /** {@link #copy(MemorySegment, long, MemorySegment, long)} for bytes that have no view. */
  public static void copy(MemorySegment from, long offset, MemorySegment to, long at, int length) {
    if (length > MOST_WORDS_BYTES) {
      MemorySegment.copy(from, offset, to, at, length);
    } else if (length >= Long.BYTES) {
      int last = length - Long.BYTES;
      for (int i = 0; i < last; i += Long.BYTES) {
        to.set(JAVA_LONG_UNALIGNED, at + i, from.get(JAVA_LONG_UNALIGNED, offset + i));
      }
      to.set(JAVA_LONG_UNALIGNED, at + last, from.get(JAVA_LONG_UNALIGNED, offset + last));
    } else if (length >= Integer.BYTES) {
      int last = length - Integer.BYTES;
      int head = from.get(JAVA_INT_UNALIGNED, offset);
      to.set(JAVA_INT_UNALIGNED, at + last, from.get(JAVA_INT_UNALIGNED, offset + last));
      to.set(JAVA_INT_UNALIGNED, at, head);
    } else {
      for (int i = 0; i < length; i++) {
        to.set(JAVA_BYTE, at + i, from.get(JAVA_BYTE, offset + i));
      }
    }
  }

  /**
   * Copies the bytes of a string, and may overwrite up to {@link #SLACK} bytes behind the copy. It
   * copies a fixed number of words for most strings, because a branch on the length of each string
   * would be mispredicted.
   *
   * @param to a place with room for the bytes and {@link #SLACK} more
   */
  public static void copyWithSlack(
      MemorySegment from, long offset, MemorySegment to, long at, int length) {
    if (length > SLACK || offset + SLACK > from.byteSize()) {
      copy(from, offset, to, at, length);
      return;
    }
    to.set(JAVA_LONG_UNALIGNED, at, from.get(JAVA_LONG_UNALIGNED, offset));
    if (length > Long.BYTES) {
      for (int i = Long.BYTES; i < SLACK; i += Long.BYTES) {
        to.set(JAVA_LONG_UNALIGNED, at + i, from.get(JAVA_LONG_UNALIGNED, offset + i));
      }
    }
  }

  /** Whether two strings have the same bytes. */
  public static boolean equal(
      MemorySegment leftHeap, long left, MemorySegment rightHeap, long right) {
    int length = length(left);
    return length == length(right)
        && equal(leftHeap, offset(left), rightHeap, offset(right), length);
  }

  /** {@link #equal(MemorySegment, long, MemorySegment, long)} for bytes that have no view. */
  public static boolean equal(
      MemorySegment leftHeap, long leftAt, MemorySegment rightHeap, long rightAt, long length) {
    if (length > MOST_WORDS_BYTES) {
      return MemorySegment.mismatch(
              leftHeap, leftAt, leftAt + length, rightHeap, rightAt, rightAt + length)
          < 0;
    }
    if (length >= Long.BYTES) {
      int last = (int) length - Long.BYTES;
      for (int i = 0; i < last; i += Long.BYTES) {
        if (leftHeap.get(JAVA_LONG_UNALIGNED, leftAt + i)
            != rightHeap.get(JAVA_LONG_UNALIGNED, rightAt + i)) {
          return false;
        }
      }
      return leftHeap.get(JAVA_LONG_UNALIGNED, leftAt + last)
          == rightHeap.get(JAVA_LONG_UNALIGNED, rightAt + last);
    }
    if (length >= Integer.BYTES) {
      int last = (int) length - Integer.BYTES;
      return leftHeap.get(JAVA_INT_UNALIGNED, leftAt) == rightHeap.get(JAVA_INT_UNALIGNED, rightAt)
          && leftHeap.get(JAVA_INT_UNALIGNED, leftAt + last)
              == rightHeap.get(JAVA_INT_UNALIGNED, rightAt + last);
    }
    for (int i = 0; i < length; i++) {
      if (leftHeap.get(JAVA_BYTE, leftAt + i) != rightHeap.get(JAVA_BYTE, rightAt + i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The first bytes of a string, the first one highest, and zeros behind its end: of two strings
   * the less has no greater prefix, by unsigned numbers.
   */
  public static long prefix(MemorySegment heap, long view) {
    return prefix(heap, view, 0);
  }

  /**
   * Returns eight bytes of a string from a position on, in the form of {@link
   * #prefix(MemorySegment, long)}. It does not branch on the length, because such a branch would be
   * mispredicted.
   *
   * @param skip the position of the first byte; it may lie behind the end of the string
   */
  public static long prefix(MemorySegment heap, long view, int skip) {
    long at = offset(view) + skip;
    int length = Math.clamp((long) length(view) - skip, 0, Long.BYTES);
    if (at + Long.BYTES <= heap.byteSize()) {
      int half = Long.BYTES / 2 * length; // a shift by all 64 bits at once would be one by none
      return heap.get(BIG_ENDIAN_LONG, at) & ~(-1L >>> half >>> half);
    }
    long prefix = 0;
    for (int i = 0; i < length; i++) {
      prefix |= (heap.get(JAVA_BYTE, at + i) & 0xffL) << (56 - 8 * i);
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
          (leftHeap.get(JAVA_BYTE, leftOffset + i) & 0xff)
              - (rightHeap.get(JAVA_BYTE, rightOffset + i) & 0xff);
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(leftLength, rightLength);
  }
}
