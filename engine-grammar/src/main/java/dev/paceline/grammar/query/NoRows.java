package dev.paceline.grammar.query;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The query of CREATE TABLE … AS … WITH NO DATA. */
public final class NoRows {
  private NoRows() {}

  /** Returns a query that has the columns of another one, and no rows. */
  public static SqlNode of(SqlNode query) {
    SqlParserPos position = query.getParserPosition();
    SqlNode rows = query instanceof SqlOrderBy order ? order.query : query;
    if (rows instanceof SqlWith with) {
      return new SqlWith(position, with.withList, of(with.body));
    }
    return PlainSelect.of(
        position,
        SqlNodeList.of(SqlIdentifier.star(position)),
        rows,
        SqlLiteral.createBoolean(false, position),
        null);
  }
}
