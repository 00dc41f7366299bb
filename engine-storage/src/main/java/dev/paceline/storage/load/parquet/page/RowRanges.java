package dev.paceline.storage.load.parquet.page;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.column.IntegralColumn;
import dev.paceline.storage.load.column.NullRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Rows of a row group, as ascending ranges that do not touch each other. Immutable. */
public final class RowRanges {
  /** The first row of each range, followed by the row behind its last one. */
  private final long[] bounds;

  private final long rowCount;

  private RowRanges(long[] bounds) {
    this.bounds = bounds;
    long rows = 0;
    for (int i = 0; i < bounds.length; i += 2) {
      rows += bounds[i + 1] - bounds[i];
    }
    this.rowCount = rows;
  }

  /** Returns the rows from one to another one, which does not belong to them. */
  public static RowRanges of(long from, long to) {
    return new RowRanges(from < to ? new long[] {from, to} : new long[0]);
  }

  /** Returns the number of rows. */
  public long rowCount() {
    return rowCount;
  }

  /** Returns the number of ranges. */
  int size() {
    return bounds.length / 2;
  }

  /** Returns the first row of a range. */
  long from(int range) {
    return bounds[2 * range];
  }

  /** Returns the row behind the last one of a range. */
  long to(int range) {
    return bounds[2 * range + 1];
  }

  /** Whether some row lies in a range of rows. */
  boolean overlaps(long from, long to) {
    for (int i = 0; i < size(); i++) {
      if (from(i) < to && to(i) > from) {
        return true;
      }
    }
    return false;
  }

  /** Returns the rows that belong to both. */
  public RowRanges and(RowRanges other) {
    Builder common = new Builder();
    int mine = 0;
    int theirs = 0;
    while (mine < size() && theirs < other.size()) {
      common.add(Math.max(from(mine), other.from(theirs)), Math.min(to(mine), other.to(theirs)));
      if (to(mine) < other.to(theirs)) {
        mine++;
      } else {
        theirs++;
      }
    }
    return common.build();
  }

  /**
   * Returns the numbers of the rows as a column.
   *
   * @param first the number of the row group's first row
   */
  public ChunkColumn numbers(DataType type, long first, MemoryScope memory) {
    int rows = (int) rowCount;
    MemorySegment lanes = memory.allocate((long) rows * Long.BYTES);
    long lane = 0;
    for (int i = 0; i < size(); i++) {
      for (long row = from(i); row < to(i); row++) {
        lanes.set(ValueLayout.JAVA_LONG, lane++ << 3, first + row);
      }
    }
    long max = first + bounds[bounds.length - 1] - 1;
    return IntegralColumn.of(type, NullRows.none(rows), lanes, Long.BYTES, first + bounds[0], max);
  }

  @Override
  public String toString() {
    return Arrays.toString(bounds);
  }

  /** Joins ranges that touch each other. */
  public static final class Builder {
    private long[] bounds = new long[8];
    private int length;

    /** Adds rows behind those that were added before; nothing if {@code from} is not less. */
    public void add(long from, long to) {
      if (from >= to) {
        return;
      }
      if (length > 0 && bounds[length - 1] == from) {
        bounds[length - 1] = to;
        return;
      }
      if (length == bounds.length) {
        bounds = Arrays.copyOf(bounds, 2 * length);
      }
      bounds[length++] = from;
      bounds[length++] = to;
    }

    public RowRanges build() {
      return new RowRanges(Arrays.copyOf(bounds, length));
    }
  }
}
