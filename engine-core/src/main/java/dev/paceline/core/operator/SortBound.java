package dev.paceline.core.operator;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.ColumnPredicate.LongRanges;

/**
 * The range of first-key values that the first rows of a sort can still have. The range becomes
 * narrower while the sort receives rows, so that the scan below it can drop all other rows.
 * Thread-safe.
 */
public final class SortBound {
  private final boolean descending;
  private final boolean nullsFirst;

  @GuardedBy("this")
  private long last;

  private volatile LongRanges wanted =
      new LongRanges(new long[] {Long.MIN_VALUE}, new long[] {Long.MAX_VALUE}, true);

  /**
   * @param descending whether greater values come first
   * @param nullsFirst whether NULLs come before all values
   */
  public SortBound(boolean descending, boolean nullsFirst) {
    this.descending = descending;
    this.nullsFirst = nullsFirst;
    this.last = descending ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /**
   * Reports that the sort has enough rows whose first key is not behind a value.
   *
   * @param value the largest of these keys, or the smallest in descending order
   */
  public synchronized void tighten(long value) {
    if (descending ? value > last : value < last) {
      last = value;
      wanted =
          new LongRanges(
              new long[] {descending ? value : Long.MIN_VALUE},
              new long[] {descending ? Long.MAX_VALUE : value},
              nullsFirst);
    }
  }

  /** Returns the values that the first rows can still have; all values at first. */
  public LongRanges wanted() {
    return wanted;
  }
}
