package dev.paceline.core.operator.sort;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.exec.CancellationToken;
import java.lang.foreign.MemorySegment;

/**
 * Least-significant-digit radix sort of entries of one or two longs by bits of the first, stable,
 * byte by byte; bytes that are the same in all entries cost nothing.
 */
public final class RadixSort {
  private static final int DIGITS = 256;

  /** Entries of one pass between two checks for cancellation. */
  private static final int CHECKED_ENTRIES = 1 << 16;

  private RadixSort() {}

  /**
   * @param entries count entries
   * @param spare as much memory
   * @param words longs of an entry, 1 or 2
   * @param fromBit and toBit which bits of an entry's first long count, as an unsigned number
   * @return the one of the two segments that holds the sorted entries
   */
  public static MemorySegment sort(
      MemorySegment entries,
      MemorySegment spare,
      int count,
      int words,
      int fromBit,
      int toBit,
      CancellationToken cancellation) {
    int passes = (toBit - fromBit + 7) / 8;
    int[][] starts = histograms(entries, count, words, fromBit, passes, cancellation);
    MemorySegment source = entries;
    MemorySegment target = spare;
    for (int pass = 0; pass < passes; pass++) {
      if (toStarts(starts[pass], count)) {
        for (int from = 0; from < count; from += CHECKED_ENTRIES) {
          cancellation.check();
          int to = Math.min(count, from + CHECKED_ENTRIES);
          if (words == 1) {
            scatter(source, target, from, to, fromBit + 8 * pass, starts[pass]);
          } else {
            scatterPairs(source, target, from, to, fromBit + 8 * pass, starts[pass]);
          }
        }
        MemorySegment sorted = target;
        target = source;
        source = sorted;
      }
    }
    return source;
  }

  private static int[][] histograms(
      MemorySegment entries,
      int count,
      int words,
      int fromBit,
      int passes,
      CancellationToken cancellation) {
    int[][] counts = new int[passes][DIGITS];
    for (int from = 0; from < count; from += CHECKED_ENTRIES) {
      cancellation.check();
      int to = Math.min(count, from + CHECKED_ENTRIES);
      for (int pass = 0; pass < passes; pass++) {
        count(entries, from, to, words << 3, fromBit + 8 * pass, counts[pass]);
      }
    }
    return counts;
  }

  private static void count(
      MemorySegment entries, int from, int to, int stride, int shift, int[] histogram) {
    for (int i = from; i < to; i++) {
      histogram[(int) (entries.get(JAVA_LONG, (long) i * stride) >>> shift) & 0xff]++;
    }
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
      MemorySegment source, MemorySegment target, int from, int to, int shift, int[] next) {
    for (int i = from; i < to; i++) {
      long entry = source.get(JAVA_LONG, (long) i << 3);
      int at = next[(int) (entry >>> shift) & 0xff]++;
      target.set(JAVA_LONG, (long) at << 3, entry);
    }
  }

  private static void scatterPairs(
      MemorySegment source, MemorySegment target, int from, int to, int shift, int[] next) {
    for (int i = from; i < to; i++) {
      long entry = source.get(JAVA_LONG, (long) i << 4);
      long second = source.get(JAVA_LONG, ((long) i << 4) + 8);
      long at = (long) next[(int) (entry >>> shift) & 0xff]++ << 4;
      target.set(JAVA_LONG, at, entry);
      target.set(JAVA_LONG, at + 8, second);
    }
  }
}
