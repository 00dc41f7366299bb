package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** KILL, SUSPEND or RESUME of a query. */
public final class ControlStatement extends ExtensionStatement {
  ControlStatement(SqlParserPos position, String verb, SqlNode number) {
    super(position, verb, List.of(number));
  }

  @Override
  protected ControlStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new ControlStatement(position, verb(), changed.getFirst());
  }

  /** Returns what is to be done, in upper case. */
  public String verb() {
    return getOperator().getName();
  }

  /** Returns the number of the query. */
  public SqlLiteral number() {
    return (SqlLiteral) getOperandList().getFirst();
  }
}
