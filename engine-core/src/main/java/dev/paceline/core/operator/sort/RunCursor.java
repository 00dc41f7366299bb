package dev.paceline.core.operator.sort;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.spill.RunReader;
import dev.paceline.core.operator.spill.SpilledRun;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A place in a sorted run: a row of the page that is in memory, with its sort prefix. Starts before
 * the first page. One worker at a time uses it.
 */
final class RunCursor {
  private static final int GRANULE_BYTES = 64 << 10;

  private final RunReader reader;
  private final SortPrefix prefix;
  private final MemorySegment prefixes;
  private Batch page = new Batch();
  private ColumnVector[] columns = new ColumnVector[0];
  private int row;
  private boolean ended;

  RunCursor(SpilledRun run, SortPrefix prefix, MemoryScope scope) {
    this.reader = run.open(scope);
    this.prefix = prefix;
    this.prefixes = scope.allocate((long) Long.BYTES * run.pageRows());
  }

  /** About what a cursor takes of its scope. */
  static long bytes(SpilledRun run) {
    long bytes = run.pageBytes() + (long) Long.BYTES * run.pageRows();
    return (bytes / GRANULE_BYTES + 1) * GRANULE_BYTES;
  }

  /** Goes to the first row of the next page; false, for good, if there is none. */
  boolean nextPage() {
    Batch next = reader.next();
    if (next == null) {
      ended = true;
      return false;
    }
    if (page != next) {
      page = next;
      columns = new ColumnVector[next.columnCount()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = next.column(i);
      }
    }
    prefix.encode(columns, 0, next.rowCount(), prefixes);
    row = 0;
    return true;
  }

  /** Goes to the next row of the page; false if there is none. */
  boolean nextRow() {
    return ++row < page.rowCount();
  }

  /** Whether there is no row any more. */
  boolean ended() {
    return ended;
  }

  /** The page that is in memory. */
  Batch page() {
    return page;
  }

  ColumnVector[] columns() {
    return columns;
  }

  /** Number of the row in its page. */
  int row() {
    return row;
  }

  /** Returns the prefix of the row, an unsigned number. */
  long prefixOfRow() {
    return prefixes.get(ValueLayout.JAVA_LONG, (long) row << 3);
  }
}
