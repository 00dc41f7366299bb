package dev.paceline.calcite.sql;

/**
 * The text of a statement without what changes from one run to the next: comments, spaces, case and
 * literals. Statements of the same text take about the same time an order.
 */
public final class NormalisedStatement {
  /** Longer texts are told apart by their hashes. */
  private static final int MAX_LENGTH = 1_000;

  private final String sql;
  private final StringBuilder text = new StringBuilder();
  private int at;

  private NormalisedStatement(String sql) {
    this.sql = sql;
  }

  public static String of(String sql) {
    String text = new NormalisedStatement(sql).text();
    return text.length() <= MAX_LENGTH
        ? text
        : text.substring(0, MAX_LENGTH) + '#' + Integer.toHexString(text.hashCode());
  }

  private String text() {
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
        space();
      } else if (sql.startsWith("--", at)) {
        skipTo("\n");
        space();
      } else if (sql.startsWith("/*", at)) {
        skipTo("*/");
        space();
      } else if (c == '\'') {
        skipQuoted();
        text.append('?');
      } else if (c == '"') {
        int start = at;
        skipQuoted();
        text.append(sql, start, at);
      } else if (Character.isDigit(c)) {
        skipNumber();
        text.append('?');
      } else if (Character.isJavaIdentifierStart(c)) {
        appendWord();
      } else {
        text.append(c);
        at++;
      }
    }
    return text.toString().strip();
  }

  private void space() {
    if (!text.isEmpty() && text.charAt(text.length() - 1) != ' ') {
      text.append(' ');
    }
  }

  private void skipTo(String end) {
    int found = sql.indexOf(end, at);
    at = found < 0 ? sql.length() : found + end.length();
  }

  /** Moves behind the closing quote. A doubled quote reads as two adjacent strings. */
  private void skipQuoted() {
    int found = sql.indexOf(sql.charAt(at), at + 1);
    at = found < 0 ? sql.length() : found + 1;
  }

  private void skipNumber() {
    while (at < sql.length()
        && (Character.isLetterOrDigit(sql.charAt(at)) || sql.charAt(at) == '.')) {
      at++;
    }
  }

  private void appendWord() {
    while (at < sql.length() && Character.isJavaIdentifierPart(sql.charAt(at))) {
      text.append(Character.toLowerCase(sql.charAt(at)));
      at++;
    }
  }
}
