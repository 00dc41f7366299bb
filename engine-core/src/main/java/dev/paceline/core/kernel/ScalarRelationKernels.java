package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The plain loops. */
public class ScalarRelationKernels extends RelationKernels {

  @Override
  public void equalLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    for (int first = 0; first < count; first += 64) {
      int last = Math.min(first + 64, count);
      long word = 0;
      for (int i = first; i < last; i++) {
        long a = left.get(JAVA_LONG_UNALIGNED, leftOffset + ((long) i << 3));
        long b = right.get(JAVA_LONG_UNALIGNED, rightOffset + ((long) i << 3));
        word |= (a == b ? 1L : 0) << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  @Override
  public void lessLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    for (int first = 0; first < count; first += 64) {
      int last = Math.min(first + 64, count);
      long word = 0;
      for (int i = first; i < last; i++) {
        long a = left.get(JAVA_LONG_UNALIGNED, leftOffset + ((long) i << 3));
        long b = right.get(JAVA_LONG_UNALIGNED, rightOffset + ((long) i << 3));
        word |= (a < b ? 1L : 0) << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  @Override
  public void equalDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    for (int first = 0; first < count; first += 64) {
      int last = Math.min(first + 64, count);
      long word = 0;
      for (int i = first; i < last; i++) {
        double a = left.get(JAVA_DOUBLE_UNALIGNED, leftOffset + ((long) i << 3));
        double b = right.get(JAVA_DOUBLE_UNALIGNED, rightOffset + ((long) i << 3));
        word |= (a == b || Double.isNaN(a) && Double.isNaN(b) ? 1L : 0) << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  @Override
  public void lessDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    for (int first = 0; first < count; first += 64) {
      int last = Math.min(first + 64, count);
      long word = 0;
      for (int i = first; i < last; i++) {
        double a = left.get(JAVA_DOUBLE_UNALIGNED, leftOffset + ((long) i << 3));
        double b = right.get(JAVA_DOUBLE_UNALIGNED, rightOffset + ((long) i << 3));
        word |= (a < b || !Double.isNaN(a) && Double.isNaN(b) ? 1L : 0) << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  @Override
  public void inRange(
      MemorySegment source,
      long offset,
      int width,
      long low,
      long high,
      int count,
      MemorySegment target) {
    for (int first = 0; first < count; first += 64) {
      int last = Math.min(first + 64, count);
      long word = 0;
      for (int i = first; i < last; i++) {
        long lane = lane(source, offset, width, i);
        word |= (lane >= low && lane <= high ? 1L : 0) << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  private static long lane(MemorySegment data, long offset, int width, int row) {
    return switch (width) {
      case 1 -> data.get(JAVA_BYTE, offset + row) & 0xff;
      case 2 -> data.get(JAVA_SHORT_UNALIGNED, offset + ((long) row << 1)) & 0xffff;
      case 4 -> data.get(JAVA_INT_UNALIGNED, offset + ((long) row << 2)) & 0xffff_ffffL;
      default -> data.get(JAVA_LONG_UNALIGNED, offset + ((long) row << 3));
    };
  }
}
