package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.session.Session;
import dev.paceline.core.memory.MemoryLedger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Statements on a database in a directory, which can be closed and opened again. */
@Timeout(60)
abstract class StoredJdbcTest {
  @TempDir Path folder;

  Connection connection;

  @BeforeEach
  final void open() throws SQLException {
    connection = connect();
  }

  @AfterEach
  final void close() throws SQLException {
    MemoryLedger ledger = connection.unwrap(Session.class).instance().engine().ledger();
    connection.close();
    assertThat(ledger.openScopes()).as("memory scopes left open").isEmpty();
  }

  final Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:paceline:" + folder + ";memory=64m;workers=2");
  }

  final void reopen() throws SQLException {
    close();
    open();
  }

  final void update(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.executeUpdate(sql);
      }
    }
  }

  final List<List<String>> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return JdbcTest.rows(statement.executeQuery(sql));
    }
  }
}
