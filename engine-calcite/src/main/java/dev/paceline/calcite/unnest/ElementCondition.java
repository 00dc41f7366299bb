package dev.paceline.calcite.unnest;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * The condition that the columns of a row are elements of lists, and possibly their number. Its
 * operands are a column of the left side, so that the condition belongs to both sides also if the
 * lists are constant; then the lists; then the columns.
 */
final class ElementCondition {
  private static final SqlFunction OPERATOR =
      new SqlFunction(
          "ELEMENTS_OF",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.BOOLEAN,
          null,
          OperandTypes.VARIADIC,
          SqlFunctionCategory.SYSTEM);

  private ElementCondition() {}

  /**
   * @param lists over the left columns
   * @param elements the right side
   */
  static RexNode of(RexBuilder builder, List<RexNode> lists, RelNode left, RelNode elements) {
    int offset = left.getRowType().getFieldCount();
    List<RexNode> operands = new ArrayList<>();
    operands.add(builder.makeInputRef(left, 0));
    operands.addAll(lists);
    for (RelDataTypeField field : elements.getRowType().getFieldList()) {
      operands.add(builder.makeInputRef(field.getType(), offset + field.getIndex()));
    }
    return builder.makeCall(OPERATOR, operands);
  }

  static boolean is(RexNode condition) {
    return condition instanceof RexCall call && call.getOperator().equals(OPERATOR);
  }

  /**
   * Returns the lists of a condition.
   *
   * @param elements the type of the right side
   */
  static List<RexNode> lists(RexNode condition, RelDataType elements) {
    List<RexNode> operands = ((RexCall) condition).getOperands();
    return operands.subList(1, operands.size() - elements.getFieldCount());
  }
}
