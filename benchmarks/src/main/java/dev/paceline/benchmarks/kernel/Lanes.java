package dev.paceline.benchmarks.kernel;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/** Random lanes and bitmaps, and the plain way to read them. The same numbers in every run. */
final class Lanes {
  private Lanes() {}

  /** Random bits in {@code rows} lanes. */
  static MemorySegment random(MemoryScope scope, long rows, int width, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    MemorySegment lanes = scope.allocate(rows * width);
    for (long at = 0; at + Long.BYTES <= rows * width; at += Long.BYTES) {
      lanes.set(ValueLayout.JAVA_LONG, at, random.nextLong());
    }
    return lanes;
  }

  /** Random numbers in [0, bound). */
  static MemorySegment uniform(MemoryScope scope, long rows, int width, long bound, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    MemorySegment lanes = scope.allocate(rows * width);
    for (long row = 0; row < rows; row++) {
      set(lanes, width, row, random.nextLong(bound));
    }
    return lanes;
  }

  /** Random doubles in [0, 1). */
  static MemorySegment doubles(MemoryScope scope, long rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    MemorySegment lanes = scope.allocate(rows * Double.BYTES);
    for (long row = 0; row < rows; row++) {
      lanes.setAtIndex(ValueLayout.JAVA_DOUBLE, row, random.nextDouble());
    }
    return lanes;
  }

  /** A bitmap of which each bit is set with a probability. */
  static MemorySegment bitmap(MemoryScope scope, int rows, double density, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    MemorySegment bitmap = scope.allocateZeroed(Bitmaps.bytes(rows));
    for (int row = 0; row < rows; row++) {
      if (random.nextDouble() < density) {
        Bitmaps.set(bitmap, 0, row);
      }
    }
    return bitmap;
  }

  /** An unsigned lane of 1, 2 or 4 bytes, or a signed one of 8. */
  static long get(MemorySegment lanes, int width, long row) {
    return switch (width) {
      case 1 -> lanes.get(ValueLayout.JAVA_BYTE, row) & 0xffL;
      case 2 -> lanes.getAtIndex(ValueLayout.JAVA_SHORT, row) & 0xffffL;
      case 4 -> lanes.getAtIndex(ValueLayout.JAVA_INT, row) & 0xffff_ffffL;
      default -> lanes.getAtIndex(ValueLayout.JAVA_LONG, row);
    };
  }

  static void set(MemorySegment lanes, int width, long row, long value) {
    switch (width) {
      case 1 -> lanes.set(ValueLayout.JAVA_BYTE, row, (byte) value);
      case 2 -> lanes.setAtIndex(ValueLayout.JAVA_SHORT, row, (short) value);
      case 4 -> lanes.setAtIndex(ValueLayout.JAVA_INT, row, (int) value);
      default -> lanes.setAtIndex(ValueLayout.JAVA_LONG, row, value);
    }
  }
}
