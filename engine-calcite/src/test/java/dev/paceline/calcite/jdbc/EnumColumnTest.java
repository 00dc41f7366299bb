package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of ENUMs in tables, files and JDBC. */
class EnumColumnTest {
  @TempDir private Path directory;

  private static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getString(i));
        }
        rows.add(String.join("|", row.stream().map(String::valueOf).toList()));
      }
    }
    return rows;
  }

  @Test
  void databaseKeepsTypesAndValues() throws SQLException {
    String url = "jdbc:paceline:" + directory.resolve("db");
    Path target = directory.resolve("export");
    try (Connection connection = DriverManager.getConnection(url)) {
      execute(
          connection,
          "CREATE TYPE mood AS ENUM ('sad', 'it''s ok', 'happy')",
          "CREATE TABLE t (i INTEGER, m mood DEFAULT 'it''s ok', l mood[])",
          "INSERT INTO t VALUES (1, 'happy', ['sad', NULL]), (2, NULL, NULL)",
          "INSERT INTO t (i) VALUES (3)",
          "INSERT INTO t SELECT i + 3, CASE WHEN i % 2 = 0 THEN 'sad' ELSE 'happy' END, []"
              + " FROM range(5000) AS r(i)",
          "DROP TYPE mood");
      assertThatThrownBy(() -> execute(connection, "INSERT INTO t VALUES (1, 'bad', NULL)"))
          .hasMessageContaining("'bad' is no value of ENUM('sad', 'it''s ok', 'happy')");
      assertThatThrownBy(() -> execute(connection, "CREATE TYPE x AS ENUM ('a', 'b', 'a')"))
          .hasMessageContaining("'a' twice");
    }
    try (Connection connection = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection("jdbc:paceline:mem:")) {
      String counts = "SELECT m, count(*), min(l) FROM t GROUP BY m ORDER BY m";
      List<String> expected =
          List.of("sad|2500|[]", "it's ok|1|null", "happy|2501|[]", "null|1|null");
      assertThat(rows(connection, counts)).isEqualTo(expected);
      assertThat(rows(connection, "SELECT column_type FROM (DESCRIBE t)"))
          .containsExactly(
              "INTEGER", "ENUM('sad', 'it''s ok', 'happy')", "ENUM('sad', 'it''s ok', 'happy')[]");
      execute(connection, "EXPORT DATABASE '" + target + "' (FORMAT csv)");
      execute(other, "IMPORT DATABASE '" + target + "'");
      assertThat(rows(other, counts)).isEqualTo(expected);
      execute(
          connection,
          "ALTER TABLE t ALTER m TYPE VARCHAR",
          "ALTER TABLE t ALTER m TYPE ENUM('happy', 'sad', 'it''s ok')");
      assertThat(rows(connection, "SELECT DISTINCT m FROM t ORDER BY m"))
          .containsExactly("happy", "sad", "it's ok", "null");
    }
  }

  @Test
  void clientsGiveAndGetStrings() throws SQLException {
    String url = "jdbc:paceline:" + directory.resolve("clients");
    try (Connection connection = DriverManager.getConnection(url)) {
      execute(
          connection,
          "CREATE TYPE size AS ENUM (SELECT v FROM (VALUES (2, 'large'), (1, 'small')) AS t(o, v)"
              + " ORDER BY o)",
          "CREATE TABLE t (s size, i INTEGER)");
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
        for (String size : List.of("large", "small")) {
          insert.setString(1, size);
          insert.setInt(2, size.length());
          insert.addBatch();
        }
        insert.executeBatch();
        insert.setString(1, "huge");
        insert.setInt(2, 1);
        assertThatThrownBy(insert::executeUpdate).hasMessageContaining("'huge' is no value of");
      }
      try (PreparedStatement query =
          connection.prepareStatement("SELECT s FROM t WHERE s >= CAST(? AS size) ORDER BY s")) {
        query.setString(1, "small");
        try (ResultSet result = query.executeQuery()) {
          assertThat(result.getMetaData().getColumnClassName(1)).isEqualTo("java.lang.String");
          assertThat(result.next()).isTrue();
          assertThat(result.getObject(1)).isEqualTo("small");
          assertThat(result.next()).isTrue();
          assertThat(result.getString(1)).isEqualTo("large");
          assertThat(result.next()).isFalse();
        }
      }
      assertThat(rows(connection, "INSERT INTO t VALUES ('small', 7) RETURNING s, upper(s)"))
          .containsExactly("small|SMALL");
      assertThat(rows(connection, "EXPLAIN SELECT i FROM t WHERE s = 'large'").toString())
          .as("scans compare places, not strings")
          .doesNotContain("ENUM_LABEL");
    }
  }
}
