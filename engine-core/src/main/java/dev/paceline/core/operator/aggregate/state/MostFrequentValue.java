package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.exec.CancellationToken;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Finds the most frequent of some values, or the smallest of them if several are equally frequent.
 * It counts values of a small range, and sorts others. One thread uses it.
 */
final class MostFrequentValue {
  /** Values of a larger range are sorted. */
  private static final int MAX_RANGE = 1 << 12;

  /** Two values that follow each other are counted apart, because they are often the same one. */
  private static final int LANES = 2;

  private final MemorySegment values;
  private final QuickSelect select;
  private final CancellationToken cancellation;
  private int[] counts = {};

  /**
   * @param values 64-bit numbers
   * @param select moves these values
   */
  MostFrequentValue(MemorySegment values, QuickSelect select, CancellationToken cancellation) {
    this.values = values;
    this.select = select;
    this.cancellation = cancellation;
  }

  /** Returns the one of the values in [from, to), which are at least one and may be moved. */
  long find(long from, long to) {
    long smallest = Long.MAX_VALUE;
    long largest = Long.MIN_VALUE;
    for (long i = from; i < to; i++) {
      checkAt(i - from);
      long value = value(i);
      smallest = Math.min(smallest, value);
      largest = Math.max(largest, value);
    }
    long range = largest - smallest; // negative if it is too large for 64 bits
    return range >= 0 && range < Math.min(MAX_RANGE, to - from)
        ? counted(from, to, smallest, (int) range + 1)
        : sorted(from, to);
  }

  private long counted(long from, long to, long smallest, int range) {
    if (counts.length < LANES * range) {
      counts = new int[LANES * Math.min(MAX_RANGE, 2 * range)];
    } else {
      Arrays.fill(counts, 0, LANES * range, 0);
    }
    for (long i = from; i < to; i++) {
      checkAt(i - from);
      counts[LANES * (int) (value(i) - smallest) + (int) (i & LANES - 1)]++;
    }
    int mode = 0;
    long most = 0;
    for (int i = 0; i < range; i++) {
      long count = (long) counts[LANES * i] + counts[LANES * i + 1];
      if (count > most) {
        most = count;
        mode = i;
      }
    }
    return smallest + mode;
  }

  /** Returns the value of the longest run of equal values. */
  private long sorted(long from, long to) {
    select.sort(from, to);
    long mode = 0;
    long most = 0;
    long run = 0;
    long last = 0;
    for (long i = from; i < to; i++) {
      checkAt(i - from);
      long value = value(i);
      run = i > from && value == last ? run + 1 : 1;
      last = value;
      if (run > most) {
        most = run;
        mode = value;
      }
    }
    return mode;
  }

  private void checkAt(long done) {
    if ((done & (QuickSelect.CHECKED - 1)) == QuickSelect.CHECKED - 1) {
      cancellation.check();
    }
  }

  private long value(long position) {
    return values.get(JAVA_LONG, position << 3);
  }
}
