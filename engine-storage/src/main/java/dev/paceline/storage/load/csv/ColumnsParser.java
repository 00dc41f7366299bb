package dev.paceline.storage.load.csv;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.RejectedRecord;
import dev.paceline.storage.load.RejectedRecords;
import dev.paceline.storage.load.csv.field.FieldFailures;
import dev.paceline.storage.load.csv.field.FieldParser;
import dev.paceline.storage.load.csv.field.RecordTable;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.Locale;
import java.util.function.IntPredicate;
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
      boolean hasNulls = !schema.notNull().contains(column.name().toLowerCase(Locale.ROOT));
      parsers[i] = FieldParser.of(column.type(), schema.dialect(), schema.patterns(), hasNulls);
    }
  }

  /**
   * Some columns of records.
   *
   * @param columns by their positions in the scan; null for those that were not wanted, and all of
   *     them if there is no row
   */
  record Parsed(int rowCount, @Nullable ChunkColumn[] columns) {}

  /** Returns the number of columns that the scan wants. */
  int columnCount() {
    return columns.length;
  }

  /**
   * Makes the table of the records of a chunk, from which columns are parsed.
   *
   * @param first index of the first separator of the first record
   * @param last index of the last separator of the last record
   * @param begin where the first record starts in the text
   * @param origin position in the file of the text's position 0
   */
  CsvText text(
      MemorySegment text,
      RecordSplitter splitter,
      int first,
      int last,
      int begin,
      long origin,
      CsvPlace place,
      MemoryScope memory,
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
              Supplier<PacelineException> error =
                  () -> places.record(origin + start, found, record, cancellation);
              reject(error, () -> places.rejectedRecord(origin + start, found, record, error));
            });
    return new CsvText(table, origin);
  }

  /**
   * Parses columns. Records that are rejected are removed from the table of the text.
   *
   * @param wanted tells by their positions in the scan which columns to parse
   */
  Parsed parse(
      CsvText text,
      IntPredicate wanted,
      CsvPlace place,
      MemoryScope memory,
      Runnable cancellation) {
    CsvPlace places = rejects == null ? place : place.cheap();
    RecordTable table = text.records();
    BitSet rejected = new BitSet();
    @Nullable ChunkColumn[] parsed = new ChunkColumn[columns.length];
    FieldFailures failures =
        (row, field, reason) -> {
          if (!rejected.get(row)) {
            int start = table.start();
            String value = CsvPlace.excerpt(table.text(), start, table.end());
            long position = text.origin() + start;
            Supplier<PacelineException> error =
                () -> places.field(position, field, value, reason, cancellation);
            reject(error, () -> places.rejectedField(position, field, value, error));
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
        return new Parsed(0, new ChunkColumn[columns.length]);
      }
      for (int i = 0; i < columns.length; i++) {
        if (!wanted.test(i)) {
          continue;
        }
        cancellation.run();
        parsed[i] = parsers[i].parse(table, columns[i], memory, failures);
      }
    } while (!rejected.isEmpty());
    return new Parsed(table.rowCount(), parsed);
  }

  private void reject(Supplier<PacelineException> error, Supplier<RejectedRecord> record) {
    if (rejects == null) {
      throw error.get();
    }
    rejects.add(record);
  }
}
