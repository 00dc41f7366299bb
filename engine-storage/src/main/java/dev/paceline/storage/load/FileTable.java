package dev.paceline.storage.load;

import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files of one format that are read as one table. It keeps no file open and no memory between scans
 * but what it may give back at any time. Thread-safe.
 */
public interface FileTable {
  /** Returns what errors and EXPLAIN call the table: the format and the pattern of the files. */
  String name();

  FileSet files();

  /** Returns the columns, whose names differ by more than case. */
  List<ColumnDefinition> columns();

  /**
   * Returns the options that describe how the files are read, those that were given as well as
   * those that were found out, in a form that {@link FileFormat#open} takes.
   */
  Map<String, Object> effectiveOptions();

  /** Returns the number of rows, or an estimate for the planner if the files do not tell it. */
  long estimatedRows();

  /** Returns what is known of a column before the files are read. */
  default ColumnStatistics statistics(int column) {
    return ColumnStatistics.unknown(estimatedRows(), 0);
  }

  /** Returns how many rows satisfy a predicate on a column, as far as the files tell unread. */
  default RowBounds rowBounds(int column, ColumnPredicate predicate) {
    return new RowBounds(0, estimatedRows());
  }

  /** Returns the bytes that a column of the first chunk takes, if they may be many; 0 if not. */
  default long chunkBytes(int column) {
    return 0;
  }

  /**
   * Returns the records that scans of this table left out so far because they did not fit; null if
   * such records are errors.
   */
  default @Nullable RejectedRecords rejects() {
    return null;
  }

  /**
   * Returns the rows for one query. Any number of scans may be opened; a scan fails with IO_ERROR
   * if a file was changed since the table was opened.
   */
  ScanTarget snapshot();
}
