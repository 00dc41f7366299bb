package dev.paceline.core.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Bitmaps in native memory: little-endian 64-bit words, bit i of word i / 64 is row i. */
public final class Bitmaps {
  private Bitmaps() {}

  /** Bytes of a bitmap of so many rows, in whole words. */
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

  /** Clears all words of a bitmap of so many rows. */
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
}
