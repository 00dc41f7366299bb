package dev.paceline.grammar.list;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlPostfixOperator;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlValidator;

/**
 * The comparison of a value with the values of an empty list. {@code x IN ()} and {@code x = ANY
 * ()} are false, {@code x NOT IN ()} and {@code x = ALL ()} are true, for every {@code x}.
 */
public final class EmptyListOperator extends SqlPostfixOperator {
  private final boolean result;

  private EmptyListOperator(SqlOperator operator, boolean result) {
    super(
        operator.getName() + " ()",
        SqlKind.OTHER,
        operator.getLeftPrec(),
        ReturnTypes.BOOLEAN_NOT_NULL,
        null,
        OperandTypes.ANY);
    this.result = result;
  }

  /**
   * Returns the comparison.
   *
   * @param operator IN, NOT IN, or a comparison with ANY or ALL
   */
  public static EmptyListOperator of(SqlOperator operator) {
    return new EmptyListOperator(
        operator,
        operator.getKind() == SqlKind.NOT_IN
            || operator instanceof SqlQuantifyOperator && operator.getKind() == SqlKind.ALL);
  }

  /** Keeps {@code x}, which must be valid, in a condition that is never unknown. */
  @Override
  public SqlNode rewriteCall(SqlValidator validator, SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    SqlNode known = SqlStdOperatorTable.IS_NULL.createCall(position, call.<SqlNode>operand(0));
    return (result ? SqlStdOperatorTable.IS_NOT_UNKNOWN : SqlStdOperatorTable.IS_UNKNOWN)
        .createCall(position, known);
  }
}
