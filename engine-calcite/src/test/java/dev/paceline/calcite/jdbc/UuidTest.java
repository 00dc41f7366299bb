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
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UuidTest {
  /** Orders UUIDs as their texts are ordered; Java compares their halves as signed numbers. */
  private static final List<UUID> SORTED =
      List.of(
          UUID.fromString("00000000-0000-0000-0000-000000000000"),
          UUID.fromString("0a0b0c0d-0000-0000-8000-000000000001"),
          UUID.fromString("7fffffff-ffff-ffff-ffff-ffffffffffff"),
          UUID.fromString("80000000-0000-0000-0000-000000000000"),
          UUID.fromString("ffffffff-ffff-ffff-ffff-ffffffffffff"));

  @Test
  void areValuesOfJava(@TempDir Path directory) throws SQLException {
    String url = "jdbc:paceline:" + directory.resolve("db");
    try (Connection connection = DriverManager.getConnection(url)) {
      execute(connection, "CREATE TABLE t (id UUID, n INTEGER)");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO t VALUES (?, ?), (NULL, -1)")) {
        for (int i = SORTED.size() - 1; i >= 0; i--) {
          insert.setObject(1, i % 2 == 0 ? SORTED.get(i) : SORTED.get(i).toString());
          insert.setInt(2, i);
          insert.execute();
        }
      }
    }
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      try (ResultSet rows =
          statement.executeQuery("SELECT id FROM t WHERE id IS NOT NULL ORDER BY id")) {
        assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.OTHER);
        assertThat(rows.getMetaData().getColumnTypeName(1)).isEqualTo("UUID");
        assertThat(rows.getMetaData().getColumnClassName(1)).isEqualTo("java.util.UUID");
        List<Object> found = new ArrayList<>();
        while (rows.next()) {
          found.add(rows.getObject(1));
          assertThat(rows.getObject(1, UUID.class)).isEqualTo(rows.getObject(1));
          assertThat(rows.getString(1)).isEqualTo(rows.getObject(1).toString());
          assertThat(rows.getBytes(1)).hasSize(16);
          assertThatThrownBy(() -> rows.getInt(1)).isInstanceOf(SQLException.class);
        }
        assertThat(found).isEqualTo(SORTED);
      }
      try (PreparedStatement query =
          connection.prepareStatement("SELECT count(*) FROM t WHERE id > ? AND id <= ?")) {
        for (int low = 0; low < SORTED.size(); low++) {
          for (int high = 0; high < SORTED.size(); high++) {
            query.setObject(1, SORTED.get(low));
            query.setObject(2, SORTED.get(high));
            try (ResultSet count = query.executeQuery()) {
              assertThat(count.next()).isTrue();
              assertThat(count.getInt(1)).isEqualTo(Math.max(0, high - low));
            }
          }
        }
      }
    }
  }

  @Test
  void constantsHaveTheOrderOfTheirTexts() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:");
        Statement statement = connection.createStatement()) {
      execute(connection, "CREATE TABLE t (id UUID)");
      for (UUID uuid : SORTED) {
        execute(connection, "INSERT INTO t VALUES ('" + uuid + "')");
      }
      for (UUID low : SORTED) {
        for (UUID high : SORTED) {
          try (ResultSet count =
              statement.executeQuery(
                  "SELECT count(*) FROM t WHERE id > UUID '%s' AND id <= '%s'::UUID"
                      .formatted(low, high))) {
            assertThat(count.next()).isTrue();
            assertThat(count.getInt(1))
                .isEqualTo(Math.max(0, SORTED.indexOf(high) - SORTED.indexOf(low)));
          }
        }
      }
    }
  }

  @Test
  void stringsBecomeUuids() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:");
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT '0a0b0c0d-0000-0000-8000-000000000001', 'x', [UUID '%s']"
                    .formatted(SORTED.get(2)))) {
      assertThat(row.next()).isTrue();
      assertThat(row.getObject(1, UUID.class)).isEqualTo(SORTED.get(1));
      assertThatThrownBy(() -> row.getObject(2, UUID.class)).isInstanceOf(SQLException.class);
      assertThat((Object[]) row.getArray(3).getArray()).containsExactly(SORTED.get(2));
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
