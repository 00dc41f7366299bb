package dev.paceline.grammar.query;

import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * An expression, or several, whose values become columns.
 *
 * @param values null for all values that the rows have
 */
public record PivotColumn(List<SqlNode> expressions, @Nullable List<PivotValue> values) {
  public PivotColumn {
    expressions = List.copyOf(expressions);
    values = values == null ? null : List.copyOf(values);
  }

  /**
   * Values that become a column.
   *
   * @param values one for each expression
   * @param label the name of the column, or its beginning
   */
  public record PivotValue(List<SqlNode> values, String label) {
    public PivotValue {
      values = List.copyOf(values);
    }
  }
}
