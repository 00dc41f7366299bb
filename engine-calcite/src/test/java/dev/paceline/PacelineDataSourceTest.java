package dev.paceline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.Session;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacelineDataSourceTest {
  private static final String SMALL = ";memory=64MB;workers=1";

  private static void execute(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long number(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Test
  void connectionsShareADatabaseOfTheirOwn() throws SQLException {
    try (PacelineDataSource source = new PacelineDataSource();
        PacelineDataSource other = new PacelineDataSource()) {
      source.setUrl("jdbc:paceline:mem:" + SMALL);
      other.setUrl("jdbc:paceline:mem:" + SMALL);
      execute(source, "CREATE TABLE t AS SELECT 42 AS answer");
      assertThat(number(source, "SELECT answer FROM t")).isEqualTo(42);
      assertThatThrownBy(() -> number(other, "SELECT answer FROM t"))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void closingFreesTheDatabase() throws SQLException {
    PacelineDataSource source = new PacelineDataSource();
    source.setUrl("jdbc:paceline:mem:" + SMALL);
    execute(source, "CREATE TABLE t AS SELECT 42 AS answer");
    Session session;
    try (Connection connection = source.getConnection()) {
      session = connection.unwrap(Session.class);
      source.close();
      source.close();
      assertThat(connection.isValid(0)).isTrue();
    }
    assertThat(session.instance().engine().ledger().usedBytes()).isZero();
    assertThatThrownBy(() -> number(source, "SELECT answer FROM t"))
        .as("opened again, empty")
        .isInstanceOf(SQLException.class);
    source.close();
  }

  @Test
  void keepsADirectoryOpenBetweenConnections(@TempDir Path directory) throws SQLException {
    try (PacelineDataSource source =
        new PacelineDataSource(
            ConnectionOptions.of(directory.resolve("db")).memory("64MB").workers(1))) {
      execute(source, "CREATE TABLE t AS SELECT 42 AS answer");
      Session first;
      try (Connection connection = source.getConnection("ignored", "ignored")) {
        first = connection.unwrap(Session.class);
      }
      try (Connection connection = source.getConnection()) {
        assertThat(connection.unwrap(Session.class).instance()).isSameAs(first.instance());
      }
    }
  }

  @Test
  void isABean() throws SQLException {
    try (PacelineDataSource source = new PacelineDataSource()) {
      Properties properties = new Properties();
      properties.setProperty("memory", "64MB");
      properties.setProperty("timeZone", "Asia/Tokyo");
      source.setUrl("jdbc:paceline:mem:;workers=1");
      source.setProperties(properties);
      properties.setProperty("memory", "changed");
      assertThat(source.getProperties()).containsEntry("memory", "64MB");
      assertThat(source.getUrl()).isEqualTo("jdbc:paceline:mem:;workers=1");
      try (Connection connection = source.getConnection()) {
        assertThat(connection.unwrap(Session.class).settings().zone()).hasToString("Asia/Tokyo");
      }
      assertThat(source.isWrapperFor(DataSource.class)).isTrue();
      assertThat(source.unwrap(PacelineDataSource.class)).isSameAs(source);
      assertThatThrownBy(() -> source.unwrap(String.class)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void refusesTheUrlOfAnotherDatabase() {
    PacelineDataSource source = new PacelineDataSource();
    source.setUrl("jdbc:duckdb:");
    assertThatThrownBy(source::getConnection)
        .isInstanceOf(SQLException.class)
        .hasMessage("'jdbc:duckdb:' is no URL of Paceline: it begins with jdbc:paceline:");
  }
}
