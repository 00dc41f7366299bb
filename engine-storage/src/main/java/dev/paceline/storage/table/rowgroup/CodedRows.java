package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.encoding.profile.StringCodes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * The rows of a column whose strings have all arrived as dictionary codes. It keeps a code of two
 * bytes for each row instead of a view of eight, and one view for each different string. One thread
 * at a time.
 */
final class CodedRows {
  private final MemoryScope scope;
  private final short[] staged = new short[ValueBuffer.STAGED_ROWS];
  private MemorySegment codes;

  /** The strings by their codes; NULL has none. */
  private long[] views = new long[ValueBuffer.STAGED_ROWS];

  private int count;

  CodedRows(MemoryScope scope, int capacity) {
    this.scope = scope;
    this.codes = scope.allocate(2L * capacity);
  }

  /** Makes room for {@code capacity} rows. */
  void reserve(int capacity) {
    if (codes.byteSize() < 2L * capacity) {
      codes = scope.reallocate(codes, 2L * capacity);
    }
  }

  /** Forgets all rows and strings. */
  void clear() {
    count = 0;
  }

  boolean isFull() {
    return count == StringCodes.MAX_ENTRIES;
  }

  /** Adds a string that has no code yet, and returns its code. */
  int add(long view) {
    count++;
    if (count == views.length) {
      views = Arrays.copyOf(views, 2 * count);
    }
    views[count] = view;
    return count;
  }

  /** Returns the codes of the latest rows, each at its row modulo the length. */
  short[] staged() {
    return staged;
  }

  void setNull(int row) {
    staged[row & ValueBuffer.STAGED_ROWS - 1] = 0;
  }

  /** Copies the codes of staged rows to their place. */
  void flush(int from, int to) {
    int at = from & ValueBuffer.STAGED_ROWS - 1;
    MemorySegment.copy(staged, at, codes, ValueLayout.JAVA_SHORT, 2L * from, to - from);
  }

  /** Returns the strings of rows that have been moved on; valid until the next row. */
  StringCodes strings() {
    return new StringCodes(codes, views, count);
  }
}
