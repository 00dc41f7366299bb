package dev.paceline.core.kernel;

import dev.paceline.core.column.Bitmaps;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Packs whole-number keys into one long a row, digit by digit of a mixed-radix number: digit =
 * value - min, packed += digit × stride. A row whose value is outside [min, min + range] gets
 * {@link #OUTSIDE} and keeps it. Only native segments.
 */
public final class KeyKernels {
  /** The value of a row without a packed key. */
  public static final long OUTSIDE = -1;

  private KeyKernels() {}

  /**
   * One digit of a packed key.
   *
   * @param min value of the digit 0 (of the digit 1 if shift is 1)
   * @param range largest value minus the smallest, below 2⁶²
   * @param shift 1 where digit 0 stands for NULL, else 0
   * @param stride what one step of this digit adds
   * @param first whether nothing has been packed yet
   */
  public record Digit(long min, long range, int shift, long stride, boolean first) {
    /** Adds the digit of a value to the packed key so far. */
    public long add(long value, long packed) {
      long digit = value - min;
      // All ones exactly when the digit, as an unsigned number, exceeds the range.
      long miss = (digit | (range - digit)) >> 63 | packed >> 63;
      return packed + (digit + shift) * stride | miss;
    }

    /** Adds NULL to the packed key so far. */
    public long addNull(long packed) {
      return shift == 0 ? OUTSIDE : packed;
    }
  }

  /**
   * Adds the digits of affine lanes, value = base + multiplier × lane.
   *
   * @param width 1, 2 or 4 (unsigned), or 8
   * @return whether no row is outside
   */
  public static boolean pack(
      MemorySegment data,
      long offset,
      int width,
      long base,
      long multiplier,
      int count,
      Digit digit,
      MemorySegment packed) {
    return switch (width) {
      case 1 -> packBytes(data, offset, base, multiplier, count, digit, packed);
      case 2 -> packShorts(data, offset, base, multiplier, count, digit, packed);
      case 4 -> packInts(data, offset, base, multiplier, count, digit, packed);
      case 8 -> packLongs(data, offset, base, multiplier, count, digit, packed);
      default -> throw new IllegalArgumentException("width " + width);
    };
  }

  /**
   * Repairs rows under a bitmap of NULLs after {@link #pack}.
   *
   * @param before the packed keys without this digit; ignored for the first digit
   * @return whether no row is outside because of a NULL
   */
  public static boolean packNulls(
      MemorySegment nulls,
      long nullsOffset,
      int count,
      Digit digit,
      MemorySegment before,
      MemorySegment packed) {
    boolean inside = true;
    for (int i = 0; i < count; i++) {
      if (Bitmaps.get(nulls, nullsOffset, i)) {
        long at = (long) i << 3;
        long value = digit.addNull(digit.first() ? 0 : before.get(ValueLayout.JAVA_LONG, at));
        packed.set(ValueLayout.JAVA_LONG, at, value);
        inside &= value >= 0;
      }
    }
    return inside;
  }

  private static boolean packBytes(
      MemorySegment data,
      long offset,
      long base,
      long multiplier,
      int count,
      Digit digit,
      MemorySegment packed) {
    long all = 0;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      long lane = data.get(ValueLayout.JAVA_BYTE, offset + i) & 0xff;
      long before = digit.first() ? 0 : packed.get(ValueLayout.JAVA_LONG, at);
      long key = digit.add(base + multiplier * lane, before);
      packed.set(ValueLayout.JAVA_LONG, at, key);
      all |= key;
    }
    return all >= 0;
  }

  private static boolean packShorts(
      MemorySegment data,
      long offset,
      long base,
      long multiplier,
      int count,
      Digit digit,
      MemorySegment packed) {
    long all = 0;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      long lane = data.get(ValueLayout.JAVA_SHORT_UNALIGNED, offset + ((long) i << 1)) & 0xffff;
      long before = digit.first() ? 0 : packed.get(ValueLayout.JAVA_LONG, at);
      long key = digit.add(base + multiplier * lane, before);
      packed.set(ValueLayout.JAVA_LONG, at, key);
      all |= key;
    }
    return all >= 0;
  }

  private static boolean packInts(
      MemorySegment data,
      long offset,
      long base,
      long multiplier,
      int count,
      Digit digit,
      MemorySegment packed) {
    long all = 0;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      long lane = data.get(ValueLayout.JAVA_INT_UNALIGNED, offset + ((long) i << 2)) & 0xffff_ffffL;
      long before = digit.first() ? 0 : packed.get(ValueLayout.JAVA_LONG, at);
      long key = digit.add(base + multiplier * lane, before);
      packed.set(ValueLayout.JAVA_LONG, at, key);
      all |= key;
    }
    return all >= 0;
  }

  private static boolean packLongs(
      MemorySegment data,
      long offset,
      long base,
      long multiplier,
      int count,
      Digit digit,
      MemorySegment packed) {
    long all = 0;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      long lane = data.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + at);
      long before = digit.first() ? 0 : packed.get(ValueLayout.JAVA_LONG, at);
      long key = digit.add(base + multiplier * lane, before);
      packed.set(ValueLayout.JAVA_LONG, at, key);
      all |= key;
    }
    return all >= 0;
  }
}
