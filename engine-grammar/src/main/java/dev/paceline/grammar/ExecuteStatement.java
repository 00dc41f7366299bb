package dev.paceline.grammar;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** EXECUTE name [(values)]. */
public final class ExecuteStatement extends ExtensionStatement {
  private final List<String> names;

  /**
   * @param names of the parameters that get the values; empty for those without a name
   */
  ExecuteStatement(SqlParserPos position, SqlNode name, List<String> names, List<SqlNode> values) {
    this(position, names, operands(name, values));
  }

  private ExecuteStatement(SqlParserPos position, List<String> names, List<SqlNode> operands) {
    super(position, "EXECUTE", operands);
    this.names = names;
  }

  private static List<SqlNode> operands(SqlNode name, List<SqlNode> values) {
    List<SqlNode> operands = new ArrayList<>(values);
    operands.addFirst(name);
    return operands;
  }

  @Override
  protected ExecuteStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new ExecuteStatement(position, names, changed);
  }

  public String name() {
    return ((SqlIdentifier) getOperandList().getFirst()).getSimple();
  }

  /** Returns the name of the parameter of each value; empty for those without a name. */
  public List<String> names() {
    return names;
  }

  /** Returns the values of the parameters. */
  public List<SqlNode> values() {
    return getOperandList().subList(1, getOperandList().size());
  }
}
