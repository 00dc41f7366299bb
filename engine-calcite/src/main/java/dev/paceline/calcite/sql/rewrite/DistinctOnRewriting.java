package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.rex.SortKeys;
import dev.paceline.grammar.DistinctOn;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@code QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY o) = 1} of SELECT DISTINCT ON (k)
 * … ORDER BY o: the first row of each key stays, in the order of the query.
 */
public final class DistinctOnRewriting {
  private DistinctOnRewriting() {}

  /** Changes a query before its parts are visited. */
  public static void apply(@Nullable SqlNode node) {
    if (node instanceof SqlOrderBy order && select(order.query) instanceof SqlSelect select) {
      apply(select, order.orderList);
    } else if (node instanceof SqlSelect select) {
      apply(select, SqlNodeList.EMPTY);
    }
  }

  /** Returns the query that an ORDER BY orders, which stands behind the common tables of WITH. */
  private static SqlNode select(SqlNode query) {
    return query instanceof SqlWith with ? select(with.body) : query;
  }

  private static void apply(SqlSelect select, SqlNodeList order) {
    SqlNodeList keys = DistinctOn.keys(select.getQualify());
    if (keys == null) {
      return;
    }
    SqlParserPos position = keys.getParserPosition();
    List<SqlNode> items = new ArrayList<>();
    order.forEach(item -> items.add(expression(item, select)));
    SqlNode window =
        SqlWindow.create(
            null,
            null,
            keys,
            new SqlNodeList(items, position),
            SqlLiteral.createBoolean(false, position),
            null,
            null,
            null,
            SqlWindow.createExcludeNoOthers(position),
            position);
    SqlNode number =
        SqlStdOperatorTable.OVER.createCall(
            position, SqlStdOperatorTable.ROW_NUMBER.createCall(position), window);
    select.setQualify(
        SqlStdOperatorTable.EQUALS.createCall(
            position, number, SqlLiteral.createExactNumeric("1", position)));
  }

  /** Returns the expression of an ORDER BY item: a number or an alias names a selected column. */
  private static SqlNode expression(SqlNode item, SqlSelect select) {
    return SortKeys.replaceExpression(item, key -> copy(column(key, select)));
  }

  private static SqlNode column(SqlNode item, SqlSelect select) {
    List<SqlNode> columns = select.getSelectList();
    if (item instanceof SqlNumericLiteral number && number.isInteger()) {
      int index = number.intValue(true) - 1;
      return index >= 0 && index < columns.size() ? withoutAlias(columns.get(index)) : item;
    }
    if (item instanceof SqlIdentifier name && name.isSimple()) {
      for (SqlNode column : columns) {
        if (column instanceof SqlCall call && call.getKind() == SqlKind.AS) {
          SqlIdentifier alias = call.operand(1);
          if (alias.getSimple().equalsIgnoreCase(name.getSimple())) {
            return call.operand(0);
          }
        }
      }
    }
    return item;
  }

  private static SqlNode withoutAlias(SqlNode column) {
    return column instanceof SqlCall call && call.getKind() == SqlKind.AS
        ? call.operand(0)
        : column;
  }

  private static SqlNode copy(SqlNode node) {
    return node.clone(node.getParserPosition());
  }
}
