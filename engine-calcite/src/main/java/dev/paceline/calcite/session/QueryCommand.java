package dev.paceline.calcite.session;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** SHOW QUERIES and KILL, which Calcite's grammar does not have. */
final class QueryCommand {
  private static final String END = ExplainSyntax.SPACE + "*+;?" + ExplainSyntax.SPACE + "*+\\z";

  private static final Pattern SHOW =
      Pattern.compile(
          "\\A" + ExplainSyntax.SPACE + "*+show" + ExplainSyntax.SPACE + "++queries" + END,
          Pattern.CASE_INSENSITIVE);

  private static final Pattern KILL =
      Pattern.compile(
          "\\A" + ExplainSyntax.SPACE + "*+kill" + ExplainSyntax.SPACE + "++(\\d{1,18})" + END,
          Pattern.CASE_INSENSITIVE);

  private QueryCommand() {}

  /** The query that SHOW QUERIES stands for; other statements as they are. */
  static String expand(String sql) {
    return SHOW.matcher(sql).find() ? "select * from paceline.queries order by number" : sql;
  }

  /** The number that KILL names; null for other statements. */
  static @Nullable Long killed(String sql) {
    Matcher matcher = KILL.matcher(sql);
    return matcher.find() ? Long.valueOf(matcher.group(1)) : null;
  }
}
