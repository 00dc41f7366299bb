package dev.paceline.grammar;

import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The word ALL in GROUP BY ALL and ORDER BY ALL, as the only element of their list. */
public enum AllColumns {
  ALL;

  static SqlNode at(SqlParserPos position) {
    return SqlLiteral.createSymbol(ALL, position);
  }

  /** Whether a node is the word. */
  public static boolean is(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getValue() == ALL;
  }
}
