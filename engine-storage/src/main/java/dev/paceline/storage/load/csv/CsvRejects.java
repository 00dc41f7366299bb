package dev.paceline.storage.load.csv;

import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileReport;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.RejectedRecord;
import dev.paceline.storage.load.RejectedRecords;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The records of CSV files that do not fit, as a table. */
public final class CsvRejects {
  private CsvRejects() {}

  /**
   * Reads all columns of a table, and returns the records that were left out: {@code
   * reject_errors}. The files are read by the calling thread, which is no worker.
   *
   * @param table whose option {@code ignore_errors} is set; of no other scan
   * @param cancellation called every few milliseconds
   * @throws dev.paceline.core.error.PacelineException for what {@code ignore_errors} does not allow
   */
  public static FileReport of(FileTable table, Runnable cancellation) {
    int[] columns = IntStream.range(0, table.columns().size()).toArray();
    try (ChunkSource scan = table.snapshot().openScan(columns, List.of(), new BitSet())) {
      while (!scan.exhausted()) {
        Chunk chunk = scan.next();
        if (chunk != null) {
          try {
            chunk.load(cancellation);
          } finally {
            scan.release(chunk);
          }
        }
      }
    }
    RejectedRecords rejects = table.rejects();
    return new FileReport(
        List.of(
            column("file_name", DataType.VARCHAR),
            column("line", DataType.INT64),
            column("byte_position", DataType.INT64),
            column("column_idx", DataType.INT64),
            column("column_name", DataType.VARCHAR),
            column("error_type", DataType.VARCHAR),
            column("value", DataType.VARCHAR),
            column("error_message", DataType.VARCHAR)),
        rejects == null ? List.of() : rows(rejects.records(), cancellation));
  }

  /** Returns the records in the order of the files, each of which is read once for its lines. */
  private static List<List<Object>> rows(List<RejectedRecord> records, Runnable cancellation) {
    Map<String, List<RejectedRecord>> byFile = new LinkedHashMap<>();
    records.stream()
        .sorted(
            Comparator.comparing((RejectedRecord record) -> record.source().path())
                .thenComparingLong(RejectedRecord::position))
        .forEach(
            record ->
                byFile
                    .computeIfAbsent(record.source().path().toString(), path -> new ArrayList<>())
                    .add(record));
    List<List<Object>> rows = new ArrayList<>();
    byFile.forEach(
        (path, ofFile) -> {
          long[] positions = ofFile.stream().mapToLong(RejectedRecord::position).toArray();
          long[] lines = ofFile.getFirst().source().lines(positions, cancellation);
          for (int i = 0; i < lines.length; i++) {
            RejectedRecord record = ofFile.get(i);
            rows.add(
                row(
                    path,
                    lines[i],
                    record.position(),
                    record.column() == 0 ? null : Long.valueOf(record.column()),
                    record.columnName(),
                    record.kind(),
                    record.value(),
                    record.message()));
          }
        });
    return rows;
  }

  private static List<Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  private static ColumnDefinition column(String name, DataType type) {
    return new ColumnDefinition(name, type, true);
  }
}
