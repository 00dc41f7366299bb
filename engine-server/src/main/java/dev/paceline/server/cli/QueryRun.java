package dev.paceline.server.cli;

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
      return new QueryRun(count, nanos, "", "");
    }
  }
}
