package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The plain loops. */
public class ScalarDecodeKernels extends DecodeKernels {
  @Override
  public void widen(
      MemorySegment source,
      long sourceOffset,
      int width,
      long base,
      long multiplier,
      int count,
      MemorySegment target,
      long targetOffset) {
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          long lane = source.get(JAVA_BYTE, sourceOffset + i) & 0xff;
          target.set(JAVA_LONG, targetOffset + ((long) i << 3), base + multiplier * lane);
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          long lane = source.get(JAVA_SHORT_UNALIGNED, sourceOffset + ((long) i << 1)) & 0xffff;
          target.set(JAVA_LONG, targetOffset + ((long) i << 3), base + multiplier * lane);
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          long lane = source.get(JAVA_INT_UNALIGNED, sourceOffset + ((long) i << 2)) & 0xffff_ffffL;
          target.set(JAVA_LONG, targetOffset + ((long) i << 3), base + multiplier * lane);
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          long lane = source.get(JAVA_LONG_UNALIGNED, sourceOffset + ((long) i << 3));
          target.set(JAVA_LONG, targetOffset + ((long) i << 3), base + multiplier * lane);
        }
      }
      default -> throw new IllegalArgumentException("width " + width);
    }
  }

  @Override
  public void gather(
      MemorySegment source,
      long sourceOffset,
      int width,
      MemorySegment positions,
      int count,
      MemorySegment target,
      long targetOffset) {
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          long row = positions.get(JAVA_INT, (long) i << 2);
          target.set(JAVA_BYTE, targetOffset + i, source.get(JAVA_BYTE, sourceOffset + row));
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          long row = positions.get(JAVA_INT, (long) i << 2);
          target.set(
              JAVA_SHORT_UNALIGNED,
              targetOffset + ((long) i << 1),
              source.get(JAVA_SHORT_UNALIGNED, sourceOffset + (row << 1)));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          long row = positions.get(JAVA_INT, (long) i << 2);
          target.set(
              JAVA_INT_UNALIGNED,
              targetOffset + ((long) i << 2),
              source.get(JAVA_INT_UNALIGNED, sourceOffset + (row << 2)));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          long row = positions.get(JAVA_INT, (long) i << 2);
          target.set(
              JAVA_LONG_UNALIGNED,
              targetOffset + ((long) i << 3),
              source.get(JAVA_LONG_UNALIGNED, sourceOffset + (row << 3)));
        }
      }
      case 16 -> {
        for (int i = 0; i < count; i++) {
          long from = sourceOffset + ((long) positions.get(JAVA_INT, (long) i << 2) << 4);
          long to = targetOffset + ((long) i << 4);
          target.set(JAVA_LONG_UNALIGNED, to, source.get(JAVA_LONG_UNALIGNED, from));
          target.set(JAVA_LONG_UNALIGNED, to + 8, source.get(JAVA_LONG_UNALIGNED, from + 8));
        }
      }
      default -> throw new IllegalArgumentException("width " + width);
    }
  }

  @Override
  public void gatherBits(
      MemorySegment source,
      long sourceOffset,
      MemorySegment positions,
      int count,
      MemorySegment target,
      long targetOffset) {
    for (int first = 0; first < count; first += 64) {
      int last = Math.min(first + 64, count);
      long word = 0;
      for (int i = first; i < last; i++) {
        int row = positions.get(JAVA_INT, (long) i << 2);
        word |=
            (source.get(JAVA_LONG, sourceOffset + ((row >>> 6) << 3)) >>> row & 1) << (i - first);
      }
      target.set(JAVA_LONG, targetOffset + (first >> 3), word);
    }
  }
}
