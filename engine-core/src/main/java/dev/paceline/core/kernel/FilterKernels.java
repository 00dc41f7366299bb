package dev.paceline.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Loops that clear the bits of rows whose key is not in a set. Words of the bitmap that are 0 cost
 * nothing. Keys are affine lanes, value = base + multiplier × lane. Only native segments.
 */
public final class FilterKernels {
  /** With so few rows wanted in a word, only they are looked up. */
  private static final int FEW = 12;

  private FilterKernels() {}

  /**
   * The values of a range as a bitmap.
   *
   * @param range greatest value less the least, not negative
   */
  public record BitmapSet(long min, long range, MemorySegment bits) {
    /** 1 if the value is in the set, else 0. */
    public long contains(long value) {
      return containsIndex(value - min);
    }

    /** 1 if the value {@code min + offset} is in the set, else 0. */
    long containsIndex(long offset) {
      long index = offset;
      long outside = (index | (range - index)) >> 63;
      index &= ~outside;
      return bits.get(ValueLayout.JAVA_LONG, index >>> 6 << 3) >>> index & ~outside & 1;
    }

    /** Adds a value within the range. */
    public void add(long value) {
      long index = value - min;
      long at = index >>> 6 << 3;
      bits.set(ValueLayout.JAVA_LONG, at, bits.get(ValueLayout.JAVA_LONG, at) | 1L << index);
    }
  }

  /**
   * A Bloom filter whose bits for one value lie in one word, three of them (a register-blocked
   * filter: Lang et al., "Performance-Optimal Filtering: Bloom Overtakes Cuckoo at High
   * Throughput", PVLDB 12(5), 2019, §3).
   *
   * @param words number of 64-bit words, at most 2³²
   */
  public record BloomSet(MemorySegment bits, long words) {
    /** Words for so many values, at about 10 bits a value. */
    public static long words(long values) {
      return Math.max(8, values * 10 >>> 6);
    }

    /** Whether the value may be in the set. */
    public boolean mayContain(long value) {
      long hash = HashKernels.mix(value);
      long mask = mask(hash);
      return (bits.get(ValueLayout.JAVA_LONG, at(hash)) & mask) == mask;
    }

    public void add(long value) {
      long hash = HashKernels.mix(value);
      long at = at(hash);
      bits.set(ValueLayout.JAVA_LONG, at, bits.get(ValueLayout.JAVA_LONG, at) | mask(hash));
    }

    private long at(long hash) {
      return (hash >>> 32) * words >>> 32 << 3;
    }

    private static long mask(long hash) {
      return 1L << hash | 1L << (hash >>> 6) | 1L << (hash >>> 12);
    }
  }

  /**
   * Clears the bits of rows whose value is not in a range's bitmap.
   *
   * @param width bytes of a lane: 1, 2 or 4 (unsigned), or 8
   */
  public static void narrow(
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

  private static long few(
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
      long lane =
          switch (width) {
            case 1 -> data.get(ValueLayout.JAVA_BYTE, at + j) & 0xff;
            case 2 -> data.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * j) & 0xffff;
            case 4 -> data.get(ValueLayout.JAVA_INT_UNALIGNED, at + 4L * j) & 0xffff_ffffL;
            default -> data.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8L * j);
          };
      hits |= set.containsIndex(start + multiplier * lane) << j;
    }
    return hits;
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
}
