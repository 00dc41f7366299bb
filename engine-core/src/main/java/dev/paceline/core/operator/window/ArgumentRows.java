package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.sort.SampleSort;
import dev.paceline.core.plan.SortKey;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The positions whose value of a column counts for a function: those where it is not NULL, and with
 * DISTINCT those of them where the value is met for the first time in the partition. In a frame
 * that starts with the partition these are the positions of all distinct values, once each.
 */
final class ArgumentRows {
  private final SortedRows rows;
  private final RowStarts starts;
  private final int column;
  private final int[] partitionKeys;
  private final boolean distinct;
  private final MemoryScope memory;
  private final QueryContext query;
  private final @Nullable RankedBits bits;

  ArgumentRows(
      SortedRows rows,
      RowStarts starts,
      int column,
      boolean distinct,
      int[] partitionKeys,
      MemoryScope memory,
      QueryContext query) {
    this.rows = rows;
    this.starts = starts;
    this.column = column;
    this.distinct = distinct;
    this.partitionKeys = partitionKeys;
    this.memory = memory;
    this.query = query;
    boolean all = !distinct && !rows.store().column(column).mayHaveNulls();
    this.bits = all ? null : new RankedBits(rows.count(), memory);
  }

  int column() {
    return column;
  }

  /** The positions; null if all rows count. Complete once the phases have ended. */
  @Nullable RankedBits bits() {
    return bits;
  }

  /** Whether a position counts; once the phases have ended. */
  boolean counts(int position) {
    return bits == null || bits.get(position);
  }

  /** The number of positions in [from, to) that count. */
  int count(int from, int to) {
    return bits == null ? to - from : bits.rank(to) - bits.rank(from);
  }

  /** Finds the positions; after the starts of partitions. */
  FinishPhase phases() {
    if (bits == null) {
      return FinishPhase.COMPLETE;
    }
    if (distinct) {
      return findFirst();
    }
    return PositionRanges.phase(rows, this::findNotNull).thenRun(bits::count);
  }

  private void findNotNull(int from, int to, BatchReader reader) {
    reader.read(
        column,
        from,
        to,
        (values, at, count) -> {
          for (int i = 0; i < count; i += 64) {
            int some = Math.min(64, count - i);
            requireNonNull(bits).setWord(at + i, notNull(values, i, some));
          }
        });
  }

  private static long notNull(ColumnVector values, int from, int count) {
    long all = -1L >>> -count;
    if (values.isConstantNull()) {
      return 0;
    }
    MemorySegment nulls = values.nulls();
    return nulls == null
        ? all
        : all & ~Bitmaps.word(nulls, (values.nullsOffset() << 3) + from, count);
  }

  /** Sorts rows by partition and value, and marks of all equal ones the first position. */
  private FinishPhase findFirst() {
    List<SortKey> keys = new ArrayList<>();
    for (int key : partitionKeys) {
      keys.add(new SortKey(key, false, true));
    }
    keys.add(new SortKey(column, false, true));
    ColumnVector[] columns = new ColumnVector[rows.store().columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = rows.store().column(i);
    }
    SampleSort sort = new SampleSort(columns, rows.count(), keys, memory, query.cancellation());
    return sort.phases().thenRun(() -> markFirst(sort.order()));
  }

  private void markFirst(MemorySegment order) {
    RankedBits first = requireNonNull(bits);
    int count = rows.count();
    for (int position = 0; position < count; position += 64) {
      first.setWord(position, 0);
    }
    MemorySegment positions = positionsByRow();
    ColumnVector values = rows.store().column(column);
    SortedRows byValue = new SortedRows(rows.store(), order);
    int at = 0;
    while (at < count) {
      if ((at & 0xfff) == 0) {
        query.cancellation().check();
      }
      int row = byValue.row(at);
      int least = position(positions, row);
      int partition = starts.partitions().floor(least);
      int next = at + 1;
      while (next < count) {
        int other = byValue.row(next);
        int position = position(positions, other);
        if (RowStarts.differ(values, row, other)
            || starts.partitions().floor(position) != partition) {
          break;
        }
        least = Math.min(least, position);
        next++;
      }
      if (!values.isNull(row)) {
        first.set(least);
      }
      at = next;
    }
    memory.release(positions);
    memory.release(order);
    first.count();
  }

  private static int position(MemorySegment positions, int row) {
    return positions.get(JAVA_INT, (long) row << 2);
  }

  private MemorySegment positionsByRow() {
    MemorySegment positions = memory.allocate(4L * rows.count());
    for (int position = 0; position < rows.count(); position++) {
      positions.set(JAVA_INT, (long) rows.row(position) << 2, position);
    }
    return positions;
  }
}
