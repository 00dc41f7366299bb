package dev.paceline.grammar;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/** DESCRIBE of a query: a call with the query as its operand. */
public final class DescribeQuery {
  private static final SqlOperator OPERATOR =
      new SqlSpecialOperator("DESCRIBE", SqlKind.DESCRIBE_TABLE);

  private DescribeQuery() {}

  static SqlCall of(SqlNode query, SqlParserPos position) {
    return OPERATOR.createCall(position, query);
  }
}
