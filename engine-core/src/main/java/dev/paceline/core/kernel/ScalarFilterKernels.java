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
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int word = 0; word << 6 < count; word++) {
      int end = Math.min(64, count - (word << 6));
      long wanted = bitmap.get(ValueLayout.JAVA_LONG, (long) word << 3) & -1L >>> 64 - end;
      if (wanted == 0) {
        continue;
      }
      long at = offset + ((long) word << 6) * width;
      long hits;
      if (Long.bitCount(wanted) <= FEW) {
        hits = few(data, at, width, start, multiplier, wanted, set);
      } else {
        scratch.read(data, at, width, start, multiplier, end, scratch.left);
        hits =
            set.copy().length == 0
                ? contained(scratch.left, end, set)
                : contained(scratch.left, end, set.range(), set.copy());
      }
      bitmap.set(ValueLayout.JAVA_LONG, (long) word << 3, wanted & hits);
    }
  }

  private static long contained(long[] indexes, int end, BitmapSet set) {
    long hits = 0;
    for (int j = 0; j < end; j++) {
      hits |= set.containsIndex(indexes[j]) << j;
    }
    return hits;
  }

  private static long contained(long[] indexes, int end, long range, int[] bits) {
    long hits = 0;
    for (int j = 0; j < end; j++) {
      long index = indexes[j];
      long outside = (index | (range - index)) >> 63;
      index &= ~outside;
      hits |= (bits[(int) (index >>> 5)] >>> index & ~outside & 1) << j;
    }
    return hits;
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
