package dev.paceline.calcite.rex;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Simplifies what Calcite makes of COALESCE: {@code CASE WHEN x IS NOT NULL THEN CAST(x AS … NOT
 * NULL) ELSE … END}. Where the last value is NULL, or x once more, the CASE is x itself. Calcite
 * would remove the condition below a comparison, keep the cast, and then believe that the
 * comparison is never unknown.
 */
public final class CoalescedOperands {
  private CoalescedOperands() {}

  /** Returns the operands of a call, or a single value that a CASE always has. */
  public static List<RexNode> of(
      RelDataTypeFactory types, SqlOperator operator, List<RexNode> operands) {
    if (operator.getKind() != SqlKind.CASE) {
      return operands;
    }
    List<RexNode> left = operands;
    while (left.size() >= 3) {
      int last = left.size() - 1;
      RexNode value = unguarded(types, left.get(last - 2), left.get(last - 1));
      if (value == null || !isSameOrNull(types, left.get(last), value)) {
        break;
      }
      List<RexNode> shorter = new ArrayList<>(left.subList(0, last - 2));
      shorter.add(value);
      left = shorter;
    }
    return left;
  }

  /**
   * Returns whether a value is the same as another one, or NULL of its type. A NULL of another type
   * would give the CASE another type.
   */
  private static boolean isSameOrNull(RelDataTypeFactory types, RexNode node, RexNode value) {
    return node.equals(value)
        || RexLiteral.isNullLiteral(node)
            && (node.getType().getSqlTypeName() == SqlTypeName.NULL
                || SqlTypeUtil.equalSansNullability(types, node.getType(), value.getType()));
  }

  /** Returns the value under the condition that it is not NULL, without casts; else null. */
  private static @Nullable RexNode unguarded(
      RelDataTypeFactory types, RexNode condition, RexNode value) {
    if (condition.getKind() != SqlKind.IS_NOT_NULL) {
      return null;
    }
    RexNode tested = ((RexCall) condition).getOperands().getFirst();
    RexNode inner = value;
    while (!inner.equals(tested) && inner.getKind() == SqlKind.CAST) {
      inner = ((RexCall) inner).getOperands().getFirst();
      if (!SqlTypeUtil.equalSansNullability(types, inner.getType(), value.getType())) {
        return null;
      }
    }
    return inner.equals(tested) ? tested : null;
  }
}
