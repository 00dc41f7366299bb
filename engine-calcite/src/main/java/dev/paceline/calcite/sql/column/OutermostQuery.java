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
    SqlNode node = body(query);
    return SqlKind.SET_QUERY.contains(node.getKind()) ? of(((SqlCall) node).operand(0)) : node;
  }

  /** Returns a query without its ORDER BY and WITH: a SELECT, VALUES or a set operation. */
  public static SqlNode body(SqlNode query) {
    return switch (query) {
      case SqlOrderBy order -> body(order.query);
      case SqlWith with -> body(with.body);
      default -> query;
    };
  }
}
