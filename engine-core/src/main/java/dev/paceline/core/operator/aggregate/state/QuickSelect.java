package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.exec.CancellationToken;
import java.lang.foreign.MemorySegment;

/**
 * Finds the value of a rank without sorting all values.
 *
 * <p>Source: Hoare, Algorithm 65: Find (1961), with pivots drawn at random, so that no order of the
 * values is slow. Partitioning does not branch on values: it swaps each value with the first of the
 * larger ones, and adds the result of the comparison to the place of that one. One thread at a time
 * uses it.
 */
final class QuickSelect {
  /** The most values that are sorted by insertion. */
  private static final int FEW = 24;

  /** The smallest number of values of which the pivot is a median of medians. */
  private static final int MANY = 1 << 10;

  /** The number of values after which a pass checks the cancellation. */
  static final long CHECKED = 1 << 18;

  private final MemorySegment values;
  private final CancellationToken cancellation;
  private long random = 0x9E3779B97F4A7C15L;

  /**
   * @param values 64-bit numbers, which are moved
   */
  QuickSelect(MemorySegment values, CancellationToken cancellation) {
    this.values = values;
    this.cancellation = cancellation;
  }

  /**
   * Returns the value that is at a position if those in [from, to) are sorted. It is there
   * afterwards; no value before it is larger, and none behind it is smaller.
   */
  long select(long from, long to, long position) {
    long low = from;
    long high = to;
    while (high - low > FEW) {
      long pivot = pivot(low, high);
      long larger = partition(low, high, pivot);
      if (position < larger) {
        high = larger;
        continue;
      }
      if (larger == low) { // the pivot is the smallest value: leave out all that are equal to it
        larger = pivot == Long.MAX_VALUE ? high : partition(low, high, pivot + 1);
        if (position < larger) {
          return pivot;
        }
      }
      low = larger;
    }
    sortByInsertion(low, high);
    return value(position);
  }

  /** Returns the smallest value in [from, to). */
  long smallest(long from, long to) {
    long smallest = Long.MAX_VALUE;
    for (long i = from; i < to; i++) {
      if (((i - from) & (CHECKED - 1)) == CHECKED - 1) {
        cancellation.check();
      }
      smallest = Math.min(smallest, value(i));
    }
    return smallest;
  }

  /** Moves the values in [low, high) that are smaller than the pivot before the others. */
  private long partition(long low, long high, long pivot) {
    long end = low;
    for (long from = low; from < high; from += CHECKED) {
      if (from > low) {
        cancellation.check();
      }
      long to = Math.min(from + CHECKED, high);
      for (long i = from; i < to; i++) {
        long value = value(i);
        set(i, value(end));
        set(end, value);
        end += value < pivot ? 1 : 0;
      }
    }
    return end;
  }

  /** Sorts the values in [from, to). */
  void sort(long from, long to) {
    long low = from;
    long high = to;
    while (high - low > FEW) {
      long pivot = pivot(low, high);
      long larger = partition(low, high, pivot);
      if (larger == low) { // all that are equal to the smallest value are in their place
        low = pivot == Long.MAX_VALUE ? high : partition(low, high, pivot + 1);
      } else if (larger - low < high - larger) {
        sort(low, larger);
        low = larger;
      } else {
        sort(larger, high);
        high = larger;
      }
    }
    sortByInsertion(low, high);
  }

  private void sortByInsertion(long low, long high) {
    for (long i = low + 1; i < high; i++) {
      long value = value(i);
      long hole = i;
      while (hole > low && value(hole - 1) > value) {
        set(hole, value(hole - 1));
        hole--;
      }
      set(hole, value);
    }
  }

  private long pivot(long low, long high) {
    return high - low < MANY ? medianOf3(low, high) : medianOfMedians(low, high);
  }

  private long medianOfMedians(long low, long high) {
    return median(medianOf3(low, high), medianOf3(low, high), medianOf3(low, high));
  }

  private long medianOf3(long low, long high) {
    long count = high - low;
    return median(anyOf(low, count), anyOf(low, count), anyOf(low, count));
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  private long anyOf(long low, long count) {
    random ^= random << 13; // Marsaglia, Xorshift RNGs (2003)
    random ^= random >>> 7;
    random ^= random << 17;
    return value(low + Long.remainderUnsigned(random, count));
  }

  private long value(long position) {
    return values.get(JAVA_LONG, position << 3);
  }

  private void set(long position, long value) {
    values.set(JAVA_LONG, position << 3, value);
  }
}
