package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The plain loops. */
public class ScalarArithmeticKernels extends ArithmeticKernels {

  @Override
  public void addLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      target.set(
          JAVA_LONG,
          at,
          left.get(JAVA_LONG_UNALIGNED, leftOffset + at)
              + right.get(JAVA_LONG_UNALIGNED, rightOffset + at));
    }
  }

  @Override
  public void subtractLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      target.set(
          JAVA_LONG,
          at,
          left.get(JAVA_LONG_UNALIGNED, leftOffset + at)
              - right.get(JAVA_LONG_UNALIGNED, rightOffset + at));
    }
  }

  @Override
  public void multiplyLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      target.set(
          JAVA_LONG,
          at,
          left.get(JAVA_LONG_UNALIGNED, leftOffset + at)
              * right.get(JAVA_LONG_UNALIGNED, rightOffset + at));
    }
  }

  @Override
  public boolean addLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    long overflow = 0;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      long a = left.get(JAVA_LONG_UNALIGNED, leftOffset + at);
      long b = right.get(JAVA_LONG_UNALIGNED, rightOffset + at);
      long c = a + b;
      overflow |= ((a ^ c) & (b ^ c));
      target.set(JAVA_LONG, at, c);
    }
    return overflow < 0;
  }

  @Override
  public boolean subtractLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    long overflow = 0;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      long a = left.get(JAVA_LONG_UNALIGNED, leftOffset + at);
      long b = right.get(JAVA_LONG_UNALIGNED, rightOffset + at);
      long c = a - b;
      overflow |= ((a ^ b) & (a ^ c));
      target.set(JAVA_LONG, at, c);
    }
    return overflow < 0;
  }

  @Override
  public boolean multiplyLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    long overflow = 0;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      long a = left.get(JAVA_LONG_UNALIGNED, leftOffset + at);
      long b = right.get(JAVA_LONG_UNALIGNED, rightOffset + at);
      long c = a * b;
      overflow |= Math.multiplyHigh(a, b) ^ (c >> 63);
      target.set(JAVA_LONG, at, c);
    }
    return overflow != 0;
  }

  @Override
  public void multiplyCodes(
      MemorySegment left,
      long leftOffset,
      int leftWidth,
      long leftBase,
      long leftMultiplier,
      MemorySegment right,
      long rightOffset,
      int rightWidth,
      long rightBase,
      long rightMultiplier,
      boolean unsignedInts,
      int count,
      MemorySegment target) {
    for (int i = 0; i < count; i++) {
      long a = leftBase + leftMultiplier * code(left, leftOffset, leftWidth, i);
      long b = rightBase + rightMultiplier * code(right, rightOffset, rightWidth, i);
      target.set(JAVA_LONG, (long) i << 3, a * b);
    }
  }

  private static long code(MemorySegment data, long offset, int width, int row) {
    return switch (width) {
      case 1 -> data.get(JAVA_BYTE, offset + row) & 0xff;
      case 2 -> data.get(JAVA_SHORT_UNALIGNED, offset + ((long) row << 1)) & 0xffff;
      case 4 -> data.get(JAVA_INT_UNALIGNED, offset + ((long) row << 2)) & 0xffff_ffffL;
      default -> data.get(JAVA_LONG_UNALIGNED, offset + ((long) row << 3));
    };
  }

  @Override
  public boolean anyOutside(MemorySegment longs, long offset, int count, long low, long high) {
    boolean outside = false;
    for (int i = 0; i < count; i++) {
      long value = longs.get(JAVA_LONG_UNALIGNED, offset + ((long) i << 3));
      outside |= value < low | value > high;
    }
    return outside;
  }

  @Override
  public void addDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      target.set(
          JAVA_DOUBLE,
          at,
          left.get(JAVA_DOUBLE_UNALIGNED, leftOffset + at)
              + right.get(JAVA_DOUBLE_UNALIGNED, rightOffset + at));
    }
  }

  @Override
  public void subtractDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      target.set(
          JAVA_DOUBLE,
          at,
          left.get(JAVA_DOUBLE_UNALIGNED, leftOffset + at)
              - right.get(JAVA_DOUBLE_UNALIGNED, rightOffset + at));
    }
  }

  @Override
  public void multiplyDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      target.set(
          JAVA_DOUBLE,
          at,
          left.get(JAVA_DOUBLE_UNALIGNED, leftOffset + at)
              * right.get(JAVA_DOUBLE_UNALIGNED, rightOffset + at));
    }
  }

  @Override
  public boolean divideDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    boolean zero = false;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      double divisor = right.get(JAVA_DOUBLE_UNALIGNED, rightOffset + at);
      zero |= divisor == 0;
      target.set(JAVA_DOUBLE, at, left.get(JAVA_DOUBLE_UNALIGNED, leftOffset + at) / divisor);
    }
    return zero;
  }

  @Override
  public void blendLongs(
      MemorySegment mask,
      MemorySegment source,
      long sourceOffset,
      int count,
      MemorySegment target) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      if ((mask.get(JAVA_LONG, (long) (i >>> 6) << 3) >>> i & 1) != 0) {
        target.set(JAVA_LONG, at, source.get(JAVA_LONG_UNALIGNED, sourceOffset + at));
      }
    }
  }

  @Override
  public void blendLong(MemorySegment mask, long value, int count, MemorySegment target) {
    for (int i = 0; i < count; i++) {
      if ((mask.get(JAVA_LONG, (long) (i >>> 6) << 3) >>> i & 1) != 0) {
        target.set(JAVA_LONG, (long) i << 3, value);
      }
    }
  }
}
