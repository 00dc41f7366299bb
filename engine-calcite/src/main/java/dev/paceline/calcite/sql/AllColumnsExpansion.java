package dev.paceline.calcite.sql;

import dev.paceline.calcite.rex.SortKeys;
import dev.paceline.calcite.sql.column.OutermostQuery;
import dev.paceline.calcite.sql.rewrite.ColumnChoice;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.AllColumns;
import dev.paceline.grammar.query.StarSelection;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/**
 * Replaces ALL in GROUP BY ALL by the columns of the select list without aggregates, and in ORDER
 * BY ALL by the numbers of all columns.
 */
final class AllColumnsExpansion {
  private final SqlOperatorTable operators;

  AllColumnsExpansion(SqlOperatorTable operators) {
    this.operators = operators;
  }

  /**
   * Changes a query, or returns another one, before its parts are visited.
   *
   * @throws PacelineException NOT_SUPPORTED if ORDER BY ALL is that of a set operation of stars
   */
  @Nullable SqlNode expand(@Nullable SqlNode node) {
    if (node instanceof SqlSelect select
        && select.getGroup() != null
        && select.getGroup().size() == 1
        && AllColumns.is(select.getGroup().get(0))
        && select.getSelectList().stream().noneMatch(ColumnChoice::isIn)) {
      select.setGroupBy(groupKeys(select, select.getSelectList()));
    }
    if (node instanceof SqlOrderBy order && order.orderList.size() == 1) {
      SqlNode key = order.orderList.get(0);
      if (AllColumns.is(SortKeys.expression(key)) && !hasStar(order.query)) {
        return new SqlOrderBy(
            order.getParserPosition(),
            order.query,
            ordinals(order.query, key),
            order.offset,
            order.fetch);
      }
    }
    return node;
  }

  /** Replaces ALL in the GROUP BY of a query whose tables are known, so that a star is, too. */
  void expandGroup(SqlSelect select, ColumnChoice choice) {
    SqlNodeList group = select.getGroup();
    if (group != null && group.size() == 1 && AllColumns.is(group.get(0))) {
      SqlNodeList items = new SqlNodeList(select.getSelectList().getParserPosition());
      for (SqlNode item : select.getSelectList()) {
        items.add(
            StarSelection.isStar(item)
                ? StarSelection.of(
                    item.getParserPosition(),
                    item,
                    SqlNodeList.EMPTY,
                    SqlNodeList.EMPTY,
                    SqlNodeList.EMPTY)
                : item);
      }
      select.setSelectList(choice.items(items));
      select.setGroupBy(groupKeys(select, select.getSelectList()));
    }
  }

  /**
   * Replaces ALL in the ORDER BY of a query whose SELECT list had a star, and has its columns now.
   */
  static void expandOrder(SqlSelect select) {
    SqlNodeList order = select.getOrderList();
    if (order != null && order.size() == 1 && AllColumns.is(SortKeys.expression(order.get(0)))) {
      select.setOrderBy(ordinals(select, order.get(0)));
    }
  }

  private static boolean hasStar(SqlNode query) {
    return query instanceof SqlWith with
        ? hasStar(with.body)
        : query instanceof SqlSelect select
            && select.getSelectList().stream().anyMatch(ColumnChoice::isIn);
  }

  private SqlNodeList groupKeys(SqlSelect select, SqlNodeList items) {
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode item : items) {
      SqlNode expression =
          item instanceof SqlCall call && call.getKind() == SqlKind.AS ? call.operand(0) : item;
      if (!isAggregated(expression) && !(expression instanceof SqlLiteral)) {
        keys.add(expression.clone(expression.getParserPosition()));
      }
    }
    SqlParserPos position = select.getGroup().getParserPosition();
    // without keys there is one group if something is aggregated, and the rows otherwise
    return keys.isEmpty() ? SqlNodeList.EMPTY : new SqlNodeList(keys, position);
  }

  private boolean isAggregated(SqlNode node) {
    if (node instanceof SqlSelect || !(node instanceof SqlCall call)) {
      return false;
    }
    if (call.getKind() == SqlKind.OVER) {
      return false;
    }
    return isAggregate(call.getOperator())
        || call.getOperandList().stream().anyMatch(part -> part != null && isAggregated(part));
  }

  private boolean isAggregate(SqlOperator operator) {
    if (operator.isAggregator()) {
      return true;
    }
    if (!(operator instanceof SqlFunction function) || function.getNameAsId() == null) {
      return false;
    }
    List<SqlOperator> found = new ArrayList<>();
    operators.lookupOperatorOverloads(
        function.getNameAsId(),
        SqlFunctionCategory.USER_DEFINED_FUNCTION,
        SqlSyntax.FUNCTION,
        found,
        SqlNameMatchers.withCaseSensitive(false));
    return found.stream().anyMatch(SqlOperator::isAggregator);
  }

  private static SqlNodeList ordinals(SqlNode query, SqlNode all) {
    int columns =
        switch (OutermostQuery.of(query)) {
          case SqlSelect select -> {
            if (select.getSelectList().stream().anyMatch(ColumnChoice::isIn)) {
              throw new PacelineException(
                  ErrorCode.NOT_SUPPORTED,
                  "ORDER BY ALL of a set operation of stars is not supported; name the columns");
            }
            yield select.getSelectList().size();
          }
          case SqlCall values when values.getKind() == SqlKind.VALUES ->
              ((SqlCall) values.operand(0)).operandCount();
          default ->
              throw new PacelineException(
                  ErrorCode.NOT_SUPPORTED,
                  "ORDER BY ALL of such a query is not supported; name the columns");
        };
    List<SqlNode> keys = new ArrayList<>();
    for (int number = 1; number <= columns; number++) {
      String ordinal = Integer.toString(number);
      keys.add(
          SortKeys.replaceExpression(
              all,
              expression ->
                  SqlLiteral.createExactNumeric(ordinal, expression.getParserPosition())));
    }
    return new SqlNodeList(keys, all.getParserPosition());
  }
}
