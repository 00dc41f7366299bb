package dev.paceline.storage.table;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads columns of a snapshot as objects, the way a scan does. */
public final class TableReader {
  private TableReader() {}

  /** All values of a column, in batches of some size. */
  public static List<@Nullable Object> column(
      TableSnapshot snapshot, int column, int batchRows, MemoryLedger ledger) {
    return column(snapshot, column, batchRows, null, ledger);
  }

  /** The values of a column that satisfy a predicate on it. */
  public static List<@Nullable Object> column(
      TableSnapshot snapshot,
      int column,
      int batchRows,
      @Nullable ColumnPredicate predicate,
      MemoryLedger ledger) {
    List<@Nullable Object> values = new ArrayList<>();
    List<ScanPredicate> predicates =
        predicate == null ? List.of() : List.of(new ScanPredicate(0, predicate));
    try (MemoryScope scope = ledger.openScope("reader");
        ChunkSource source = snapshot.openScan(new int[] {column}, predicates, new BitSet())) {
      ColumnVector vector = new ColumnVector(snapshot.columnTypes().get(column), scope);
      Selection selection = new Selection(scope, batchRows);
      for (Chunk chunk = source.next(); chunk != null; chunk = source.next()) {
        ChunkFilter filter = predicate == null ? null : chunk.column(0).filter(predicate, vector);
        for (int row = 0; row < chunk.rowCount(); row += batchRows) {
          int count = Math.min(batchRows, chunk.rowCount() - row);
          selection.selectAll(count);
          if (filter != null) {
            filter.narrow(row, count, selection.bitmap());
            selection.update(count);
          }
          if (selection.count() == 0) {
            continue;
          }
          if (selection.isAll()) {
            chunk.column(0).read(row, count, vector);
          } else {
            chunk.column(0).read(row, selection, vector);
          }
          for (int i = 0; i < selection.count(); i++) {
            values.add(vector.getObject(i));
            checkBounds(vector, i);
          }
        }
        source.release(chunk);
      }
    }
    return values;
  }

  private static void checkBounds(ColumnVector vector, int row) {
    if (vector.hasBounds() && !vector.isNull(row)) {
      long value = vector.getLong(row);
      if (value < vector.min() || value > vector.max()) {
        throw new AssertionError(value + " outside of " + vector.min() + " to " + vector.max());
      }
    }
  }
}
