package dev.paceline.core.operator.recursion;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.GroupIndex;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The rows that earlier iterations had, where NULLs are equal. One thread at a time. */
final class SeenRows {
  private final GroupIndex index;
  private final MemorySegment numbers;
  private final Selection fresh;

  /**
   * @param types of the columns; at least one
   */
  SeenRows(List<DataType> types, MemoryScope memory, QueryContext query) {
    this.index = new GroupIndex(types, memory, query.batchRows(), query.hashMask());
    this.numbers = memory.allocateScratch(4L * query.batchRows());
    this.fresh = new Selection(memory, query.batchRows());
  }

  /**
   * Selects the rows of a batch that no earlier one had, each once, and remembers them.
   *
   * @param batch without a selection, which gets one
   * @return how many there are; the batch is of no use if there are none
   */
  int keepNew(Batch batch) {
    int rows = batch.rowCount();
    ColumnVector[] columns = new ColumnVector[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(i);
    }
    int known = index.size();
    index.find(columns, rows, numbers);
    int added = index.size() - known;
    if (added == 0 || added == rows) {
      return added;
    }
    Bitmaps.zero(fresh.bitmap(), 0, rows);
    int last = known;
    for (int row = 0; row < rows; row++) {
      // new rows get ascending numbers in the order in which they come
      if (numbers.get(JAVA_INT, (long) row << 2) > last) {
        last = numbers.get(JAVA_INT, (long) row << 2);
        Bitmaps.set(fresh.bitmap(), 0, row);
      }
    }
    fresh.update(rows);
    batch.set(rows, fresh);
    return added;
  }
}
