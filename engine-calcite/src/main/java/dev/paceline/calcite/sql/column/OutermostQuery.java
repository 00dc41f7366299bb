package dev.paceline.calcite.sql.column;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlWith;

/** The part of a query that gives its columns their names. */
public final class OutermostQuery {
  private OutermostQuery() {}

  /** Returns that part, such as a SELECT or VALUES. */
  public static SqlNode of(SqlNode query) {
    SqlNode node = query;
    while (true) {
      if (node instanceof SqlOrderBy order) {
        node = order.query;
      } else if (node instanceof SqlWith with) {
        node = with.body;
      } else if (SqlKind.SET_QUERY.contains(node.getKind())) {
        node = ((SqlCall) node).operand(0);
      } else {
        return node;
      }
    }
  }
}
