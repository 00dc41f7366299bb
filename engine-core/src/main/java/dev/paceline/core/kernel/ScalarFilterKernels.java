package dev.paceline.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** {@link FilterKernels} row by row. */
public class ScalarFilterKernels extends FilterKernels {
  /** The number of wanted rows per word up to which only those rows are looked up. */
  private static final int FEW = 12;

  @Override
  public void narrow(
      MemorySegment data,
      long offset,
      int width,
      long base,
      long multiplier,
      int count,
      BitmapSet set,
      MemorySegment bitmap) {
    long start = base - set.min();
    for (int word = 0; word << 6 < count; word++) {
      int end = Math.min(64, count - (word << 6));
      long wanted = bitmap.get(ValueLayout.JAVA_LONG, (long) word << 3) & -1L >>> 64 - end;
      if (wanted == 0) {
        continue;
      }
      long at = offset + ((long) word << 6) * width;
      long hits =
          Long.bitCount(wanted) <= FEW
              ? few(data, at, width, start, multiplier, wanted, set)
              : switch (width) {
                case 1 -> bytes(data, at, start, multiplier, end, set);
                case 2 -> shorts(data, at, start, multiplier, end, set);
                case 4 -> ints(data, at, start, multiplier, end, set);
                default -> longs(data, at, start, multiplier, end, set);
              };
      bitmap.set(ValueLayout.JAVA_LONG, (long) word << 3, wanted & hits);
    }
  }

  /** Looks up the wanted rows of 64. */
  protected static long few(
      MemorySegment data,
      long at,
      int width,
      long start,
      long multiplier,
      long wanted,
      BitmapSet set) {
    long hits = 0;
    for (long rest = wanted; rest != 0; rest &= rest - 1) {
      int j = Long.numberOfTrailingZeros(rest);
      long lane = lane(data, at, width, j);
      hits |= set.containsIndex(start + multiplier * lane) << j;
    }
    return hits;
  }

  private static long lane(MemorySegment data, long at, int width, int row) {
    return switch (width) {
      case 1 -> data.get(ValueLayout.JAVA_BYTE, at + row) & 0xff;
      case 2 -> data.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * row) & 0xffff;
      case 4 -> data.get(ValueLayout.JAVA_INT_UNALIGNED, at + 4L * row) & 0xffff_ffffL;
      default -> data.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8L * row);
    };
  }

  private static long bytes(
      MemorySegment data, long at, long start, long multiplier, int end, BitmapSet set) {
    long hits = 0;
    for (int j = 0; j < end; j++) {
      long lane = data.get(ValueLayout.JAVA_BYTE, at + j) & 0xff;
      hits |= set.containsIndex(start + multiplier * lane) << j;
    }
    return hits;
  }

  private static long shorts(
      MemorySegment data, long at, long start, long multiplier, int end, BitmapSet set) {
    long hits = 0;
    for (int j = 0; j < end; j++) {
      long lane = data.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + ((long) j << 1)) & 0xffff;
      hits |= set.containsIndex(start + multiplier * lane) << j;
    }
    return hits;
  }

  private static long ints(
      MemorySegment data, long at, long start, long multiplier, int end, BitmapSet set) {
    long hits = 0;
    for (int j = 0; j < end; j++) {
      long lane = data.get(ValueLayout.JAVA_INT_UNALIGNED, at + ((long) j << 2)) & 0xffff_ffffL;
      hits |= set.containsIndex(start + multiplier * lane) << j;
    }
    return hits;
  }

  private static long longs(
      MemorySegment data, long at, long start, long multiplier, int end, BitmapSet set) {
    long hits = 0;
    for (int j = 0; j < end; j++) {
      long lane = data.get(ValueLayout.JAVA_LONG_UNALIGNED, at + ((long) j << 3));
      hits |= set.containsIndex(start + multiplier * lane) << j;
    }
    return hits;
  }

  @Override
  public void narrow(
      MemorySegment data,
      long offset,
      int width,
      long base,
      long multiplier,
      int count,
      BloomSet set,
      MemorySegment bitmap) {
    for (int word = 0; word << 6 < count; word++) {
      int end = Math.min(64, count - (word << 6));
      long wanted = bitmap.get(ValueLayout.JAVA_LONG, (long) word << 3) & -1L >>> 64 - end;
      long at = offset + ((long) word << 6) * width;
      long hits = 0;
      for (long rest = wanted; rest != 0; rest &= rest - 1) {
        int j = Long.numberOfTrailingZeros(rest);
        hits |= set.containsBit(base + multiplier * lane(data, at, width, j)) << j;
      }
      bitmap.set(ValueLayout.JAVA_LONG, (long) word << 3, hits);
    }
  }
}
