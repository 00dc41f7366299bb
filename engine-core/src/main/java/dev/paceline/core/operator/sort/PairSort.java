package dev.paceline.core.operator.sort;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.exec.CancellationToken;
import java.lang.foreign.MemorySegment;

/**
 * Sorts (code, row) pairs of two longs by their codes as unsigned numbers, stable: by insertion or
 * merging where there are few, by {@link RadixSort} where there are many.
 */
final class PairSort {
  private static final int INSERTION_PAIRS = 16;
  private static final int RADIX_PAIRS = 1 << 10;

  private PairSort() {}

  /**
   * Sorts the pairs at positions [from, to).
   *
   * @param spare as large as {@code pairs}; its contents at these positions are overwritten
   */
  static void sort(
      MemorySegment pairs, MemorySegment spare, int from, int to, CancellationToken cancellation) {
    int count = to - from;
    if (count >= RADIX_PAIRS) {
      MemorySegment source = pairs.asSlice(16L * from, 16L * count);
      MemorySegment sorted =
          RadixSort.sort(
              source, spare.asSlice(16L * from, 16L * count), count, 2, 0, Long.SIZE, cancellation);
      if (sorted.address() != source.address()) {
        MemorySegment.copy(sorted, 0, source, 0, 16L * count);
      }
    } else {
      mergeSort(pairs, spare, from, to);
    }
  }

  private static void mergeSort(MemorySegment pairs, MemorySegment spare, int from, int to) {
    if (to - from <= INSERTION_PAIRS) {
      insertionSort(pairs, from, to);
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(pairs, spare, from, middle);
    mergeSort(pairs, spare, middle, to);
    if (Long.compareUnsigned(code(pairs, middle - 1), code(pairs, middle)) <= 0) {
      return;
    }
    MemorySegment.copy(pairs, 16L * from, spare, 16L * from, 16L * (middle - from));
    int left = from;
    int right = middle;
    for (int at = from; left < middle; at++) {
      boolean takeRight =
          right < to && Long.compareUnsigned(code(pairs, right), code(spare, left)) < 0;
      if (takeRight) {
        copy(pairs, right++, pairs, at);
      } else {
        copy(spare, left++, pairs, at);
      }
    }
  }

  private static void insertionSort(MemorySegment pairs, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long code = code(pairs, i);
      long row = row(pairs, i);
      int at = i;
      while (at > from && Long.compareUnsigned(code(pairs, at - 1), code) > 0) {
        copy(pairs, at - 1, pairs, at);
        at--;
      }
      set(pairs, at, code, row);
    }
  }

  static long code(MemorySegment pairs, int i) {
    return pairs.get(JAVA_LONG, (long) i << 4);
  }

  static long row(MemorySegment pairs, int i) {
    return pairs.get(JAVA_LONG, ((long) i << 4) + 8);
  }

  static void set(MemorySegment pairs, int i, long code, long row) {
    pairs.set(JAVA_LONG, (long) i << 4, code);
    setRow(pairs, i, row);
  }

  static void setRow(MemorySegment pairs, int i, long row) {
    pairs.set(JAVA_LONG, ((long) i << 4) + 8, row);
  }

  private static void copy(MemorySegment from, int i, MemorySegment to, int k) {
    set(to, k, code(from, i), row(from, i));
  }
}
