package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.DoubleOrder;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;

/**
 * The keys to which the bounds of RANGE frames add distances, by position, as 64-bit numbers that
 * ascend in each partition whatever the direction of the order is.
 */
final class RangeKeys {
  private final SortedRows rows;
  private final int column;
  private final boolean descending;
  private final boolean nullsFirst;
  private final boolean floating;
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
    return Micros.saturatedSum(key(position), distance);
  }

  /** {@link #target(int, long)} for keys that are doubles. */
  long target(int position, double distance) {
    long key = key(position);
    double value = DoubleOrder.decode(descending ? ~key : key);
    long code = DoubleOrder.encode(value + (descending ? -distance : distance));
    return descending ? ~code : code;
  }

  /**
   * {@link #target(int, long)} for a distance that is an interval, and a key that is a TIMESTAMP or
   * a TIME.
   *
   * @param sign 1 or -1, by which the distance is multiplied
   */
  long targetOfInterval(int position, int sign, IntervalFields distance) {
    long key = key(position);
    int direction = descending ? -sign : sign;
    long moved = Micros.saturatedPlus(descending ? ~key : key, direction, distance);
    return descending ? ~moved : moved;
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
