package dev.paceline.storage.table;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryScope;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Adds row groups to a table so that many small appends do not make many small row groups: the last
 * ones of the table are rewritten together with the first new one as soon as {@value #FAN_OUT} row
 * groups of similar size meet, or fewer if more would not fit. A row is so rewritten at most 9
 * times (by appends of one row each), and of every size, to the next power of 2, at most 3 row
 * groups wait.
 */
final class RowGroupMerge {
  /** Row groups that become one: more make fewer rewritings, but more row groups that wait. */
  private static final int FAN_OUT = 4;

  private final Database database;
  private final TableDefinition definition;

  RowGroupMerge(Database database, TableDefinition definition) {
    this.database = database;
    this.definition = definition;
  }

  /**
   * @param added each with one hold, which the table takes over if this succeeds
   */
  void commit(Table table, List<RowGroup> added) {
    if (added.isEmpty()) {
      return;
    }
    List<RowGroup> merged = new ArrayList<>();
    try {
      database.commitRowGroups(table, current -> combine(table, current, added, merged));
    } catch (RuntimeException | Error e) {
      merged.forEach(RowGroup::release);
      throw e;
    }
    if (!merged.isEmpty()) {
      added.getFirst().release();
    }
  }

  private List<RowGroup> combine(
      Table table, List<RowGroup> current, List<RowGroup> added, List<RowGroup> merged) {
    int kept = kept(current, added.getFirst().rowCount());
    List<RowGroup> result = new ArrayList<>(current.subList(0, kept));
    if (kept == current.size()) {
      result.addAll(added);
      return result;
    }
    List<RowGroup> small = new ArrayList<>(current.subList(kept, current.size()));
    added.getFirst().placeAt(current.size());
    small.add(added.getFirst());
    RowGroup whole = rewrite(table, small);
    merged.add(whole);
    result.add(whole);
    result.addAll(added.subList(1, added.size()));
    return result;
  }

  /** How many row groups stay as they are when so many rows are added. */
  private static int kept(List<RowGroup> current, int addedRows) {
    int kept = current.size();
    int rows = addedRows;
    while (true) {
      int from = kept;
      int total = rows;
      boolean fits = true;
      while (from > 0 && current.get(from - 1).rowCount() < 2L * rows) {
        fits = current.get(from - 1).rowCount() + total <= RowGroup.MAX_ROWS;
        if (!fits) {
          break;
        }
        total += current.get(--from).rowCount();
      }
      int similar = kept - from + 1;
      if (similar == 1 || fits && similar < FAN_OUT) {
        return kept;
      }
      kept = from;
      rows = total;
    }
  }

  private RowGroup rewrite(Table table, List<RowGroup> groups) {
    try (MemoryScope scratch =
        database.ledger().openScope("merge of row groups of table " + definition.name())) {
      RowGroupBuilder builder =
          new RowGroupBuilder(
              definition,
              database,
              scratch,
              (code, column, row, what) -> PacelineException.internal(what, null));
      for (RowGroup group : groups) {
        copy(table, group, builder, scratch);
      }
      return Appender.store(database, definition, builder.encode());
    }
  }

  private void copy(Table table, RowGroup group, RowGroupBuilder builder, MemoryScope scratch) {
    int columnCount = definition.columnCount();
    ColumnVector[] vectors = new ColumnVector[columnCount];
    for (int i = 0; i < columnCount; i++) {
      vectors[i] = new ColumnVector(definition.column(i).type(), scratch);
    }
    Batch batch = new Batch(vectors);
    TableScan.read(
        database.store(),
        table.scans(),
        group,
        IntStream.range(0, columnCount).toArray(),
        chunk -> {
          for (int row = 0; row < group.rowCount(); row += QueryContext.DEFAULT_BATCH_ROWS) {
            int count = Math.min(QueryContext.DEFAULT_BATCH_ROWS, group.rowCount() - row);
            for (int i = 0; i < columnCount; i++) {
              chunk.column(i).read(row, count, vectors[i]);
            }
            builder.append(batch.set(count, null), 0, count);
          }
          return null;
        });
  }
}
