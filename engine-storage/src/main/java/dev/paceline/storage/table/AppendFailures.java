package dev.paceline.storage.table;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;

/** Makes the errors of an append, which name table, column and row. */
@FunctionalInterface
interface AppendFailures {
  /**
   * @param row of the row group that is being filled
   * @param what is wrong
   */
  PacelineException at(ErrorCode code, ColumnDefinition column, int row, String what);

  /**
   * Makes an error that names table and column.
   *
   * @param row as the error names it, counted from 1; 0 for none
   */
  static PacelineException of(
      ErrorCode code, TableDefinition table, ColumnDefinition column, long row, String what) {
    return new PacelineException(
        code,
        "table "
            + table.name()
            + ", column "
            + column.name()
            + (row == 0 ? "" : ", row " + row)
            + ": "
            + what);
  }
}
