package dev.paceline.grammar.query;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Makes queries that have only the clauses that rewritten statements need. */
public final class PlainSelect {
  private PlainSelect() {}

  /** Returns {@code SELECT items}, or {@code SELECT items FROM from}. */
  public static SqlSelect of(SqlParserPos position, SqlNodeList items, @Nullable SqlNode from) {
    return of(position, items, from, null, null);
  }

  /** Returns {@code SELECT items FROM from WHERE where GROUP BY groups}. */
  public static SqlSelect of(
      SqlParserPos position,
      SqlNodeList items,
      @Nullable SqlNode from,
      @Nullable SqlNode where,
      @Nullable SqlNodeList groups) {
    return new SqlSelect(
        position,
        SqlNodeList.EMPTY,
        items,
        from,
        where,
        groups,
        null,
        null,
        null,
        null,
        null,
        null,
        SqlNodeList.EMPTY);
  }
}
