package dev.paceline.grammar.query;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The row of INSERT … DEFAULT VALUES. */
public final class DefaultRow {
  private DefaultRow() {}

  /** Returns VALUES with one row of the word DEFAULT, which stands for all columns. */
  public static SqlNode at(SqlParserPos position) {
    return SqlStdOperatorTable.VALUES.createCall(
        position,
        SqlStdOperatorTable.ROW.createCall(
            position, SqlStdOperatorTable.DEFAULT.createCall(position)));
  }
}
