package dev.paceline.storage.encoding.profile;

import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;

/**
 * Sorts the numbers of distinct strings by the strings, as unsigned bytes: multikey quicksort
 * (Bentley and Sedgewick, Fast Algorithms for Sorting and Searching Strings, 1997) with eight bytes
 * as the character. The next eight bytes of each string are kept beside its number, so that most
 * comparisons do not look at the strings, which lie anywhere in memory. Its arrays are reused; one
 * thread at a time.
 */
final class StringSort {
  private static final int FEW = 12;

  /** The sign bit, which is flipped in keys, so that signed comparison orders unsigned bytes. */
  private static final long SIGN = Long.MIN_VALUE;

  private static final long[] NO_VIEWS = {};

  private long[] keys = new long[0];
  private long random = 1;

  private MemorySegment heap = MemorySegment.NULL;
  private long[] views = NO_VIEWS;

  /**
   * Sorts numbers.
   *
   * @param numbers the first {@code count} are sorted
   * @param strings the string of each number; no two are equal
   */
  void sort(MemorySegment heap, long[] strings, int[] numbers, int count) {
    if (keys.length < count) {
      keys = new long[numbers.length];
    }
    this.heap = heap;
    this.views = strings;
    loadKeys(numbers, 0, count, 0);
    sort(numbers, 0, count, 0);
    this.heap = MemorySegment.NULL;
    this.views = NO_VIEWS;
  }

  /** Sorts the numbers at positions [from, to), whose strings are equal before an offset. */
  private void sort(int[] numbers, int from, int to, int offset) {
    int low = from;
    int high = to;
    int depth = offset;
    while (high - low > FEW) {
      long pivot = pivot(low, high);
      int less = low;
      int greater = high;
      int at = low;
      while (at < greater) {
        long key = keys[at];
        if (key < pivot) {
          swap(numbers, at++, less++);
        } else if (key > pivot) {
          swap(numbers, at, --greater);
        } else {
          at++;
        }
      }
      sort(numbers, low, less, depth);
      sort(numbers, greater, high, depth);
      // The strings in the middle are equal in eight more bytes, with zeros behind their ends.
      depth += Long.BYTES;
      low = moveEnded(numbers, less, greater, depth);
      insertionSort(numbers, less, low);
      high = greater;
      loadKeys(numbers, low, high, depth);
    }
    insertionSort(numbers, low, high);
  }

  /**
   * Moves the strings that end at an offset or before it to the front: they are smaller than the
   * others, and no more than nine, because those that ended earlier were moved before.
   *
   * @return the position behind them
   */
  private int moveEnded(int[] numbers, int from, int to, int offset) {
    int end = from;
    for (int i = from; i < to; i++) {
      if (StringView.length(views[numbers[i]]) <= offset) {
        swap(numbers, i, end++);
      }
    }
    return end;
  }

  private void loadKeys(int[] numbers, int from, int to, int offset) {
    MemorySegment strings = heap;
    long[] viewOf = views;
    for (int i = from; i < to; i++) {
      keys[i] = StringView.prefix(strings, viewOf[numbers[i]], offset) ^ SIGN;
    }
  }

  /** Returns the median of the keys at three random positions. */
  private long pivot(int from, int to) {
    long first = keys[position(from, to)];
    long second = keys[position(from, to)];
    long third = keys[position(from, to)];
    return Math.max(Math.min(first, second), Math.min(Math.max(first, second), third));
  }

  private int position(int from, int to) {
    random = random * 0x5851_f42d_4c95_7f2dL + 1;
    return from + (int) ((random >>> 33) % (to - from));
  }

  private void swap(int[] numbers, int left, int right) {
    long key = keys[left];
    keys[left] = keys[right];
    keys[right] = key;
    int number = numbers[left];
    numbers[left] = numbers[right];
    numbers[right] = number;
  }

  private void insertionSort(int[] numbers, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long key = keys[i];
      int number = numbers[i];
      int at = i;
      while (at > from && isLess(key, number, keys[at - 1], numbers[at - 1])) {
        keys[at] = keys[at - 1];
        numbers[at] = numbers[at - 1];
        at--;
      }
      keys[at] = key;
      numbers[at] = number;
    }
  }

  private boolean isLess(long leftKey, int left, long rightKey, int right) {
    return leftKey != rightKey
        ? leftKey < rightKey
        : StringView.compare(heap, views[left], heap, views[right]) < 0;
  }
}
