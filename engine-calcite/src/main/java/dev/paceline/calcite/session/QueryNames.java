package dev.paceline.calcite.session;

/** Names queries in errors and statistics: by the beginning of their text, on one line. */
final class QueryNames {
  private static final int MAX_LENGTH = 60;

  private QueryNames() {}

  static String of(String sql) {
    String head = sql.substring(0, Math.min(sql.length(), 2 * MAX_LENGTH));
    String line = head.strip().replaceAll("\\s+", " ");
    return line.length() < MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "…";
  }
}
