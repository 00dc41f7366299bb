package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The lanes of one column, of 64 bits a row. The latest rows are staged in an array, which is cheap
 * to write one value at a time, and {@link #flush} copies them to native memory. One thread at a
 * time.
 */
final class StagedLanes {
  private static final int MASK = ValueBuffer.STAGED_ROWS - 1;

  private final MemoryScope scope;
  private int capacity = ValueBuffer.STAGED_ROWS;
  private MemorySegment flushed;

  /** Lanes of the rows from {@link #stagedFrom} on, each at its row modulo the length. */
  private final long[] staged = new long[ValueBuffer.STAGED_ROWS];

  private int stagedFrom;

  StagedLanes(MemoryScope scope) {
    this.scope = scope;
    this.flushed = scope.allocate(8L * capacity);
  }

  /** Returns how many rows there is room for. */
  int capacity() {
    return capacity;
  }

  /**
   * Makes room for a number of rows, and for those that may be staged behind them.
   *
   * @return whether the capacity is larger than before
   */
  boolean reserve(int count) {
    int rows = Math.min(RowGroup.MAX_ROWS, (count | MASK) + 1);
    if (rows <= capacity) {
      return false;
    }
    capacity = Math.min(RowGroup.MAX_ROWS, Math.max(rows, 4 * capacity));
    flushed = scope.reallocate(flushed, 8L * capacity);
    return true;
  }

  void stage(int row, long lane) {
    staged[row & MASK] = lane;
  }

  /** Returns the lanes of the staged rows, each at its row modulo the length. */
  long[] staged() {
    return staged;
  }

  /** Returns the first row that is not flushed. */
  int stagedFrom() {
    return stagedFrom;
  }

  /** Copies the staged rows before a row to native memory. */
  void flush(int rows) {
    if (rows > stagedFrom) {
      MemorySegment.copy(
          staged,
          stagedFrom & MASK,
          flushed,
          ValueLayout.JAVA_LONG,
          (long) stagedFrom << 3,
          rows - stagedFrom);
      stagedFrom = rows;
    }
  }

  /** Goes on behind rows whose lanes the caller has written, or keeps in another way. */
  void skipTo(int rows) {
    stagedFrom = rows;
  }

  /** Returns the lanes of the flushed rows, until more rows are reserved. */
  MemorySegment flushed() {
    return flushed;
  }

  /** Returns the lane of a flushed row. */
  long get(int row) {
    return flushed.get(ValueLayout.JAVA_LONG, (long) row << 3);
  }

  /** Forgets all rows. */
  void clear() {
    stagedFrom = 0;
  }
}
