package dev.paceline.core.column;

import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a batch count: a bitmap, and on demand the same as ascending row numbers. Owned and
 * reused by the operator that fills it; not thread-safe.
 */
public final class Selection {
  private final MemorySegment bitmap;
  private final MemorySegment positions;
  private int rowCount;
  private int count;
  private boolean positionsValid;

  /**
   * @param capacity the most rows of a batch
   */
  public Selection(MemoryScope scope, int capacity) {
    this(scope, capacity, capacity);
  }

  /**
   * A selection of few rows of many.
   *
   * @param capacity the most rows to select from
   * @param numbered the most selected rows whose {@link #positions} are asked for
   */
  public Selection(MemoryScope scope, int capacity, int numbered) {
    bitmap = scope.allocate(Bitmaps.bytes(capacity));
    positions = scope.allocate(4L * numbered);
  }

  /** The bitmap; bit set = selected. Whoever changes it calls {@link #update}. */
  public MemorySegment bitmap() {
    return bitmap;
  }

  /** Selects all of {@code rows} rows. */
  public void selectAll(int rows) {
    Bitmaps.fill(bitmap, 0, rows);
    rowCount = rows;
    count = rows;
    positionsValid = false;
  }

  /**
   * Selects those of another selection's rows that are numbers [from, to) among them.
   *
   * @param of null stands for all of {@code rows} rows
   */
  public void selectRange(@Nullable Selection of, int rows, int from, int to) {
    Bitmaps.zero(bitmap, 0, rows);
    if (of == null) {
      for (int i = from; i < to; i++) {
        Bitmaps.set(bitmap, 0, i);
      }
    } else {
      MemorySegment others = of.positions();
      for (int i = from; i < to; i++) {
        Bitmaps.set(bitmap, 0, others.get(ValueLayout.JAVA_INT, (long) i << 2));
      }
    }
    update(rows);
  }

  /**
   * Counts the bitmap anew after a change.
   *
   * @return the number of selected rows
   */
  public int update(int rows) {
    rowCount = rows;
    count = Bitmaps.count(bitmap, 0, rows);
    positionsValid = false;
    return count;
  }

  /** Clears the bits that another selection of the same rows has not set. */
  public void and(Selection other, int rows) {
    long bytes = Bitmaps.bytes(rows);
    for (long i = 0; i < bytes; i += 8) {
      bitmap.set(
          ValueLayout.JAVA_LONG,
          i,
          bitmap.get(ValueLayout.JAVA_LONG, i) & other.bitmap.get(ValueLayout.JAVA_LONG, i));
    }
    update(rows);
  }

  /** Rows of the batch that this selects from. */
  public int rowCount() {
    return rowCount;
  }

  /** Selected rows. */
  public int count() {
    return count;
  }

  public boolean isAll() {
    return count == rowCount;
  }

  public boolean isSelected(int row) {
    return Bitmaps.get(bitmap, 0, row);
  }

  /** The selected row numbers in ascending order, {@link #count} 32-bit integers. */
  public MemorySegment positions() {
    if (!positionsValid) {
      int k = 0;
      for (int word = 0; word << 6 < rowCount; word++) {
        long bits = bitmap.get(ValueLayout.JAVA_LONG, (long) word << 3);
        int remaining = rowCount - (word << 6);
        if (remaining < 64) {
          bits &= (1L << remaining) - 1;
        }
        while (bits != 0) {
          positions.set(
              ValueLayout.JAVA_INT, (long) k << 2, (word << 6) + Long.numberOfTrailingZeros(bits));
          bits &= bits - 1;
          k++;
        }
      }
      positionsValid = true;
    }
    return positions;
  }
}
