package dev.paceline.storage.load;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads all rows of a table of files as objects, by several threads like workers do. */
public final class FileTableReader {
  private static final int WINDOW_ROWS = 61;

  private final MemoryLedger ledger;
  private final int workers;

  public FileTableReader(MemoryLedger ledger, int workers) {
    this.ledger = ledger;
    this.workers = workers;
  }

  /** Returns all rows with all columns; in the order of the file if there is one worker. */
  public List<List<@Nullable Object>> rows(FileTable table) {
    return rows(table, IntStream.range(0, table.columns().size()).toArray());
  }

  public List<List<@Nullable Object>> rows(FileTable table, int... columns) {
    try (ChunkSource source = table.snapshot().openScan(columns, List.of(), new BitSet())) {
      if (workers == 1) {
        return drain(source, table.snapshot().columnTypes(), columns);
      }
      List<List<@Nullable Object>> rows = Collections.synchronizedList(new ArrayList<>());
      try (ExecutorService executor = Executors.newFixedThreadPool(workers)) {
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
          futures.add(
              executor.submit(
                  () -> rows.addAll(drain(source, table.snapshot().columnTypes(), columns))));
        }
        for (Future<?> future : futures) {
          try {
            future.get();
          } catch (java.util.concurrent.ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
              throw cause;
            }
            throw new AssertionError(e.getCause());
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
      }
      return rows;
    }
  }

  private List<List<@Nullable Object>> drain(
      ChunkSource source, List<DataType> types, int[] columns) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    while (!source.exhausted()) {
      Chunk chunk = source.next();
      if (chunk == null) {
        Thread.onSpinWait();
        continue;
      }
      try {
        chunk.load(() -> {});
        read(chunk, types, columns, rows);
      } finally {
        source.release(chunk);
      }
    }
    return rows;
  }

  private void read(
      Chunk chunk, List<DataType> types, int[] columns, List<List<@Nullable Object>> rows) {
    int first = rows.size();
    for (int i = 0; i < chunk.rowCount(); i++) {
      rows.add(new ArrayList<>());
    }
    try (MemoryScope scope = ledger.openScope("reader")) {
      for (int column = 0; chunk.rowCount() > 0 && column < columns.length; column++) {
        ColumnVector vector = new ColumnVector(types.get(columns[column]), scope);
        for (int from = 0; from < chunk.rowCount(); from += WINDOW_ROWS) {
          int count = Math.min(WINDOW_ROWS, chunk.rowCount() - from);
          chunk.column(column).read(from, count, vector);
          for (int row = 0; row < count; row++) {
            if (vector.hasBounds() && !vector.isNull(row)) {
              long value = vector.getLong(row);
              if (value < vector.min() || value > vector.max()) {
                throw new AssertionError(value + " outside of the bounds");
              }
            }
            rows.get(first + from + row).add(vector.getObject(row));
          }
        }
      }
    }
  }
}
