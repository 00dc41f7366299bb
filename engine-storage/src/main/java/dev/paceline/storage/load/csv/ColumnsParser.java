package dev.paceline.storage.load.csv;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.load.FileChunk.Rows;
import dev.paceline.storage.load.RejectedRecords;
import dev.paceline.storage.load.csv.field.FieldFailures;
import dev.paceline.storage.load.csv.field.FieldParser;
import dev.paceline.storage.load.csv.field.RecordTable;
import dev.paceline.storage.load.csv.field.StringParser;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Parses the columns that one scan wants. Any thread may use it. */
final class ColumnsParser {
  private final CsvSchema schema;
  private final int[] columns;
  private final FieldParser[] parsers;
  private final @Nullable RejectedRecords rejects;

  /**
   * @param columns indexes of the wanted columns
   * @param rejects takes records that do not fit; null if they are errors
   */
  ColumnsParser(CsvSchema schema, int[] columns, @Nullable RejectedRecords rejects) {
    this.schema = schema;
    this.columns = columns.clone();
    this.rejects = rejects;
    this.parsers = new FieldParser[columns.length];
    for (int i = 0; i < columns.length; i++) {
      ColumnDefinition column = schema.columns().get(columns[i]);
      parsers[i] = FieldParser.of(column.type(), schema.dialect(), schema.patterns());
    }
  }

  /**
   * Parses records.
   *
   * @param first index of the first separator of the first record
   * @param last index of the last separator of the last record
   * @param begin where the first record starts in the text
   * @param origin position in the file of the text's position 0
   * @param readBytes that were read for the records
   */
  Rows parse(
      MemorySegment text,
      RecordSplitter splitter,
      int first,
      int last,
      int begin,
      long origin,
      CsvPlace place,
      MemoryScope memory,
      long readBytes,
      Runnable cancellation) {
    CsvPlace places = rejects == null ? place : place.cheap();
    RecordTables tables = new RecordTables(schema.dialect(), schema.fields(), schema.nullPadding());
    RecordTable table =
        tables.of(
            text,
            splitter,
            first,
            last,
            begin,
            memory,
            (start, end, found) -> {
              String record = CsvPlace.excerpt(text, start, end);
              reject(() -> places.record(origin + start, found, record, cancellation));
            });
    BitSet rejected = new BitSet();
    ChunkColumn[] parsed = new ChunkColumn[columns.length];
    FieldFailures failures =
        (row, field, reason) -> {
          if (!rejected.get(row)) {
            int start = table.start();
            String value = CsvPlace.excerpt(text, start, table.end());
            reject(() -> places.field(origin + start, field, value, reason, cancellation));
          }
          rejected.set(row);
          return true;
        };
    do {
      if (!rejected.isEmpty()) {
        table.remove(rejected);
        rejected.clear();
      }
      if (table.rowCount() == 0) {
        return new Rows(0, List.of(), readBytes);
      }
      for (int i = 0; i < columns.length; i++) {
        cancellation.run();
        if (parsers[i] instanceof StringParser strings) {
          strings.check(table, columns[i], failures);
        } else {
          parsed[i] = parsers[i].parse(table, columns[i], memory, failures);
        }
      }
    } while (!rejected.isEmpty());
    List<ChunkColumn> result = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      cancellation.run();
      ChunkColumn column =
          parsers[i].type().family() == TypeFamily.BYTES
              ? parsers[i].parse(table, columns[i], memory, failures)
              : parsed[i];
      if (column == null) {
        throw PacelineException.internal("a column of a CSV file was not parsed", null);
      }
      result.add(column);
    }
    return new Rows(table.rowCount(), result, readBytes);
  }

  private void reject(Supplier<PacelineException> error) {
    if (rejects == null) {
      throw error.get();
    }
    rejects.add(error);
  }
}
