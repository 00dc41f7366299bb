package dev.paceline.calcite.sql;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement as Calcite's grammar wants it: EXPLAIN PLAN FOR where EXPLAIN or EXPLAIN ANALYZE
 * stands before a query.
 *
 * @param analyze whether the statement is to be executed, and then explained
 */
public record ExplainSyntax(String sql, boolean analyze) {
  /** White space or a comment. */
  public static final String SPACE = "(?:\\s++|--[^\n]*+(?:\n|\\z)|/\\*(?s:.*?)\\*/)";

  private static final Pattern SHORT =
      Pattern.compile(
          "\\A("
              + SPACE
              + "*+explain)"
              + SPACE
              + "++(?!plan\\b)(analyze\\b"
              + SPACE
              + "*+)?(?=\\w|\\()",
          Pattern.CASE_INSENSITIVE);

  public static ExplainSyntax of(String sql) {
    Matcher matcher = SHORT.matcher(sql);
    return matcher.find()
        ? new ExplainSyntax(
            matcher.group(1) + " plan for " + sql.substring(matcher.end()),
            matcher.group(2) != null)
        : new ExplainSyntax(sql, false);
  }
}
