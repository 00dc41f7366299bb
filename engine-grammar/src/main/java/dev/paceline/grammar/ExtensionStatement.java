package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A statement, or a part of one, that Calcite's grammar does not have. */
public abstract class ExtensionStatement extends SqlCall {
  private final SqlOperator operator;
  private final List<SqlNode> operands;

  protected ExtensionStatement(SqlParserPos position, String name, List<SqlNode> operands) {
    super(position);
    this.operands = operands;
    this.operator =
        new SqlSpecialOperator(name, SqlKind.OTHER) {
          @Override
          public SqlCall createCall(
              @Nullable SqlLiteral quantifier,
              SqlParserPos changedPosition,
              @Nullable SqlNode... changed) {
            return with(changedPosition, List.of(changed));
          }
        };
  }

  /** Returns the same statement with other operands. */
  protected abstract ExtensionStatement with(SqlParserPos position, List<SqlNode> changed);

  @Override
  public final SqlOperator getOperator() {
    return operator;
  }

  @Override
  public final List<SqlNode> getOperandList() {
    return operands;
  }

  @Override
  public final void unparse(SqlWriter writer, int leftPrecedence, int rightPrecedence) {
    writer.keyword(operator.getName());
    for (SqlNode operand : operands) {
      operand.unparse(writer, 0, 0);
    }
  }
}
