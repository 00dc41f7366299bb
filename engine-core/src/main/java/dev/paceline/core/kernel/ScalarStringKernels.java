package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The plain loops. */
public class ScalarStringKernels extends StringKernels {
  /** The bit in which an upper-case letter of ASCII differs from its lower-case one. */
  protected static final byte CASE_BIT = 0x20;

  private static final long LOW_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  @Override
  public long indexOf(MemorySegment heap, long from, long to, byte[] needle) {
    byte first = needle[0];
    long last = to - needle.length;
    for (long at = from; at <= last; at++) {
      if (heap.get(JAVA_BYTE, at) == first && matches(heap, at, needle)) {
        return at;
      }
    }
    return -1;
  }

  @Override
  public void mark(MemorySegment heap, long from, int length, byte[] wanted, long[] bits) {
    mark(heap, from, 0, length, wanted, bits);
  }

  /**
   * Marks the bytes from one on.
   *
   * @param first a multiple of 64
   */
  protected static void mark(
      MemorySegment heap, long from, int first, int length, byte[] wanted, long[] bits) {
    for (int at = first; at < length; at += Long.SIZE) {
      long word = 0;
      for (int i = 0; i < Math.min(Long.SIZE, length - at); i++) {
        byte value = heap.get(JAVA_BYTE, from + at + i);
        boolean found = false;
        for (byte one : wanted) {
          found |= one == value;
        }
        word |= found ? 1L << i : 0;
      }
      bits[at / Long.SIZE] = word;
    }
  }

  /** Whether the needle's bytes from the second on stand at a place. */
  protected static boolean matches(MemorySegment heap, long at, byte[] needle) {
    for (int i = 1; i < needle.length; i++) {
      if (heap.get(JAVA_BYTE, at + i) != needle[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean changeCase(
      MemorySegment heap, long from, int length, byte first, MemorySegment target, long to) {
    return changeCase(heap, from, 0, length, first, target, to);
  }

  /** Changes the case of the bytes from the {@code done}th on. */
  protected static boolean changeCase(
      MemorySegment heap,
      long from,
      int done,
      int length,
      byte first,
      MemorySegment target,
      long to) {
    // Carries into the highest bit of a byte tell which letters are not before the first, and
    // which are behind the last.
    long fromFirst = (0x80 - first) * LOW_BITS;
    long behindLast = (0x7f - (first + 25)) * LOW_BITS;
    long all = 0;
    int i = done;
    for (; i + Long.BYTES <= length; i += Long.BYTES) {
      long word = heap.get(JAVA_LONG_UNALIGNED, from + i);
      all |= word;
      long letters = ((word + fromFirst) ^ (word + behindLast)) & HIGH_BITS;
      target.set(JAVA_LONG_UNALIGNED, to + i, word ^ (letters >>> 2));
    }
    for (; i < length; i++) {
      byte value = heap.get(JAVA_BYTE, from + i);
      all |= value;
      boolean isLetter = value >= first && value <= first + 25;
      target.set(JAVA_BYTE, to + i, isLetter ? (byte) (value ^ CASE_BIT) : value);
    }
    return (all & HIGH_BITS) == 0;
  }

  @Override
  public boolean isAscii(MemorySegment heap, long from, int length) {
    return isAscii(heap, from, 0, length);
  }

  /** Returns whether the bytes from the {@code done}th on are ASCII. */
  protected static boolean isAscii(MemorySegment heap, long from, int done, int length) {
    long all = 0;
    int i = done;
    for (; i + Long.BYTES <= length; i += Long.BYTES) {
      all |= heap.get(JAVA_LONG_UNALIGNED, from + i);
    }
    for (; i < length; i++) {
      all |= heap.get(JAVA_BYTE, from + i);
    }
    return (all & HIGH_BITS) == 0;
  }
}
