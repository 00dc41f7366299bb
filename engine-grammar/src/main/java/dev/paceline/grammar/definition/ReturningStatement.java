package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;

/** INSERT … RETURNING list. */
public final class ReturningStatement extends ExtensionStatement {
  public ReturningStatement(SqlParserPos position, SqlNode insert, SqlNode items) {
    super(position, "INSERT RETURNING", List.of(insert, items));
  }

  @Override
  protected ReturningStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new ReturningStatement(position, changed.get(0), changed.get(1));
  }

  /** Returns the statement without the list. */
  public SqlInsert insert() {
    return (SqlInsert) getOperandList().get(0);
  }

  /** Returns the list, which is one of a SELECT. */
  public SqlNodeList items() {
    return (SqlNodeList) getOperandList().get(1);
  }
}
