package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.DoubleOrder;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;

/**
 * The keys to which the bounds of RANGE frames add distances, by position, as 64-bit numbers that
 * ascend in each partition whatever the direction of the order is.
 */
final class RangeKeys {
  /** More months than there are between any two dates. */
  private static final long MAX_MONTHS = 12L * 100_000;

  private final SortedRows rows;
  private final int column;
  private final boolean descending;
  private final boolean nullsFirst;
  private final boolean floating;
  private final boolean date;
  private final ArgumentRows notNull;
  private final MemorySegment lanes;

  /**
   * @param column a number, a DATE, a TIME or a TIMESTAMP
   * @param orderKey whose order the column has
   * @param notNull of the column
   */
  RangeKeys(
      SortedRows rows, int column, SortKey orderKey, ArgumentRows notNull, MemoryScope memory) {
    this.rows = rows;
    this.column = column;
    this.descending = orderKey.descending();
    this.nullsFirst = orderKey.nullsFirst();
    this.floating = rows.store().column(column).type().family() == TypeFamily.FLOATING;
    this.date = rows.store().column(column).type().kind() == TypeKind.DATE;
    this.notNull = notNull;
    this.lanes = memory.allocate(8L * rows.count());
  }

  boolean isFloating() {
    return floating;
  }

  FinishPhase phases() {
    return PositionRanges.phase(rows, this::fill);
  }

  private void fill(int from, int to, BatchReader reader) {
    reader.read(
        column,
        from,
        to,
        (values, at, count) -> {
          for (int i = 0; i < count; i++) {
            long key =
                values.isNull(i)
                    ? 0
                    : floating ? DoubleOrder.encode(values.getDouble(i)) : whole(values, i);
            lanes.set(JAVA_LONG, (long) (at + i) << 3, descending ? ~key : key);
          }
        });
  }

  private static long whole(ColumnVector values, int row) {
    long low = values.getLong(row);
    if (values.getHigh(row) != low >> 63) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "RANGE with a distance does not support order keys of more than 64 bits, such as "
              + values.getDecimal(row).toPlainString()
              + "; order by a narrower DECIMAL or a DOUBLE");
    }
    return low;
  }

  private long key(int position) {
    return lanes.get(JAVA_LONG, (long) position << 3);
  }

  /** Whether the key of a position is NULL: such rows have no distance to others. */
  boolean isNull(int position) {
    return !notNull.counts(position);
  }

  /** The key that is so far behind that of a position; before it for negative distances. */
  long target(int position, long distance) {
    return saturatedSum(key(position), distance);
  }

  /** {@link #target(int, long)} for keys that are doubles. */
  long target(int position, double distance) {
    long key = key(position);
    double value = DoubleOrder.decode(descending ? ~key : key);
    long code = DoubleOrder.encode(value + (descending ? -distance : distance));
    return descending ? ~code : code;
  }

  /** {@link #target(int, long)} for distances in months. */
  long targetOfMonths(int position, long months) {
    long key = key(position);
    long value = descending ? ~key : key;
    long added = Math.clamp(descending ? -months : months, -MAX_MONTHS, MAX_MONTHS);
    long moved =
        date ? CivilDate.plusMonths(value, added) : Micros.saturatedPlusMonths(value, added);
    return descending ? ~moved : moved;
  }

  private static long saturatedSum(long a, long b) {
    long sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  /**
   * Finds the first position in a partition whose key is not NULL and not before a target.
   *
   * @param behind whether the key must be behind the target
   * @param hint where to look first: a position of the partition, or its end
   * @return the position behind the last key that is not NULL if there is none
   */
  int search(int partition, int end, long target, boolean behind, int hint) {
    int known = notNull.count(partition, end);
    int low = nullsFirst ? end - known : partition;
    int high = low + known;
    int at = Math.clamp(hint, low, high);
    if (at < high && isBefore(at, target, behind)) {
      int step = 1;
      low = at + 1;
      while (low < high && isBefore(Math.min(low + step, high) - 1, target, behind)) {
        low = Math.min(low + step, high);
        step <<= 1;
      }
      high = Math.min(low + step, high);
    } else {
      int step = 1;
      high = at;
      while (high > low && !isBefore(Math.max(high - step, low), target, behind)) {
        high = Math.max(high - step, low);
        step <<= 1;
      }
      low = Math.max(high - step, low);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isBefore(middle, target, behind)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean isBefore(int position, long target, boolean behind) {
    long key = key(position);
    return key < target || behind && key == target;
  }
}
