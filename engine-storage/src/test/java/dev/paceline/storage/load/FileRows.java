package dev.paceline.storage.load;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Reads tables of files for tests: every value as text. */
public final class FileRows {
  private static final int WINDOW_ROWS = 2048;

  private FileRows() {}

  /** Opens one file. */
  public static FileTable open(
      FileFormat format, Path file, Map<String, ?> options, MemoryLedger ledger) {
    FileSet files = new FileSet(file.toString(), List.of(FileSet.Entry.of(file)));
    return format.open(files, new FileOptions(options), new FileCache(ledger, 0));
  }

  /** Opens files as one table, without options. */
  public static FileTable openAll(FileFormat format, List<Path> files, MemoryLedger ledger) {
    List<FileSet.Entry> entries = files.stream().map(FileSet.Entry::of).toList();
    return format.open(
        new FileSet("files", entries), new FileOptions(Map.of()), new FileCache(ledger, 0));
  }

  /**
   * Counts how often each row occurs, to compare rows whose order is not known. AssertJ's
   * comparisons in any order take the square of the number of rows.
   */
  public static <R> Map<R, Integer> occurrences(List<R> rows) {
    Map<R, Integer> counts = new HashMap<>();
    for (R row : rows) {
      counts.merge(row, 1, Integer::sum);
    }
    return counts;
  }

  /** Returns all rows, column by column; NULL as "null". */
  public static List<List<String>> read(FileTable table, MemoryLedger ledger) {
    return read(table, List.of(), ledger);
  }

  /** Returns at least the rows that match all predicates, whose columns are those of the table. */
  public static List<List<String>> read(
      FileTable table, List<ScanPredicate> predicates, MemoryLedger ledger) {
    int[] all = IntStream.range(0, table.columns().size()).toArray();
    List<List<String>> rows = new ArrayList<>();
    try (ChunkSource scan = table.snapshot().openScan(all, predicates, new BitSet())) {
      while (!scan.exhausted()) {
        Chunk chunk = scan.next();
        if (chunk != null) {
          try {
            rows.addAll(read(chunk, table.columns(), ledger));
          } finally {
            scan.release(chunk);
          }
        }
      }
    }
    return rows;
  }

  private static List<List<String>> read(
      Chunk chunk, List<ColumnDefinition> columns, MemoryLedger ledger) {
    chunk.load(() -> {});
    List<List<String>> rows = new ArrayList<>();
    try (MemoryScope memory = ledger.openScope("test")) {
      List<ColumnVector> vectors =
          columns.stream().map(column -> new ColumnVector(column.type(), memory)).toList();
      for (int from = 0; from < chunk.rowCount(); from += WINDOW_ROWS) {
        int count = Math.min(WINDOW_ROWS, chunk.rowCount() - from);
        for (int i = 0; i < columns.size(); i++) {
          chunk.column(i).read(from, count, vectors.get(i));
        }
        for (int row = 0; row < count; row++) {
          int current = row;
          rows.add(vectors.stream().map(vector -> text(vector, current)).toList());
        }
      }
    }
    return rows;
  }

  private static String text(ColumnVector vector, int row) {
    DataType type = vector.type();
    Object value = vector.getObject(row);
    return switch (value) {
      case null -> "null";
      case byte[] bytes -> HexFormat.of().formatHex(bytes);
      case BigDecimal decimal -> decimal.toPlainString();
      case Long number ->
          switch (type.kind()) {
            case DATE -> DateTimeText.formatDate(number);
            case TIME -> DateTimeText.formatTime(number);
            case TIMESTAMP, TIMESTAMP_LTZ -> DateTimeText.formatTimestamp(number);
            default -> number.toString();
          };
      default -> value.toString();
    };
  }

  /**
   * Writes all rows of a table to a file by some threads, each of which takes some chunks.
   *
   * @return the length of the file
   */
  public static long copy(
      FileTable table,
      WriterFormat format,
      Map<String, ?> options,
      Path file,
      int threads,
      MemoryLedger ledger)
      throws Exception {
    int[] all = IntStream.range(0, table.columns().size()).toArray();
    FileOutput output = FileOutput.toFile(file, true);
    try (MemoryScope memory = ledger.openScope("writer");
        ChunkSource scan = table.snapshot().openScan(all, List.of(), new BitSet());
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        RowWriter writer = format.open(output, table.columns(), new FileOptions(options), memory)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        RowWriter.Part part = writer.openPart(memory);
        running.add(executor.submit(() -> copy(scan, table.columns(), part, ledger)));
      }
      for (Future<?> future : running) {
        future.get();
      }
      return writer.finish();
    }
  }

  private static void copy(
      ChunkSource scan, List<ColumnDefinition> columns, RowWriter.Part part, MemoryLedger ledger) {
    try (MemoryScope memory = ledger.openScope("reader")) {
      ColumnVector[] vectors =
          columns.stream()
              .map(column -> new ColumnVector(column.type(), memory))
              .toArray(ColumnVector[]::new);
      Batch batch = new Batch(vectors);
      for (Chunk chunk = scan.next(); chunk != null; chunk = scan.next()) {
        chunk.load(() -> {});
        for (int from = 0; from < chunk.rowCount(); from += WINDOW_ROWS) {
          int count = Math.min(WINDOW_ROWS, chunk.rowCount() - from);
          for (int i = 0; i < vectors.length; i++) {
            chunk.column(i).read(from, count, vectors[i]);
          }
          part.append(batch.set(count, null));
        }
        scan.release(chunk);
      }
      part.end();
    }
  }

  /** Returns the rows of the chunks that a scan hands out, and the blocks that it skips. */
  public static long[] chunkRowsAndSkippedBlocks(
      FileTable table, int[] columns, List<ScanPredicate> predicates) {
    List<Long> counts = new ArrayList<>();
    try (ChunkSource scan = table.snapshot().openScan(columns, predicates, new BitSet())) {
      while (!scan.exhausted()) {
        Chunk chunk = scan.next();
        if (chunk != null) {
          chunk.load(() -> {});
          counts.add((long) chunk.rowCount());
          scan.release(chunk);
        }
      }
      counts.add(scan.skippedBlocks());
    }
    return counts.stream().mapToLong(Long::longValue).toArray();
  }
}
