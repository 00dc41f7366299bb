package dev.paceline.core.scan;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The range of first-key values that the first rows of a sort can still have. The range becomes
 * narrower while the sort receives rows, so that the scan below it can drop all other rows.
 * Thread-safe.
 */
public final class SortBound {
  private final boolean descending;
  private final boolean nullsFirst;

  @GuardedBy("this")
  private volatile ColumnPredicate wanted;

  /** How often the range has become narrower. */
  private final AtomicInteger version = new AtomicInteger();

  /**
   * @param type of the first key; {@link #supports} says which types are possible
   * @param descending whether greater values come first
   * @param nullsFirst whether NULLs come before all values
   */
  public SortBound(DataType type, boolean descending, boolean nullsFirst) {
    this.descending = descending;
    this.nullsFirst = nullsFirst;
    this.wanted =
        switch (type.family()) {
          case INTEGRAL ->
              new LongRanges(new long[] {Long.MIN_VALUE}, new long[] {Long.MAX_VALUE}, true);
          case FLOATING ->
              new DoubleRanges(List.of(new DoubleRange(null, false, null, false)), true);
          case BYTES -> new BytesRanges(List.of(new BytesRange(null, false, null, false)), true);
          case BOOLEAN -> throw new IllegalArgumentException("no bounds of type " + type);
        };
  }

  /** Returns whether values of a type can have a bound. */
  public static boolean supports(DataType type) {
    return switch (type.family()) {
      case INTEGRAL -> type.fitsLong();
      case FLOATING, BYTES -> true;
      case BOOLEAN -> false;
    };
  }

  /**
   * Reports that the sort has enough rows whose first key is not behind a value.
   *
   * @param column holds the largest of these keys, or the smallest in descending order
   * @param row where it is; its value is not NULL
   */
  public synchronized void tighten(ColumnVector column, int row) {
    switch (wanted) {
      case LongRanges ranges -> {
        long value = column.getLong(row);
        if (ranges.contains(value)) {
          narrow(
              new LongRanges(
                  new long[] {descending ? value : Long.MIN_VALUE},
                  new long[] {descending ? Long.MAX_VALUE : value},
                  nullsFirst));
        }
      }
      case DoubleRanges ranges -> {
        double value = column.getDouble(row);
        if (ranges.ranges().getFirst().contains(value)) {
          DoubleRange range =
              new DoubleRange(descending ? value : null, true, descending ? null : value, true);
          narrow(new DoubleRanges(List.of(range), nullsFirst));
        }
      }
      case BytesRanges ranges -> {
        long view = column.getView(row);
        MemorySegment bytes =
            column.valueHeap().asSlice(StringView.offset(view), StringView.length(view));
        byte[] value = bytes.toArray(ValueLayout.JAVA_BYTE);
        if (contains(ranges.ranges().getFirst(), value)) {
          BytesRange range =
              new BytesRange(descending ? value : null, true, descending ? null : value, true);
          narrow(new BytesRanges(List.of(range), nullsFirst));
        }
      }
      default -> throw new IllegalStateException("bound " + wanted);
    }
  }

  @GuardedBy("this")
  private void narrow(ColumnPredicate narrower) {
    wanted = narrower;
    version.incrementAndGet();
  }

  private static boolean contains(BytesRange range, byte[] value) {
    return (range.low() == null || Arrays.compareUnsigned(range.low(), value) <= 0)
        && (range.high() == null || Arrays.compareUnsigned(value, range.high()) <= 0);
  }

  /** Returns the values that the first rows can still have; all values at first. */
  @SuppressWarnings("GuardedBy") // one volatile read; only writes need the lock
  public ColumnPredicate wanted() {
    return wanted;
  }

  /** Returns a number that is another one when {@link #wanted} has become narrower. */
  public int version() {
    return version.get();
  }

  /** Returns whether greater values come first. */
  public boolean descending() {
    return descending;
  }

  /** Returns whether NULLs come before all values. */
  public boolean nullsFirst() {
    return nullsFirst;
  }
}
