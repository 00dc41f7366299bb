package dev.paceline.calcite.sql;

import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The texts of parts of a statement. */
public final class SourceText {
  private SourceText() {}

  /** Returns the text at a position; null if the statement has no such position. */
  public static @Nullable String of(SqlParserPos position, String sql) {
    int start = offset(sql, position.getLineNum(), position.getColumnNum());
    int end = offset(sql, position.getEndLineNum(), position.getEndColumnNum()) + 1;
    return start < 0 || end <= start || end > sql.length() ? null : sql.substring(start, end);
  }

  /** Returns where a position begins, from 0; negative if the statement has no such position. */
  public static int offset(SqlParserPos position, String sql) {
    return offset(sql, position.getLineNum(), position.getColumnNum());
  }

  private static int offset(String sql, int line, int column) {
    int offset = 0;
    for (int i = 1; i < line; i++) {
      offset = sql.indexOf('\n', offset) + 1;
      if (offset == 0) {
        return -1;
      }
    }
    return line < 1 ? -1 : offset + column - 1;
  }
}
