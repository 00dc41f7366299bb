package dev.paceline.benchmarks.frame;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.jdbc.PacelineDriver;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.duckdb.DuckDBDriver;

/**
 * The main class of a JVM that opens a database and runs statements, again and again for some time.
 * It prints the nanoseconds of each run, a line each; the first run includes opening the database.
 * The last line is the CPU time of the process in nanoseconds, which includes that of the JIT.
 */
public final class FreshRuns {
  private static final String DUCKDB = "jdbc:duckdb:";

  private FreshRuns() {}

  /**
   * Runs the statements, at least once.
   *
   * @param arguments a JDBC URL, seconds, and the statements
   */
  public static void main(String[] arguments) throws SQLException {
    long start = System.nanoTime();
    long end = start + (long) (Double.parseDouble(arguments[1]) * TimeUnit.SECONDS.toNanos(1));
    try (Connection connection = open(arguments[0]);
        Statement statement = connection.createStatement()) {
      long before = start;
      do {
        for (int i = 2; i < arguments.length; i++) {
          if (statement.execute(arguments[i])) {
            fetch(statement);
          }
        }
        long now = System.nanoTime();
        System.out.println(now - before);
        before = now;
      } while (before - end < 0);
    }
    System.out.println(
        ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L));
  }

  /**
   * Opens a database with the driver that its URL names. The {@link java.sql.DriverManager} would
   * load those of the others too, and DuckDB's native library takes 90 ms.
   */
  private static Connection open(String url) throws SQLException {
    Driver driver = url.startsWith(DUCKDB) ? new DuckDBDriver() : new PacelineDriver();
    return requireNonNull(driver.connect(url, new Properties()), url);
  }

  private static void fetch(Statement statement) throws SQLException {
    try (ResultSet rows = statement.getResultSet()) {
      while (rows.next()) {
        rows.getObject(1);
      }
    }
  }
}
