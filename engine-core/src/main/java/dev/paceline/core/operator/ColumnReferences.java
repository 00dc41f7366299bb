package dev.paceline.core.operator;

import dev.paceline.core.expr.tree.Expression;
import java.util.TreeSet;

/** Finds the columns that an expression reads. */
public final class ColumnReferences {
  private ColumnReferences() {}

  /** Ascending, each once. */
  public static int[] of(Expression expression) {
    TreeSet<Integer> columns = new TreeSet<>();
    collect(expression, columns);
    return columns.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void collect(Expression expression, TreeSet<Integer> columns) {
    if (expression.columnIndex() >= 0) {
      columns.add(expression.columnIndex());
    }
    for (Expression operand : expression.operands()) {
      collect(operand, columns);
    }
  }
}
