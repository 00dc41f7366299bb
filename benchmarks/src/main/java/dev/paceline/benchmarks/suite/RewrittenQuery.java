package dev.paceline.benchmarks.suite;

import dev.paceline.datasets.TpchQueries;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The text of a query of TPC-H under change. Every change must find what it replaces: a variant
 * that is the original by mistake would go unnoticed.
 */
public final class RewrittenQuery {
  private String sql;

  RewrittenQuery(String sql) {
    this.sql = sql;
  }

  /** Begins with a query of TPC-H. */
  public static RewrittenQuery of(int number, double scale) {
    return new RewrittenQuery(TpchQueries.sql(number, scale));
  }

  /**
   * Replaces pieces of the text, wherever they occur, all at once: what takes the place of one
   * piece may be another piece.
   *
   * @param pairs of a piece and what takes its place; the longer one first where two overlap
   */
  public RewrittenQuery put(String... pairs) {
    Map<String, String> pieces = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      if (!sql.contains(pairs[i])) {
        throw new IllegalStateException("no '" + pairs[i] + "' in: " + sql);
      }
      pieces.put(pairs[i], pairs[i + 1]);
    }
    String any = pieces.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
    sql =
        Pattern.compile(any)
            .matcher(sql)
            .replaceAll(match -> Matcher.quoteReplacement(pieces.get(match.group())));
    return this;
  }

  /** Puts text before all that begins with an anchor, which occurs once. */
  public RewrittenQuery insertBefore(String anchor, String text) {
    if (sql.indexOf(anchor) != sql.lastIndexOf(anchor)) {
      throw new IllegalStateException("'" + anchor + "' more than once in: " + sql);
    }
    return put(anchor, text + anchor);
  }

  /** Puts text behind the end. */
  public RewrittenQuery append(String text) {
    sql += text;
    return this;
  }

  /** Replaces the keys of the last ORDER BY, up to LIMIT. */
  public RewrittenQuery orderBy(String order) {
    int start = sql.lastIndexOf("order by ");
    int limit = sql.indexOf(" limit ", start);
    if (start < 0) {
      throw new IllegalStateException("no order in: " + sql);
    }
    sql = sql.substring(0, start) + "order by " + order + (limit < 0 ? "" : sql.substring(limit));
    return this;
  }

  /** Returns the text. */
  public String sql() {
    return sql;
  }
}
