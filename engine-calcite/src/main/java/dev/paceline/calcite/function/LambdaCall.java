package dev.paceline.calcite.function;

import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.list.ListReduce;
import dev.paceline.core.expr.list.ListTransform;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.jspecify.annotations.Nullable;

/**
 * A function of a list with the body of its lambda function. The body is closed: its input
 * references are the columns of {@link dev.paceline.core.expr.list.LambdaColumns}, and the outer
 * values that it uses are operands of the call. So the planner may move the call like that of any
 * other function.
 */
public final class LambdaCall extends SqlFunction {
  private final RelDataType element;
  private final RexNode result;
  private final @Nullable RexNode condition;
  private final boolean reduces;
  private final boolean hasInitial;

  private LambdaCall(
      String name,
      RelDataType element,
      RexNode result,
      @Nullable RexNode condition,
      boolean reduces,
      boolean hasInitial) {
    super(
        name,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.element = element;
    this.result = result;
    this.condition = condition;
    this.reduces = reduces;
    this.hasInitial = hasInitial;
  }

  /**
   * The list of the results for the elements for which a condition is true; a call has the list,
   * then the values from outside as operands.
   *
   * @param element the type of the elements
   * @param condition null if all elements count
   */
  public static LambdaCall transform(
      RelDataType element, RexNode result, @Nullable RexNode condition) {
    return new LambdaCall(
        "list_transform[" + result + (condition == null ? "" : " if " + condition) + "]",
        element,
        result,
        condition,
        false,
        false);
  }

  /**
   * The last result of a function of an accumulator and an element; a call has the list, the
   * initial value if there is one, and the outer values as operands.
   */
  public static LambdaCall reduce(RelDataType element, RexNode result, boolean hasInitial) {
    return new LambdaCall(
        (hasInitial ? "list_reduce_from[" : "list_reduce[") + result + "]",
        element,
        result,
        null,
        true,
        hasInitial);
  }

  @Override
  public boolean isDeterministic() {
    return RexUtil.isDeterministic(result)
        && (condition == null || RexUtil.isDeterministic(condition));
  }

  /** Returns the engine's expression of a call. */
  public Expression call(
      DataType type, List<Expression> operands, Function<RexNode, Expression> lowering) {
    DataType listType = DataType.list(TypeMapping.toDataType(element));
    Expression list =
        operands.getFirst().type().kind() == TypeKind.LIST
            ? Expressions.cast(operands.getFirst(), listType)
            : Expressions.literal(listType, null);
    List<Expression> captured = operands.subList(hasInitial ? 2 : 1, operands.size());
    if (reduces) {
      Expression initial = hasInitial ? operands.get(1) : null;
      return new ListReduce(type, list, lowering.apply(result), initial, captured);
    }
    return new ListTransform(
        type,
        list,
        lowering.apply(result),
        condition == null ? null : lowering.apply(condition),
        captured);
  }
}
