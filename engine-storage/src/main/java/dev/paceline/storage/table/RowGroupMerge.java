package dev.paceline.storage.table;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

  /** A merge is not cancelled: it is part of a commit. */
  private static final Runnable NO_CHECK = () -> {};

  /** How long a commit waits for another one's merge, and a merge for a row group to read. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Database database;
  private final TableIdentity identity;
  private final TableDefinition definition;

  RowGroupMerge(Database database, TableIdentity identity) {
    this.database = database;
    this.identity = identity;
    this.definition = identity.definition();
  }

  /** The result of merging the last row groups of a table with the first new one. */
  private record Merged(int kept, List<RowGroup> rowGroups) {}

  /**
   * Adds row groups. Merging reads and writes without the lock of the database, and never keeps the
   * rows from being added: where there is no memory or no place among the scans of the table for
   * it, or others add rows all the time, a later append will merge more.
   *
   * @param added each with one hold, which the table takes over if this succeeds
   */
  void commit(Table table, List<RowGroup> added) {
    if (added.isEmpty()) {
      return;
    }
    boolean locked = lock(table.merging());
    try {
      if (!locked || !commitMerged(table, added)) {
        database.commitRowGroups(
            table,
            current -> new DatabaseChange.Replaced(identity, current.rowGroups().size(), added));
      }
    } finally {
      if (locked) {
        table.merging().unlock();
      }
    }
  }

  private static boolean lock(ReentrantLock merging) {
    try {
      return merging.tryLock(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Adds row groups and merges; false if there is nothing to merge, or that is not possible now.
   */
  @SuppressWarnings("ReferenceEquality") // each commit to the table makes another version
  private boolean commitMerged(Table table, List<RowGroup> added) {
    try (TableSnapshot snapshot = snapshot(table)) {
      if (snapshot == null) {
        return false;
      }
      TableVersion version = snapshot.version();
      Merged merged = merge(version, added.getFirst());
      if (merged == null) {
        return false;
      }
      boolean committed = false;
      try {
        List<RowGroup> last = new ArrayList<>(merged.rowGroups());
        last.addAll(added.subList(1, added.size()));
        DatabaseChange.Replaced replaced =
            new DatabaseChange.Replaced(identity, merged.kept(), last);
        committed =
            database.commitRowGroups(table, current -> current == version ? replaced : null);
      } finally {
        if (!committed) {
          merged.rowGroups().forEach(RowGroup::release);
        }
      }
      if (committed) {
        added.getFirst().release();
      }
      return committed;
    }
  }

  /** Null if the table was dropped, of which the commit itself will tell. */
  private static @Nullable TableSnapshot snapshot(Table table) {
    try {
      return table.snapshot();
    } catch (PacelineException e) {
      if (e.code() == ErrorCode.UNKNOWN_TABLE) {
        return null;
      }
      throw e;
    }
  }

  private @Nullable Merged merge(TableVersion version, RowGroup added) {
    List<RowGroup> current = version.rowGroups();
    int kept = kept(current, added);
    if (kept == current.size()) {
      return null;
    }
    List<RowGroup> small = new ArrayList<>(current.subList(kept, current.size()));
    added.placeAt(current.size());
    small.add(added);
    try {
      List<RowGroup> rewritten = rewrite(version.scans(), small);
      return rewritten == null ? null : new Merged(kept, rewritten);
    } catch (PacelineException e) {
      if (e.code() == ErrorCode.MEMORY_LIMIT) {
        return null;
      }
      throw e;
    }
  }

  /** Returns how many row groups stay as they are when a row group is added. */
  private int kept(List<RowGroup> current, RowGroup added) {
    long maxBytes = RowGroupBuilder.maxBytes(database);
    int kept = current.size();
    int rows = added.rowCount();
    long bytes = added.bytes();
    while (true) {
      int from = kept;
      int total = rows;
      long totalBytes = bytes;
      boolean fits = true;
      while (from > 0
          && current.get(from - 1).rowCount() < 2L * rows
          && !current.get(from - 1).isFull()) {
        RowGroup earlier = current.get(from - 1);
        fits =
            earlier.rowCount() + total <= database.rowGroupRows()
                && earlier.bytes() + totalBytes <= maxBytes;
        if (!fits) {
          break;
        }
        total += earlier.rowCount();
        totalBytes += earlier.bytes();
        from--;
      }
      int similar = kept - from + 1;
      if (similar == 1 || fits && similar < FAN_OUT) {
        return kept;
      }
      kept = from;
      rows = total;
      bytes = totalBytes;
    }
  }

  /**
   * One row group of the rows of all, or a few if they become too large; null if one cannot be had.
   */
  private @Nullable List<RowGroup> rewrite(ScanTable scans, List<RowGroup> groups) {
    List<RowGroup> written = new ArrayList<>();
    boolean complete = false;
    try (MemoryScope scratch =
        database.ledger().openScope("merge of row groups of table " + definition.name())) {
      RowGroupBuilder builder =
          new RowGroupBuilder(
              definition,
              database,
              scratch,
              (code, column, row, what) -> PacelineException.internal(what, null));
      for (RowGroup group : groups) {
        if (!copy(scans, group, builder, scratch, written)) {
          return null;
        }
      }
      if (builder.rowCount() > 0) {
        written.add(RowGroupWriter.store(database, identity, builder, NO_CHECK));
      }
      complete = true;
      return written;
    } finally {
      if (!complete) {
        written.forEach(RowGroup::release);
      }
    }
  }

  private boolean copy(
      ScanTable scans,
      RowGroup group,
      RowGroupBuilder builder,
      MemoryScope scratch,
      List<RowGroup> written) {
    int columnCount = definition.columnCount();
    ColumnVector[] vectors = new ColumnVector[columnCount];
    for (int i = 0; i < columnCount; i++) {
      vectors[i] = new ColumnVector(definition.column(i).type(), scratch);
    }
    Batch batch = new Batch(vectors);
    Integer rows =
        TableScan.read(
            database.store(),
            scans,
            group,
            IntStream.range(0, columnCount).toArray(),
            PATIENCE_NANOS,
            chunk -> {
              for (int row = 0; row < group.rowCount(); row += QueryContext.DEFAULT_BATCH_ROWS) {
                int count = Math.min(QueryContext.DEFAULT_BATCH_ROWS, group.rowCount() - row);
                for (int i = 0; i < columnCount; i++) {
                  chunk.column(i).read(row, count, vectors[i]);
                }
                append(builder, batch.set(count, null), written);
              }
              return group.rowCount();
            });
    return rows != null;
  }

  private void append(RowGroupBuilder builder, Batch batch, List<RowGroup> written) {
    for (int row = 0; row < batch.rowCount(); ) {
      int count = builder.fitting(batch, row);
      builder.append(batch, row, count);
      row += count;
      if (builder.isFull()) {
        written.add(RowGroupWriter.store(database, identity, builder, NO_CHECK));
      }
    }
  }
}
