package dev.paceline.grammar;

import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Makes errors of syntax that no unexpected token causes. */
public final class SyntaxErrors {
  private SyntaxErrors() {}

  /** Returns an error at a place of the statement. */
  public static CalciteContextException at(SqlParserPos position, String message) {
    return new CalciteContextException(
        message,
        new CalciteException(message, null),
        position.getLineNum(),
        position.getColumnNum(),
        position.getEndLineNum(),
        position.getEndColumnNum());
  }
}
