package dev.paceline.core.operator.sort;

import java.util.Arrays;

/**
 * Divides codes into buckets by ascending splitters. Codes are unsigned. Most codes are divided by
 * one look into a table: it cuts the range between the first and the last splitter into equal
 * cells, most of which have no splitter in them. Immutable.
 */
final class Splitters {
  /** Two bytes each, so that the table stays in a processor's first cache. */
  private static final int CELL_BITS = 12;

  private final long[] splitters;
  private final long smallest;
  private final int shift;

  /** The number of splitters before each cell, and at last of all. */
  private final short[] before;

  /**
   * @param splitters distinct, in ascending order
   */
  Splitters(long[] splitters) {
    this.splitters = splitters.clone();
    this.smallest = splitters.length == 0 ? 0 : splitters[0];
    long range = splitters.length == 0 ? 0 : splitters[splitters.length - 1] - smallest;
    this.shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(range) - CELL_BITS);
    this.before = new short[splitters.length == 0 ? 1 : (int) (range >>> shift) + 2];
    for (long splitter : splitters) {
      before[cell(splitter) + 1]++;
    }
    for (int cell = 1; cell < before.length; cell++) {
      before[cell] += before[cell - 1];
    }
  }

  private int cell(long code) {
    return (int) ((code - smallest) >>> shift);
  }

  /** Returns the number of buckets: there is one more than splitters. */
  int buckets() {
    return splitters.length + 1;
  }

  /** Returns the number of splitters that are not greater than a code. */
  int bucket(long code) {
    if (Long.compareUnsigned(code, smallest) < 0) {
      return 0;
    }
    long cell = (code - smallest) >>> shift;
    if (Long.compareUnsigned(cell, before.length - 1) >= 0) {
      return splitters.length;
    }
    int at = before[(int) cell];
    int end = before[(int) cell + 1];
    while (at < end) {
      int middle = (at + end) >>> 1;
      if (Long.compareUnsigned(splitters[middle], code) <= 0) {
        at = middle + 1;
      } else {
        end = middle;
      }
    }
    return at;
  }

  /**
   * Chooses splitters that divide a sample into buckets of about the same size.
   *
   * @param sample of the codes; sorted by this
   * @param buckets at most
   */
  static Splitters of(long[] sample, int buckets) {
    for (int i = 0; i < sample.length; i++) {
      sample[i] ^= Long.MIN_VALUE;
    }
    Arrays.sort(sample);
    long[] chosen = new long[buckets - 1];
    int count = 0;
    for (int bucket = 1; bucket < buckets; bucket++) {
      long splitter = sample[(int) ((long) bucket * sample.length / buckets)] ^ Long.MIN_VALUE;
      if (count == 0 || chosen[count - 1] != splitter) {
        chosen[count++] = splitter;
      }
    }
    return new Splitters(Arrays.copyOf(chosen, count));
  }
}
