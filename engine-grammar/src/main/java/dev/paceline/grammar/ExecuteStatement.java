package dev.paceline.grammar;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** EXECUTE name [(values)]. */
public final class ExecuteStatement extends ExtensionStatement {
  ExecuteStatement(SqlParserPos position, SqlNode name, List<SqlNode> values) {
    this(position, operands(name, values));
  }

  private ExecuteStatement(SqlParserPos position, List<SqlNode> operands) {
    super(position, "EXECUTE", operands);
  }

  private static List<SqlNode> operands(SqlNode name, List<SqlNode> values) {
    List<SqlNode> operands = new ArrayList<>(values);
    operands.addFirst(name);
    return operands;
  }

  @Override
  protected ExecuteStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new ExecuteStatement(position, changed);
  }

  public String name() {
    return ((SqlIdentifier) getOperandList().getFirst()).getSimple();
  }

  /** Returns the values of the parameters. */
  public List<SqlNode> values() {
    return getOperandList().subList(1, getOperandList().size());
  }
}
