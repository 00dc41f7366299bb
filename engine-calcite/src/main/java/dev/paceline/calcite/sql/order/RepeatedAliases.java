package dev.paceline.calcite.sql.order;

import dev.paceline.calcite.rex.SortKeys;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.validate.SqlValidatorUtil;

/**
 * Names that several columns of a SELECT list have. In ORDER BY they mean the last column to which
 * AS gives the name, as in DuckDB, or the first one if there is none.
 */
public final class RepeatedAliases {
  private RepeatedAliases() {}

  /** Replaces such names by the number of their column. */
  public static void number(SqlSelect select) {
    SqlNodeList keys = select.getOrderList();
    if (keys != null) {
      keys.replaceAll(key -> numbered(key, select.getSelectList()));
    }
  }

  /** Returns whether several items of a SELECT list have a name. */
  public static boolean contains(SqlNodeList items, String name) {
    return meant(name, items) >= 0;
  }

  private static SqlNode numbered(SqlNode key, SqlNodeList items) {
    return SortKeys.replaceExpression(
        key,
        expression -> {
          int place =
              expression instanceof SqlIdentifier name && name.isSimple()
                  ? meant(name.getSimple(), items)
                  : -1;
          return place < 0
              ? expression
              : SqlLiteral.createExactNumeric(
                  Integer.toString(place + 1), expression.getParserPosition());
        });
  }

  /** Returns the place of the item that a name means; -1 if no two items have the name. */
  private static int meant(String name, SqlNodeList items) {
    int first = -1;
    int lastAlias = -1;
    boolean several = false;
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      boolean isAlias = item.getKind() == SqlKind.AS;
      if ((isAlias || item instanceof SqlIdentifier)
          && name.equalsIgnoreCase(SqlValidatorUtil.alias(item))) {
        several |= first >= 0;
        first = first < 0 ? i : first;
        lastAlias = isAlias ? i : lastAlias;
      }
    }
    return !several ? -1 : lastAlias >= 0 ? lastAlias : first;
  }
}
