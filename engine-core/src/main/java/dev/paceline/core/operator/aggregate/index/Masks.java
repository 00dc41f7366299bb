package dev.paceline.core.operator.aggregate.index;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Bitmaps of rows that count; bits behind the last row are zero. */
public final class Masks {
  private Masks() {}

  /** mask = not bitmap. */
  static void complement(MemorySegment bitmap, long offset, int rows, MemorySegment mask) {
    for (int word = 0; word << 6 < rows; word++) {
      long bits = ~bitmap.get(ValueLayout.JAVA_LONG, offset + ((long) word << 3));
      mask.set(ValueLayout.JAVA_LONG, (long) word << 3, trim(bits, rows, word));
    }
  }

  /** Word {@code word} of a bitmap, without the bits behind the last row; all ones for null. */
  public static long word(@Nullable MemorySegment bitmap, long offset, int rows, int word) {
    long bits =
        bitmap == null ? -1L : bitmap.get(ValueLayout.JAVA_LONG, offset + ((long) word << 3));
    return trim(bits, rows, word);
  }

  /** target[g] = source[g] and bitmap (or and not bitmap), for all masks g. */
  public static void and(
      MemorySegment source,
      MemorySegment target,
      long stride,
      int masks,
      MemorySegment bitmap,
      long offset,
      boolean negate,
      int rows) {
    long flip = negate ? -1L : 0;
    for (int word = 0; word << 6 < rows; word++) {
      long at = (long) word << 3;
      long keep = bitmap.get(ValueLayout.JAVA_LONG, offset + at) ^ flip;
      for (int g = 0; g < masks; g++) {
        long bits = source.get(ValueLayout.JAVA_LONG, g * stride + at) & keep;
        target.set(ValueLayout.JAVA_LONG, g * stride + at, bits);
      }
    }
  }

  private static long trim(long bits, int rows, int word) {
    int rest = rows - (word << 6);
    return rest < 64 ? bits & (1L << rest) - 1 : bits;
  }
}
