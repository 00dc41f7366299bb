package dev.paceline.calcite.rex;

import java.util.List;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;

/**
 * Calls that are tested for NULL. The type of a call may still be nullable when its operands are
 * not any more, because constants were folded in them; Calcite's simplifier asserts that the type
 * of a tested call follows from its operands.
 */
public final class TestedCalls {
  private TestedCalls() {}

  /** Returns the operands of a call, where the operand of a test has the type that follows. */
  public static List<RexNode> of(
      RelDataTypeFactory types, SqlOperator operator, List<RexNode> operands) {
    boolean isTest =
        operator.getKind() == SqlKind.IS_NULL || operator.getKind() == SqlKind.IS_NOT_NULL;
    return isTest
            && operands.getFirst() instanceof RexCall call
            && call.getType().isNullable()
            && isNeverNull(call)
        ? List.of(
            call.clone(types.createTypeWithNullability(call.getType(), false), call.getOperands()))
        : operands;
  }

  /** Whether a call is NULL only if an operand is, and no operand is nullable. */
  private static boolean isNeverNull(RexCall call) {
    return call.getKind() != SqlKind.CAST
        && Strong.policy(call) == Strong.Policy.ANY
        && call.getOperands().stream().noneMatch(operand -> operand.getType().isNullable());
  }
}
