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
