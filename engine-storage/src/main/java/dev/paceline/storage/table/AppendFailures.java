package dev.paceline.storage.table;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.ColumnDefinition;

/** Makes the errors of an append, which name table, column and row. */
@FunctionalInterface
interface AppendFailures {
  /**
   * @param row of the row group that is being filled
   * @param what is wrong
   */
  PacelineException at(ErrorCode code, ColumnDefinition column, int row, String what);
}
