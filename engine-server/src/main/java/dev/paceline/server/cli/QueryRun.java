package dev.paceline.server.cli;

import dev.paceline.calcite.session.ResultCursor;
import dev.paceline.core.exec.QueryCounters;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * One run of a query through JDBC.
 *
 * @param rows of its answer
 * @param nanos from the statement to the last row
 * @param rowsScanned of the chunks that it looked at, and
 * @param blocksSkipped blocks that statistics ruled out; both in words
 */
record QueryRun(long rows, long nanos, String rowsScanned, String blocksSkipped) {
  static QueryRun of(Connection connection, String sql) throws SQLException {
    long start = System.nanoTime();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      long count = 0;
      while (rows.next()) {
        count++;
      }
      long nanos = System.nanoTime() - start;
      if (!rows.isWrapperFor(ResultCursor.class)) {
        return new QueryRun(count, nanos, "", "");
      }
      QueryCounters counters = rows.unwrap(ResultCursor.class).query().counters();
      return new QueryRun(
          count,
          nanos,
          Text.count(counters.rowsScanned()),
          skipped(counters.blocksSkipped(), counters.blocksUsed()));
    }
  }

  private static String skipped(long blocks, long used) {
    return blocks == 0 ? "" : Text.format("%s of %s", blocks, blocks + used);
  }
}
