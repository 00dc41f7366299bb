package dev.paceline.core.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Bitmaps in native memory: little-endian 64-bit words, bit i of word i / 64 is row i. */
public final class Bitmaps {
  private Bitmaps() {}

  /** Returns the bytes of a bitmap with a bit for each row, in whole words. */
  public static long bytes(int rows) {
    return (rows + 63L >>> 6) << 3;
  }

  /**
   * @param offset byte offset of the first word, a multiple of 8
   */
  public static boolean get(MemorySegment bitmap, long offset, int row) {
    return (bitmap.get(ValueLayout.JAVA_LONG, offset + ((row >>> 6) << 3)) >>> row & 1) != 0;
  }

  public static void set(MemorySegment bitmap, long offset, int row) {
    long at = offset + ((row >>> 6) << 3);
    bitmap.set(ValueLayout.JAVA_LONG, at, bitmap.get(ValueLayout.JAVA_LONG, at) | 1L << row);
  }

  public static void clear(MemorySegment bitmap, long offset, int row) {
    long at = offset + ((row >>> 6) << 3);
    bitmap.set(ValueLayout.JAVA_LONG, at, bitmap.get(ValueLayout.JAVA_LONG, at) & ~(1L << row));
  }

  /** Sets the first {@code rows} bits and clears the rest of the last word. */
  public static void fill(MemorySegment bitmap, long offset, int rows) {
    int words = rows >>> 6;
    for (int i = 0; i < words; i++) {
      bitmap.set(ValueLayout.JAVA_LONG, offset + 8L * i, -1L);
    }
    if ((rows & 63) != 0) {
      bitmap.set(ValueLayout.JAVA_LONG, offset + 8L * words, (1L << rows) - 1);
    }
  }

  /** Clears all words of a bitmap with {@code rows} bits. */
  public static void zero(MemorySegment bitmap, long offset, int rows) {
    bitmap.asSlice(offset, bytes(rows)).fill((byte) 0);
  }

  /** How many of the first {@code rows} bits are set. */
  public static int count(MemorySegment bitmap, long offset, int rows) {
    int words = rows >>> 6;
    int count = 0;
    for (int i = 0; i < words; i++) {
      count += Long.bitCount(bitmap.get(ValueLayout.JAVA_LONG, offset + 8L * i));
    }
    if ((rows & 63) != 0) {
      count +=
          Long.bitCount(bitmap.get(ValueLayout.JAVA_LONG, offset + 8L * words) & (1L << rows) - 1);
    }
    return count;
  }

  /**
   * Copies {@code rows} bits that start at any bit.
   *
   * @param fromBit bit of {@code source}, counted from its start
   * @param targetOffset byte offset in {@code target}, a multiple of 8
   */
  public static void copy(
      MemorySegment source, long fromBit, MemorySegment target, long targetOffset, int rows) {
    long words = rows + 63L >>> 6;
    long word = fromBit >>> 6;
    int shift = (int) fromBit & 63;
    for (long i = 0; i < words; i++) {
      long bits = source.get(ValueLayout.JAVA_LONG, (word + i) << 3) >>> shift;
      if (shift != 0 && 64 - shift < rows - (i << 6)) {
        bits |= source.get(ValueLayout.JAVA_LONG, (word + i + 1) << 3) << -shift;
      }
      target.set(ValueLayout.JAVA_LONG, targetOffset + (i << 3), bits);
    }
  }

  /**
   * Copies the bits of selected rows, densely.
   *
   * @param fromBit bit of {@code source} that stands for row 0; any number
   * @param selection bit i is row i; bits behind the last row are ignored
   * @return the number of bits copied
   */
  public static int compress(
      MemorySegment source, long fromBit, MemorySegment selection, int rows, MemorySegment target) {
    long pending = 0;
    int count = 0;
    for (int row = 0; row < rows; row += 64) {
      long mask = selection.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (rows - row < 64) {
        mask &= (1L << rows) - 1;
      }
      if (mask == 0) {
        continue;
      }
      long bits = Long.compress(word(source, fromBit + row, rows - row), mask);
      int filled = count & 63;
      int added = Long.bitCount(mask);
      pending |= bits << filled;
      if (filled + added >= 64) {
        target.set(ValueLayout.JAVA_LONG, (long) (count >>> 6) << 3, pending);
        pending = filled == 0 ? 0 : bits >>> 64 - filled;
      }
      count += added;
    }
    if ((count & 63) != 0) {
      target.set(ValueLayout.JAVA_LONG, (long) (count >>> 6) << 3, pending);
    }
    return count;
  }

  /**
   * Clears the bits of rows whose bit is set in {@code source}, a bitmap that starts at any bit.
   */
  public static void clearWhereSet(
      MemorySegment source, long fromBit, int rows, MemorySegment bitmap) {
    for (int row = 0; row < rows; row += 64) {
      long at = (long) row >>> 3;
      long kept = bitmap.get(ValueLayout.JAVA_LONG, at) & ~word(source, fromBit + row, rows - row);
      bitmap.set(ValueLayout.JAVA_LONG, at, kept);
    }
  }

  /** Clears the bits of rows whose bit is clear in {@code source}, which starts at any bit. */
  public static void clearWhereClear(
      MemorySegment source, long fromBit, int rows, MemorySegment bitmap) {
    for (int row = 0; row < rows; row += 64) {
      long at = (long) row >>> 3;
      long kept = bitmap.get(ValueLayout.JAVA_LONG, at) & word(source, fromBit + row, rows - row);
      bitmap.set(ValueLayout.JAVA_LONG, at, kept);
    }
  }

  /** The 64 bits from any bit on; those behind the first {@code wanted} are undefined. */
  public static long word(MemorySegment bits, long fromBit, int wanted) {
    long at = fromBit >>> 6 << 3;
    int shift = (int) fromBit & 63;
    long low = bits.get(ValueLayout.JAVA_LONG, at) >>> shift;
    return shift == 0 || 64 - shift >= wanted
        ? low
        : low | bits.get(ValueLayout.JAVA_LONG, at + 8) << -shift;
  }
}
