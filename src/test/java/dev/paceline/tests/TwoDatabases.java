package dev.paceline.tests;

import dev.paceline.benchmarks.suite.Answer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A database of Paceline and one of DuckDB, both in memory, with the same tables. */
public final class TwoDatabases implements AutoCloseable {
  private static final int TIMEOUT_SECONDS = 30;

  private final Connection paceline;
  private final Connection duckDb;

  /** Opens empty databases. In both, whole numbers divide to whole numbers. */
  public TwoDatabases(int workers) throws SQLException {
    paceline = DriverManager.getConnection("jdbc:paceline:mem:;workers=" + workers);
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    execute(duckDb, "SET integer_division = true");
  }

  /** Runs a statement in both. */
  public void execute(String sql) throws SQLException {
    execute(paceline, sql);
    execute(duckDb, sql);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the first rows of Paceline's answer, at most the given number. */
  public Answer askPaceline(String sql, int maxRows) throws SQLException {
    return ask(paceline, sql, maxRows);
  }

  /** Returns the first rows of DuckDB's answer, at most the given number. */
  public Answer askDuckDb(String sql, int maxRows) throws SQLException {
    return ask(duckDb, sql, maxRows);
  }

  private static Answer ask(Connection connection, String sql, int maxRows) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(TIMEOUT_SECONDS);
      try (ResultSet result = statement.executeQuery(sql)) {
        return Answer.of(result, maxRows);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    try (paceline;
        duckDb) {
      // closes both, whatever the first one throws
    }
  }
}
