package dev.paceline.core.operator.sort;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * Least-significant-digit radix sort of entries of one or two longs by bits of the first, stable,
 * byte by byte; bytes that are the same in all entries cost nothing.
 */
final class RadixSort {
  private static final int DIGITS = 256;

  private RadixSort() {}

  /**
   * @param entries count entries
   * @param spare as much memory
   * @param words longs of an entry, 1 or 2
   * @param fromBit and toBit which bits of an entry's first long count, as an unsigned number
   * @return the one of the two segments that holds the sorted entries
   */
  static MemorySegment sort(
      MemorySegment entries, MemorySegment spare, int count, int words, int fromBit, int toBit) {
    int passes = (toBit - fromBit + 7) / 8;
    int[][] starts = histograms(entries, count, words, fromBit, passes);
    MemorySegment source = entries;
    MemorySegment target = spare;
    for (int pass = 0; pass < passes; pass++) {
      if (toStarts(starts[pass], count)) {
        if (words == 1) {
          scatter(source, target, count, fromBit + 8 * pass, starts[pass]);
        } else {
          scatterPairs(source, target, count, fromBit + 8 * pass, starts[pass]);
        }
        MemorySegment sorted = target;
        target = source;
        source = sorted;
      }
    }
    return source;
  }

  private static int[][] histograms(
      MemorySegment entries, int count, int words, int fromBit, int passes) {
    int[][] counts = new int[passes][DIGITS];
    int stride = words << 3;
    for (int pass = 0; pass < passes; pass++) {
      int[] histogram = counts[pass];
      int shift = fromBit + 8 * pass;
      for (int i = 0; i < count; i++) {
        histogram[(int) (entries.get(JAVA_LONG, (long) i * stride) >>> shift) & 0xff]++;
      }
    }
    return counts;
  }

  /** Turns counts into first positions; false if all entries have the same digit. */
  private static boolean toStarts(int[] counts, int count) {
    int sum = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
      if (counts[digit] == count) {
        return false;
      }
      int here = counts[digit];
      counts[digit] = sum;
      sum += here;
    }
    return true;
  }

  private static void scatter(
      MemorySegment source, MemorySegment target, int count, int shift, int[] next) {
    for (int i = 0; i < count; i++) {
      long entry = source.get(JAVA_LONG, (long) i << 3);
      int at = next[(int) (entry >>> shift) & 0xff]++;
      target.set(JAVA_LONG, (long) at << 3, entry);
    }
  }

  private static void scatterPairs(
      MemorySegment source, MemorySegment target, int count, int shift, int[] next) {
    for (int i = 0; i < count; i++) {
      long entry = source.get(JAVA_LONG, (long) i << 4);
      long second = source.get(JAVA_LONG, ((long) i << 4) + 8);
      long at = (long) next[(int) (entry >>> shift) & 0xff]++ << 4;
      target.set(JAVA_LONG, at, entry);
      target.set(JAVA_LONG, at + 8, second);
    }
  }
}
