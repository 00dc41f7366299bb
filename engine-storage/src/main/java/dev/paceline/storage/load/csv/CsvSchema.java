package dev.paceline.storage.load.csv;

import dev.paceline.storage.load.csv.field.CsvDialect;
import dev.paceline.storage.load.csv.field.CsvPatterns;
import dev.paceline.storage.load.text.TextCompression;
import dev.paceline.storage.load.text.TextEncoding;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;
import java.util.Set;

/**
 * How the files of a table are read. Immutable.
 *
 * @param columns as many as the records have fields
 * @param typesGiven whether the statement says the types, and none was found out
 * @param notNull columns of strings, by their names in lower case, that have no NULL
 * @param header whether the first record of each file names the columns
 * @param skippedLines at the beginning of each file
 * @param nullPadding whether fields that a record lacks are NULL
 * @param ignoreErrors whether records that do not fit are left out
 * @param maxLineBytes the longest record
 * @param parallel whether one file is read by several workers where its encoding allows
 */
record CsvSchema(
    CsvDialect dialect,
    CsvPatterns patterns,
    List<ColumnDefinition> columns,
    boolean typesGiven,
    Set<String> notNull,
    boolean header,
    int skippedLines,
    boolean nullPadding,
    boolean ignoreErrors,
    int maxLineBytes,
    boolean parallel,
    TextEncoding encoding,
    TextCompression compression) {
  CsvSchema {
    columns = List.copyOf(columns);
    notNull = Set.copyOf(notNull);
  }

  int fields() {
    return columns.size();
  }

  /** Whether any part of a file is text without the parts before it. */
  boolean isPlain() {
    return encoding == TextEncoding.UTF_8 && compression == TextCompression.NONE;
  }
}
