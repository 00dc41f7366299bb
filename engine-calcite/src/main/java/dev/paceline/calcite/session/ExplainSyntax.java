package dev.paceline.calcite.session;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lets EXPLAIN stand before a query, where Calcite's grammar wants EXPLAIN PLAN FOR. */
final class ExplainSyntax {
  private static final Pattern SHORT =
      Pattern.compile("\\A(\\s*explain)\\s+(?!plan\\b)(?=\\w|\\()", Pattern.CASE_INSENSITIVE);

  private ExplainSyntax() {}

  static String normalise(String sql) {
    Matcher matcher = SHORT.matcher(sql);
    return matcher.find() ? matcher.group(1) + " plan for " + sql.substring(matcher.end()) : sql;
  }
}
