package dev.paceline.benchmarks.warmup;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/**
 * The JVM of one query: runs it for some time and prints the nanoseconds of each run, a line each.
 * The first run includes opening the database.
 */
public final class WarmUpRun {
  private WarmUpRun() {}

  /**
   * @param arguments a JDBC URL, a query, seconds
   */
  public static void main(String[] arguments) throws SQLException {
    long start = System.nanoTime();
    long end = start + (long) (Double.parseDouble(arguments[2]) * TimeUnit.SECONDS.toNanos(1));
    try (Connection connection = DriverManager.getConnection(arguments[0]);
        Statement statement = connection.createStatement()) {
      long before = start;
      do {
        try (ResultSet rows = statement.executeQuery(arguments[1])) {
          while (rows.next()) {
            rows.getObject(1);
          }
        }
        long now = System.nanoTime();
        System.out.println(now - before);
        before = now;
      } while (before - end < 0);
    }
  }
}
