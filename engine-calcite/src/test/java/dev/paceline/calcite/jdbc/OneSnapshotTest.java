package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.adapter.EngineInstance;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A statement sees its tables as of one moment, in all parts of its plan. Window functions run in
 * generated code, which asks the engine for the second part of a UNION ALL only when the first one
 * has been read: a result that is read half is a statement that stands still between its parts.
 */
@Timeout(120)
class OneSnapshotTest {
  private static final String URL = "jdbc:paceline:mem:one_snapshot;memory=256m;workers=2";
  private static final int ROWS = 5_000;

  private static final String PART = "SELECT i, row_number() OVER (ORDER BY i) FROM ";

  private Connection connection;
  private Connection other;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection(URL);
    other = DriverManager.getConnection(URL);
    update("CREATE TABLE t (i INTEGER)", "CREATE TABLE u (i INTEGER)");
    try (PreparedStatement insert = other.prepareStatement("INSERT INTO t VALUES (?)")) {
      for (int i = 0; i < ROWS; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    update("INSERT INTO u SELECT i FROM t");
  }

  /** Calcite never closes a schema: where its driver was, the database stays open. */
  @AfterEach
  void disconnect() throws SQLException {
    update("DROP TABLE IF EXISTS t", "DROP TABLE IF EXISTS u");
    connection.close();
    other.close();
    EngineInstance.closeMemory("one_snapshot");
  }

  private void update(String... statements) throws SQLException {
    try (Statement statement = other.createStatement()) {
      for (String sql : statements) {
        statement.executeUpdate(sql);
      }
    }
  }

  /** Reads all rows, and changes both tables after the first of them. */
  private void assertTwiceTheRowsOfTheBeginning(ResultSet result, String... changes)
      throws SQLException {
    assertThat(result.next()).isTrue();
    update(changes);
    int rows = 1;
    while (result.next()) {
      rows++;
    }
    assertThat(rows).isEqualTo(2 * ROWS);
  }

  @Test
  void partsOfOneTableBelowGeneratedCode() throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(PART + "t UNION ALL " + PART + "t")) {
      assertTwiceTheRowsOfTheBeginning(query.executeQuery(), "INSERT INTO t VALUES (-1)");
      try (ResultSet again = query.executeQuery()) {
        int rows = 0;
        while (again.next()) {
          rows++;
        }
        assertThat(rows).as("the next execution sees what there is then").isEqualTo(2 * ROWS + 2);
      }
    }
  }

  @Test
  void partsOfTwoTablesBelowGeneratedCode() throws SQLException {
    try (Statement query = connection.createStatement()) {
      assertTwiceTheRowsOfTheBeginning(
          query.executeQuery(PART + "t UNION ALL " + PART + "u"),
          "INSERT INTO t VALUES (-1)",
          "INSERT INTO u VALUES (-1), (-2)");
    }
  }

  @Test
  void aTableThatIsDroppedAndCreatedBetweenTheParts() throws SQLException {
    try (Statement query = connection.createStatement()) {
      assertTwiceTheRowsOfTheBeginning(
          query.executeQuery(PART + "t UNION ALL " + PART + "u"),
          "DROP TABLE u",
          "CREATE TABLE u (v VARCHAR, w VARCHAR)",
          "DROP TABLE t");
    }
  }

  @Test
  void partsInStatementsOfCalcitesOwnDriver() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("lex", "JAVA");
    properties.setProperty(
        "model",
        """
        inline:{"version": "1.0", "defaultSchema": "s", "schemas": [
          {"name": "s", "type": "custom",
           "factory": "dev.paceline.calcite.adapter.PacelineSchemaFactory",
           "operand": {"name": "one_snapshot"}}]}
        """);
    try (Connection calcite = DriverManager.getConnection("jdbc:calcite:", properties);
        Statement query = calcite.createStatement()) {
      assertTwiceTheRowsOfTheBeginning(
          query.executeQuery(PART + "t UNION ALL " + PART + "u"),
          "INSERT INTO u VALUES (-1), (-2)");
    }
  }

  /** Two sessions change both tables, first this one and then that. */
  @Test
  void joinsWhileBothTablesChange() throws Exception {
    update("CREATE TABLE a (i INTEGER)", "CREATE TABLE b (i INTEGER)");
    AtomicBoolean enough = new AtomicBoolean();
    try (ExecutorService writer = Executors.newSingleThreadExecutor()) {
      Future<?> written =
          writer.submit(
              () -> {
                while (!enough.get()) {
                  update("INSERT INTO a VALUES (1)", "INSERT INTO b VALUES (1)");
                }
                return null;
              });
      try (PreparedStatement query =
          connection.prepareStatement(
              "SELECT * FROM (SELECT count(*) FROM b), (SELECT count(*) FROM a)")) {
        for (int run = 0; run < 400; run++) {
          try (ResultSet result = query.executeQuery()) {
            assertThat(result.next()).isTrue();
            assertThat(result.getLong(2) - result.getLong(1)).isBetween(0L, 1L);
          }
        }
      } finally {
        enough.set(true);
      }
      written.get();
    }
    update("DROP TABLE a", "DROP TABLE b");
  }
}
