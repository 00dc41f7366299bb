package dev.paceline.core.operator.join.hash;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.kernel.JoinKernels;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Finds for each selected row of a left batch the first right row of its key. Batches with most
 * rows selected are looked up as they are; of others only the selected rows. One worker uses it.
 */
final class ProbeInput {
  private final JoinKeys keys;
  private final JoinTable.Finder finder;
  private final @Nullable DictionaryRows byDictionary;
  private final int capacity;
  private final ColumnVector[] columns;
  private final ColumnVector[] compacted;
  private final MemorySegment rows;
  private final MemorySegment allPositions;
  private MemorySegment positions;
  private int count;
  private boolean inPlace;

  ProbeInput(JoinKeys keys, JoinTable table, WorkerContext context) {
    this.keys = keys;
    this.finder = table.newFinder(context);
    this.byDictionary = keys.count() == 1 ? new DictionaryRows(finder, context) : null;
    this.capacity = context.batchRows();
    columns = new ColumnVector[keys.count()];
    compacted = new ColumnVector[keys.count()];
    for (int key = 0; key < compacted.length; key++) {
      compacted[key] = new ColumnVector(keys.types().get(key), context.memory());
    }
    rows = context.memory().allocate(4L * capacity);
    allPositions = context.memory().allocate(4L * capacity);
    JoinKernels.iota(allPositions, capacity);
    positions = allPositions;
  }

  /** Looks a batch up. */
  void find(Batch left) {
    Selection selection = left.selection();
    inPlace = selection == null || 4L * selection.count() >= 3L * left.rowCount();
    JoinKeys.columns(left, keys.left(), columns);
    if (inPlace || selection == null) {
      count = left.rowCount();
      positions = allPositions;
    } else {
      count = selection.count();
      positions = selection.positions();
      for (int key = 0; key < columns.length; key++) {
        Compactor.gather(columns[key], positions, count, compacted[key], capacity);
        columns[key] = compacted[key];
      }
    }
    if (byDictionary == null || !byDictionary.find(columns[0], count, rows)) {
      finder.find(columns, count, rows);
    }
    if (inPlace && selection != null) {
      JoinKernels.keepSelected(rows, count, selection.bitmap());
    }
  }

  /** Whether entry i stands for row i of the batch; else for the i-th selected row. */
  boolean isInPlace() {
    return inPlace;
  }

  int count() {
    return count;
  }

  /**
   * Returns, for each entry, the first right row, or -1 (also for rows in place that are not
   * selected).
   */
  MemorySegment rows() {
    return rows;
  }

  /** Returns, for each entry, its row in the batch. */
  MemorySegment positions() {
    return positions;
  }
}
