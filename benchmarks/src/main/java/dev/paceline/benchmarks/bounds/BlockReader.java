package dev.paceline.benchmarks.bounds;

import static dev.paceline.core.error.ErrorCode.UNKNOWN_TABLE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.TableSnapshot;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The way of one run of a hand-written query to the blocks of a database: through the same scans
 * and the same buffer pool as SQL. One thread uses it.
 */
final class BlockReader implements AutoCloseable {
  private final Database database;
  private final MemoryScope scope;
  private final int[] hits = new int[RowGroup.MAX_ROWS];
  private long touchedBytes;

  BlockReader(Database database) {
    this.database = database;
    this.scope = database.ledger().openScope("hand-written query");
  }

  /** Returns the statistics of a column over all row groups. */
  ColumnStatistics statistics(String table, String column) {
    try (TableSnapshot snapshot = snapshot(table)) {
      return snapshot.statistics(index(snapshot.definition(), column));
    }
  }

  /**
   * Visits all row groups of a table, in any order. What the visitor is given ends with its call.
   */
  void scan(String table, List<String> columns, Consumer<RowBlocks> visitor) {
    try (TableSnapshot snapshot = snapshot(table)) {
      TableDefinition definition = snapshot.definition();
      int[] indexes = columns.stream().mapToInt(name -> index(definition, name)).toArray();
      ColumnVector[] windows =
          IntStream.of(indexes)
              .mapToObj(index -> new ColumnVector(definition.column(index).type(), scope))
              .toArray(ColumnVector[]::new);
      try (ChunkSource source = snapshot.openScan(indexes, List.of(), new BitSet())) {
        drain(source, chunk -> visitor.accept(new RowBlocks(this, columns, chunk, windows)));
      }
    }
  }

  private TableSnapshot snapshot(String table) {
    Table stored = database.table(table);
    if (stored == null) {
      throw new PacelineException(UNKNOWN_TABLE, "the database has no table " + table);
    }
    return stored.snapshot();
  }

  private static void drain(ChunkSource source, Consumer<Chunk> visitor) {
    Semaphore available = new Semaphore(0);
    source.onAvailable(available::release);
    while (!source.exhausted()) {
      Chunk chunk = source.next();
      if (chunk == null) {
        available.acquireUninterruptibly();
        continue;
      }
      try {
        visitor.accept(chunk);
      } finally {
        source.release(chunk);
      }
    }
  }

  private static int index(TableDefinition definition, String column) {
    for (int i = 0; i < definition.columnCount(); i++) {
      if (definition.column(i).name().equals(column)) {
        return i;
      }
    }
    throw PacelineException.internal(definition.name() + " has no column " + column, null);
  }

  /** Native memory until the end of the run, with room for one more vector behind it. */
  MemorySegment scratch(long bytes) {
    return scope.allocate(bytes);
  }

  /** Room for the rows of a row group that a query looks for; the same at each call. */
  int[] hits() {
    return hits;
  }

  /** Notes that a block was needed. */
  void touched(long bytes) {
    touchedBytes += bytes;
  }

  /** Bytes of all blocks that were handed out so far. */
  long touchedBytes() {
    return touchedBytes;
  }

  @Override
  public void close() {
    scope.close();
  }
}
