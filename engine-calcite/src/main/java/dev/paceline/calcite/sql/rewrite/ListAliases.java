package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.function.ListOperator;
import dev.paceline.calcite.rex.SortKeys;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.query.PlainSelect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/** Calls that stand for functions of lists: aggregates by their names, and the list of a query. */
final class ListAliases {
  private static final String VALUE = "value";
  private static final String KEY = "key";

  private ListAliases() {}

  /** {@code list_aggregate(l, 'sum')} is {@code list_sum(l)}; null if it is another call. */
  static @Nullable SqlNode rewrite(String name, SqlCall call) {
    if (call.operandCount() > 2 && isConcatenation(name)) {
      return call.getOperandList().stream()
          .reduce(
              (lists, next) ->
                  FunctionAliases.called(name, List.of(lists, next), call.getParserPosition()))
          .orElseThrow();
    }
    boolean aggregate =
        switch (name) {
          case "LIST_AGGREGATE", "LIST_AGGR", "ARRAY_AGGREGATE", "ARRAY_AGGR", "AGGREGATE" -> true;
          default -> false;
        };
    if (!aggregate || call.operandCount() < 2) {
      return null;
    }
    if (!(call.operand(1) instanceof SqlCharStringLiteral function)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          name.toLowerCase(Locale.ROOT) + " needs the name of an aggregate function as a constant");
    }
    List<SqlNode> arguments = new ArrayList<>(call.getOperandList());
    arguments.remove(1);
    String aggregated = aggregate(function.getValueAs(String.class).toUpperCase(Locale.ROOT));
    return FunctionAliases.called("LIST_" + aggregated, arguments, call.getParserPosition());
  }

  /** The one name of an aggregate function that has several. */
  private static String aggregate(String name) {
    return switch (name) {
      case "STDDEV" -> "STDDEV_SAMP";
      case "VARIANCE" -> "VAR_SAMP";
      case "MEAN" -> "AVG";
      case "ARBITRARY" -> "ANY_VALUE";
      case "GROUP_CONCAT", "LISTAGG" -> "STRING_AGG";
      default -> name;
    };
  }

  private static boolean isConcatenation(String name) {
    return switch (name) {
      case "LIST_CONCAT", "LIST_CAT", "ARRAY_CONCAT", "ARRAY_CAT" -> true;
      default -> false;
    };
  }

  /**
   * {@code ARRAY(query)} is a sub-query that aggregates the rows of the query in their order; the
   * keys of the order become columns of the query.
   */
  static SqlNode ofQuery(SqlCall array) {
    SqlParserPos position = array.getParserPosition();
    SqlNode query = array.operand(0);
    checkOneColumn(query);
    List<SqlNode> columns = new ArrayList<>();
    columns.add(new SqlIdentifier(VALUE, position));
    SqlNodeList order = new SqlNodeList(position);
    if (query instanceof SqlOrderBy ordered) {
      query = withKeys(ordered, columns, order);
    }
    List<SqlNode> alias = new ArrayList<>();
    alias.add(query);
    alias.add(new SqlIdentifier("rows", position));
    alias.addAll(columns);
    SqlNode list = FunctionAliases.called("ARRAY_AGG", List.of(columns.getFirst()), position);
    if (!order.isEmpty()) {
      list = SqlStdOperatorTable.WITHIN_GROUP.createCall(position, list, order);
    }
    return SqlStdOperatorTable.SCALAR_QUERY.createCall(
        position,
        PlainSelect.of(
            position,
            SqlNodeList.of(ListOperator.OR_EMPTY.createCall(position, list)),
            SqlStdOperatorTable.AS.createCall(position, alias)));
  }

  private static void checkOneColumn(SqlNode query) {
    switch (query) {
      case SqlOrderBy ordered -> checkOneColumn(ordered.query);
      case SqlWith with -> checkOneColumn(with.body);
      case SqlSelect select -> {
        SqlNodeList items = select.getSelectList();
        if (items.size() != 1 || items.get(0) instanceof SqlIdentifier name && name.isStar()) {
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "the query inside ARRAY(...) must select exactly one column by name, not *");
        }
      }
      case SqlCall call when SqlKind.SET_QUERY.contains(call.getKind()) ->
          checkOneColumn(call.operand(0));
      default -> {
        // the rows of VALUES
      }
    }
  }

  /** Adds the keys of an order to the columns of its query, and the names of both to lists. */
  private static SqlNode withKeys(SqlOrderBy ordered, List<SqlNode> columns, SqlNodeList order) {
    SqlParserPos position = ordered.getParserPosition();
    SqlNodeList items =
        ordered.query instanceof SqlSelect select && !select.isDistinct()
            ? new SqlNodeList(select.getSelectList().getList(), position)
            : null;
    for (SqlNode key : ordered.orderList) {
      SqlNode expression = SortKeys.expression(key);
      boolean isItem = isItem(expression, ordered.query);
      SqlNode column =
          isItem ? columns.getFirst() : new SqlIdentifier(KEY + columns.size(), position);
      if (!isItem) {
        if (items == null) {
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED,
              "the query of ARRAY is supported with an order by its column only, if it is DISTINCT"
                  + " or a set operation");
        }
        items.add(SqlStdOperatorTable.AS.createCall(position, expression, column));
        columns.add(column);
      }
      order.add(SortKeys.replaceExpression(key, unused -> column));
    }
    if (items != null) {
      ((SqlSelect) ordered.query).setSelectList(items);
    }
    return ordered.offset == null && ordered.fetch == null ? ordered.query : ordered;
  }

  /** Whether a key is the only column of a query: its number, its alias, or the same expression. */
  private static boolean isItem(SqlNode key, SqlNode query) {
    if (key instanceof SqlLiteral literal) {
      return "1".equals(literal.toValue());
    }
    if (!(query instanceof SqlSelect select) || select.getSelectList().size() != 1) {
      return !(query instanceof SqlSelect) && key instanceof SqlIdentifier;
    }
    SqlNode item = select.getSelectList().get(0);
    if (item.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) item;
      return key.equalsDeep(as.operand(1), Litmus.IGNORE)
          || key.equalsDeep(as.operand(0), Litmus.IGNORE);
    }
    return key.equalsDeep(item, Litmus.IGNORE);
  }
}
