package dev.paceline.grammar.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlPivot;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Writes the statement PIVOT as a query with a column for each value of a column.
 *
 * <p>Without GROUP BY, the rows are grouped by all columns that the statement does not name, as in
 * the PIVOT of the standard. With it, each column is an aggregate with a FILTER.
 */
public final class PivotQuery {
  private PivotQuery() {}

  /**
   * @param column whose values become columns
   * @param values literals, possibly with an alias each
   * @param aggregates calls, possibly with an alias each
   * @param groups null for all other columns
   */
  public static SqlSelect of(
      SqlParserPos position,
      SqlNode table,
      SqlIdentifier column,
      List<SqlNode> values,
      List<SqlNode> aggregates,
      @Nullable SqlNodeList groups) {
    if (groups == null) {
      List<SqlNode> named = new ArrayList<>();
      for (SqlNode value : values) {
        named.add(
            SqlStdOperatorTable.AS.createCall(
                position, SqlNodeList.of(inner(value)), name(label(value), position)));
      }
      return select(
          position,
          SqlNodeList.of(SqlIdentifier.star(position)),
          new SqlPivot(
              position,
              table,
              new SqlNodeList(named(aggregates, position), position),
              SqlNodeList.of(column),
              new SqlNodeList(named, position)),
          null);
    }
    List<SqlNode> items = new ArrayList<>(groups.getList());
    for (SqlNode value : values) {
      SqlNode condition = SqlStdOperatorTable.EQUALS.createCall(position, column, inner(value));
      for (SqlNode aggregate : aggregates) {
        String label = label(value);
        if (aggregates.size() > 1) {
          label += "_" + label(aggregate);
        }
        items.add(
            SqlStdOperatorTable.AS.createCall(
                position,
                SqlStdOperatorTable.FILTER.createCall(position, inner(aggregate), condition),
                name(label, position)));
      }
    }
    return select(position, new SqlNodeList(items, position), table, groups);
  }

  /** Several aggregates have names, which follow those of the values. */
  private static List<SqlNode> named(List<SqlNode> aggregates, SqlParserPos position) {
    if (aggregates.size() == 1) {
      return List.of(inner(aggregates.getFirst()));
    }
    return aggregates.stream()
        .map(
            aggregate ->
                (SqlNode)
                    SqlStdOperatorTable.AS.createCall(
                        position, inner(aggregate), name(label(aggregate), position)))
        .toList();
  }

  private static SqlSelect select(
      SqlParserPos position, SqlNodeList items, SqlNode from, @Nullable SqlNodeList groups) {
    return new SqlSelect(
        position,
        SqlNodeList.EMPTY,
        items,
        from,
        null,
        groups,
        null,
        null,
        null,
        null,
        null,
        null,
        SqlNodeList.EMPTY);
  }

  private static SqlIdentifier name(String text, SqlParserPos position) {
    return new SqlIdentifier(text, position);
  }

  private static SqlNode inner(SqlNode node) {
    return node.getKind() == SqlKind.AS ? ((SqlCall) node).operand(0) : node;
  }

  /** Returns the alias, the text of a literal, or the text of a call as DuckDB writes it. */
  private static String label(SqlNode node) {
    if (node.getKind() == SqlKind.AS) {
      return ((SqlIdentifier) ((SqlCall) node).operand(1)).getSimple();
    }
    if (node instanceof SqlLiteral literal) {
      String text = literal.toValue();
      return text == null ? "NULL" : text;
    }
    if (node instanceof SqlCall call && call.getOperator().getKind() == SqlKind.MINUS_PREFIX) {
      return "-" + label(call.operand(0));
    }
    if (node instanceof SqlCall call) {
      List<String> arguments =
          call.getOperandList().stream()
              .map(
                  argument ->
                      argument instanceof SqlIdentifier id && id.isStar()
                          ? "*"
                          : argument.toString())
              .toList();
      String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
      return arguments.equals(List.of("*"))
          ? name + "_star()"
          : name + "(" + String.join(", ", arguments) + ")";
    }
    return node.toString();
  }
}
