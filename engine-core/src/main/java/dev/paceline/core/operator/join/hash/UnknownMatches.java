package dev.paceline.core.operator.join.hash;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.operator.join.KeyEquality;
import dev.paceline.core.operator.row.RowStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Tells for which left rows without a partner {@code key IN (right)} is NULL rather than false:
 * some right row would be a partner if its NULLs, or the left row's, had the right values. One
 * worker uses it.
 */
final class UnknownMatches {
  private final HashJoinBuild build;
  private final JoinKeys keys;
  private int[] rowsWithNull = new int[0];
  private boolean searched;

  UnknownMatches(HashJoinBuild build) {
    this.build = build;
    this.keys = build.keys();
  }

  /**
   * @param candidates left rows without a partner; bits behind the last row are ignored
   * @param unknown gets a bitmap of those for which the answer is NULL
   * @return whether there are any
   */
  boolean find(Batch left, MemorySegment candidates, MemorySegment unknown) {
    int count = left.rowCount();
    Bitmaps.zero(unknown, 0, count);
    if (!build.sawRow() || !build.sawNullKey() && !mayHaveNull(left)) {
      return false;
    }
    boolean any = false;
    for (int word = 0; word << 6 < count; word++) {
      int end = Math.min(64, count - (word << 6));
      long bits = candidates.get(ValueLayout.JAVA_LONG, (long) word << 3) & -1L >>> 64 - end;
      for (; bits != 0; bits &= bits - 1) {
        int row = (word << 6) + Long.numberOfTrailingZeros(bits);
        if (isUnknown(left, row)) {
          Bitmaps.set(unknown, 0, row);
          any = true;
        }
      }
    }
    return any;
  }

  private boolean mayHaveNull(Batch left) {
    for (int key = 0; key < keys.count(); key++) {
      if (!keys.nullsEqual()[key] && left.column(keys.left()[key]).mayHaveNulls()) {
        return true;
      }
    }
    return false;
  }

  private boolean hasNull(Batch left, int row) {
    for (int key = 0; key < keys.count(); key++) {
      if (!keys.nullsEqual()[key] && left.column(keys.left()[key]).isNull(row)) {
        return true;
      }
    }
    return false;
  }

  private boolean isUnknown(Batch left, int row) {
    boolean leftNull = hasNull(left, row);
    if (keys.count() == 1) {
      return leftNull || build.sawNullKey();
    }
    RowStore store = build.store();
    if (leftNull) {
      for (int right = 0; right < store.rowCount(); right++) {
        if (mayMatch(left, row, store, right)) {
          return true;
        }
      }
      return false;
    }
    for (int right : rowsWithNull(store)) {
      if (mayMatch(left, row, store, right)) {
        return true;
      }
    }
    return false;
  }

  /** Whether no key says that two rows differ. */
  private boolean mayMatch(Batch left, int row, RowStore store, int right) {
    for (int key = 0; key < keys.count(); key++) {
      ColumnVector ours = left.column(keys.left()[key]);
      ColumnVector theirs = store.column(keys.stored()[key]);
      boolean nullsEqual = keys.nullsEqual()[key];
      boolean open = !nullsEqual && (ours.isNull(row) || theirs.isNull(right));
      if (!open && !KeyEquality.equal(ours, row, theirs, right, nullsEqual)) {
        return false;
      }
    }
    return true;
  }

  private int[] rowsWithNull(RowStore store) {
    if (!searched) {
      searched = true;
      rowsWithNull =
          java.util.stream.IntStream.range(0, store.rowCount())
              .filter(
                  right -> {
                    for (int key = 0; key < keys.count(); key++) {
                      if (!keys.nullsEqual()[key]
                          && store.column(keys.stored()[key]).isNull(right)) {
                        return true;
                      }
                    }
                    return false;
                  })
              .toArray();
    }
    return rowsWithNull;
  }
}
