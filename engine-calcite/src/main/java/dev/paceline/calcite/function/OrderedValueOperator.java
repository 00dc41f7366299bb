package dev.paceline.calcite.function;

import dev.paceline.calcite.rex.SortKeys;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexContext;

/**
 * Stands for the argument of a window function with an ORDER BY of its own: the value, and the keys
 * of the order. The planner takes them apart.
 */
public final class OrderedValueOperator extends SqlFunction {
  public static final OrderedValueOperator INSTANCE = new OrderedValueOperator();

  private OrderedValueOperator() {
    super(
        "ORDERED_VALUE",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.SYSTEM);
  }

  /** Derives the types of the operands here, because no operator table contains this operator. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    RelDataType type = validator.deriveType(scope, call.operand(0));
    for (SqlNode key : call.getOperandList().subList(1, call.operandCount())) {
      validator.deriveType(scope, SortKeys.expression(key));
    }
    validator.setValidatedNodeType(call, type);
    return type;
  }

  /** Returns the expression of a call: the value, the directions as a string, and the keys. */
  public static RexNode convert(SqlRexContext context, SqlCall call) {
    RexBuilder rexBuilder = context.getRexBuilder();
    List<RexFieldCollation> order = new ArrayList<>();
    for (SqlNode key : call.getOperandList().subList(1, call.operandCount())) {
      order.add(
          new RexFieldCollation(
              context.convertExpression(SortKeys.expression(key)), SortKeys.directions(key)));
    }
    List<RexNode> operands = new ArrayList<>();
    operands.add(context.convertExpression(call.operand(0)));
    operands.add(directions(rexBuilder, order));
    order.forEach(key -> operands.add(key.left));
    return rexBuilder.makeCall(operands.getFirst().getType(), INSTANCE, operands);
  }

  /**
   * Returns two letters for each key as a literal: {@code a} or {@code d} for the direction, and
   * {@code f} or {@code l} for the place of NULL.
   */
  public static RexNode directions(RexBuilder rexBuilder, List<RexFieldCollation> order) {
    StringBuilder letters = new StringBuilder();
    for (RexFieldCollation key : order) {
      boolean descending = key.right.contains(SqlKind.DESCENDING);
      boolean nullsFirst =
          key.right.contains(SqlKind.NULLS_FIRST)
              || descending && !key.right.contains(SqlKind.NULLS_LAST);
      letters.append(descending ? 'd' : 'a').append(nullsFirst ? 'f' : 'l');
    }
    return rexBuilder.makeLiteral(
        letters.toString(), rexBuilder.getTypeFactory().createSqlType(SqlTypeName.VARCHAR), true);
  }

  /** Returns the keys of a call. */
  public static List<RexFieldCollation> order(RexCall call) {
    String letters = ((RexLiteral) call.getOperands().get(1)).getValueAs(String.class);
    List<RexFieldCollation> order = new ArrayList<>();
    for (int i = 2; i < call.getOperands().size(); i++) {
      Set<SqlKind> directions = EnumSet.noneOf(SqlKind.class);
      if (letters.charAt(2 * i - 4) == 'd') {
        directions.add(SqlKind.DESCENDING);
      }
      directions.add(letters.charAt(2 * i - 3) == 'f' ? SqlKind.NULLS_FIRST : SqlKind.NULLS_LAST);
      order.add(new RexFieldCollation(call.getOperands().get(i), directions));
    }
    return order;
  }
}
