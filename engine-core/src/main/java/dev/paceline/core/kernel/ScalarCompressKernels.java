package dev.paceline.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** {@link CompressKernels} as plain loops. */
public final class ScalarCompressKernels extends CompressKernels {
  @Override
  public int compress(
      MemorySegment source,
      long offset,
      int width,
      MemorySegment selection,
      int rows,
      MemorySegment target) {
    int count = 0;
    for (int row = 0; row < rows; row += 64) {
      long bits = selection.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (rows - row < 64) {
        bits &= (1L << rows) - 1;
      }
      for (; bits != 0; bits &= bits - 1) {
        long from = (long) row + Long.numberOfTrailingZeros(bits);
        copyLane(source, offset + from * width, width, target, (long) count * width);
        count++;
      }
    }
    return count;
  }

  private static void copyLane(
      MemorySegment source, long from, int width, MemorySegment target, long to) {
    switch (width) {
      case 1 -> target.set(ValueLayout.JAVA_BYTE, to, source.get(ValueLayout.JAVA_BYTE, from));
      case 2 ->
          target.set(
              ValueLayout.JAVA_SHORT, to, source.get(ValueLayout.JAVA_SHORT_UNALIGNED, from));
      case 4 ->
          target.set(ValueLayout.JAVA_INT, to, source.get(ValueLayout.JAVA_INT_UNALIGNED, from));
      case 8 ->
          target.set(ValueLayout.JAVA_LONG, to, source.get(ValueLayout.JAVA_LONG_UNALIGNED, from));
      case 16 -> {
        target.set(ValueLayout.JAVA_LONG, to, source.get(ValueLayout.JAVA_LONG_UNALIGNED, from));
        target.set(
            ValueLayout.JAVA_LONG, to + 8, source.get(ValueLayout.JAVA_LONG_UNALIGNED, from + 8));
      }
      default -> throw new IllegalArgumentException("width " + width);
    }
  }
}
