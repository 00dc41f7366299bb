package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.memory.MemoryLedger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A connection to a database of its own, which must leave no memory behind when it closes. */
abstract class JdbcTest {
  private static final String MEMORY = "jdbc:paceline:mem:";
  static final String URL = "jdbc:paceline:mem:;memory=256m;workers=2";

  Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection(URL);
  }

  @AfterEach
  void disconnect() throws SQLException {
    MemoryLedger ledger = connection.unwrap(Session.class).instance().engine().ledger();
    closeMemory(connection);
    connection.close();
    assertThat(ledger.openScopes()).as("memory scopes left open").isEmpty();
    assertThat(ledger.usedBytes()).as("bytes left in the ledger").isZero();
  }

  /** Lets the database of a connection end with its last connection, if it is one with a name. */
  private static void closeMemory(Connection connection) throws SQLException {
    String url = connection.unwrap(PacelineConnection.class).url();
    if (url.startsWith(MEMORY)) {
      EngineInstance.closeMemory(url.substring(MEMORY.length()).split(";", 2)[0]);
    }
  }

  final long update(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeLargeUpdate(sql);
    }
  }

  /** All rows, each as its values' texts. */
  final List<List<String>> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return rows(result);
    }
  }

  static List<List<String>> rows(ResultSet result) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    int columns = result.getMetaData().getColumnCount();
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        row.add(result.getString(i));
      }
      rows.add(row);
    }
    return rows;
  }
}
