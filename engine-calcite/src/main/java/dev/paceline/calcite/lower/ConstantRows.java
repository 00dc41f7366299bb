package dev.paceline.calcite.lower;

import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.ColumnReference;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The union of single rows, which VALUES becomes if its cells are no literals: lists, or calls. One
 * source has the rows in the order of the statement, where the inputs of a union run side by side.
 */
final class ConstantRows {
  private ConstantRows() {}

  /**
   * Returns the rows of all inputs.
   *
   * @param types of the union, to which the values are cast
   * @return null if an input has other rows than such of constants
   */
  static PlanNode.@Nullable Values union(List<PlanNode> inputs, List<DataType> types) {
    List<List<Expression>> rows = new ArrayList<>();
    for (PlanNode input : inputs) {
      List<List<Expression>> some = rows(input);
      if (some == null) {
        return null;
      }
      some.forEach(row -> rows.add(cast(row, types)));
    }
    return new PlanNode.Values(types, rows);
  }

  private static @Nullable List<List<Expression>> rows(PlanNode node) {
    return switch (node) {
      case PlanNode.Values values -> values.rows();
      case PlanNode.Project(PlanNode.Values values, List<Expression> row) ->
          values.rows().size() == 1 && row.stream().allMatch(ConstantRows::isConstant)
              ? List.of(row)
              : null;
      default -> null;
    };
  }

  private static boolean isConstant(Expression expression) {
    return !(expression instanceof ColumnReference)
        && expression.operands().stream().allMatch(ConstantRows::isConstant);
  }

  private static List<Expression> cast(List<Expression> row, List<DataType> types) {
    List<Expression> cast = new ArrayList<>(row.size());
    for (int i = 0; i < row.size(); i++) {
      cast.add(Expressions.cast(row.get(i), types.get(i)));
    }
    return cast;
  }
}
