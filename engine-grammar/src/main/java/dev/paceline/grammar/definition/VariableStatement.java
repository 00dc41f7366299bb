package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** SET VARIABLE name = value, and RESET VARIABLE name. */
public final class VariableStatement extends ExtensionStatement {
  /**
   * @param value null for RESET
   */
  public VariableStatement(SqlParserPos position, SqlIdentifier name, @Nullable SqlNode value) {
    this(position, value == null ? List.of(name) : List.of(name, value));
  }

  private VariableStatement(SqlParserPos position, List<SqlNode> operands) {
    super(position, operands.size() == 1 ? "RESET VARIABLE" : "SET VARIABLE", operands);
  }

  @Override
  protected VariableStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new VariableStatement(position, changed);
  }

  /** Returns the name of the variable as it is written. */
  public String name() {
    return ((SqlIdentifier) getOperandList().getFirst()).getSimple();
  }

  /** Returns the expression whose value the variable gets; null for RESET. */
  public @Nullable SqlNode value() {
    return getOperandList().size() == 1 ? null : getOperandList().get(1);
  }
}
