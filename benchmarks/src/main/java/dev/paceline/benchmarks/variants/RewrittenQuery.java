package dev.paceline.benchmarks.variants;

/**
 * The text of a query under change. Every change must find what it replaces: a variant that is the
 * original by mistake would go unnoticed.
 */
final class RewrittenQuery {
  private String sql;

  RewrittenQuery(String sql) {
    this.sql = sql;
  }

  /** Replaces text wherever it occurs. */
  RewrittenQuery put(String old, String replacement) {
    if (!sql.contains(old)) {
      throw new IllegalStateException("no '" + old + "' in: " + sql);
    }
    sql = sql.replace(old, replacement);
    return this;
  }

  /** Puts text before all that begins with an anchor, which occurs once. */
  RewrittenQuery insertBefore(String anchor, String text) {
    if (sql.indexOf(anchor) != sql.lastIndexOf(anchor)) {
      throw new IllegalStateException("'" + anchor + "' more than once in: " + sql);
    }
    return put(anchor, text + anchor);
  }

  RewrittenQuery append(String text) {
    sql += text;
    return this;
  }

  /** Replaces what the last ORDER BY orders by, up to LIMIT. */
  RewrittenQuery orderBy(String order) {
    int start = sql.lastIndexOf("order by ");
    int limit = sql.indexOf(" limit ", start);
    if (start < 0) {
      throw new IllegalStateException("no order in: " + sql);
    }
    sql = sql.substring(0, start) + "order by " + order + (limit < 0 ? "" : sql.substring(limit));
    return this;
  }

  String sql() {
    return sql;
  }
}
