package dev.paceline.benchmarks.first;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * A process that opens a database and runs statements once. It prints its CPU time in nanoseconds,
 * which includes that of the JIT.
 */
public final class FirstRun {
  private FirstRun() {}

  /**
   * Runs it.
   *
   * @param arguments a JDBC URL, and the statements
   */
  public static void main(String[] arguments) throws SQLException {
    try (Connection connection = DriverManager.getConnection(arguments[0]);
        Statement statement = connection.createStatement()) {
      for (int i = 1; i < arguments.length; i++) {
        if (statement.execute(arguments[i])) {
          fetch(statement);
        }
      }
    }
    System.out.println(
        ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L));
  }

  private static void fetch(Statement statement) throws SQLException {
    try (ResultSet rows = statement.getResultSet()) {
      while (rows.next()) {
        rows.getObject(1);
      }
    }
  }
}
