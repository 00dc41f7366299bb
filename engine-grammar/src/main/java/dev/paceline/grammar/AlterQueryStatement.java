package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** ALTER QUERY n SET name = value. */
public final class AlterQueryStatement extends ExtensionStatement {
  AlterQueryStatement(SqlParserPos position, SqlNode number, SqlNode name, SqlNode value) {
    this(position, List.of(number, name, value));
  }

  private AlterQueryStatement(SqlParserPos position, List<SqlNode> operands) {
    super(position, "ALTER QUERY", operands);
  }

  @Override
  protected AlterQueryStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new AlterQueryStatement(position, changed);
  }

  /** Returns the number of the query. */
  public SqlLiteral number() {
    return (SqlLiteral) getOperandList().getFirst();
  }

  /** Returns the name of what is to be changed. */
  public String setting() {
    return ((SqlIdentifier) getOperandList().get(1)).getSimple();
  }

  /** Returns a literal or a name. */
  public SqlNode value() {
    return getOperandList().getLast();
  }
}
