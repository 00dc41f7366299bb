package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** The plain loops. */
public class ScalarStringKernels extends StringKernels {
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
}
