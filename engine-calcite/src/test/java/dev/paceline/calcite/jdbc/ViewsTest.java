package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CREATE VIEW, DROP VIEW, and queries over views. */
final class ViewsTest extends StoredJdbcTest {
  @BeforeEach
  void create() throws SQLException {
    update("CREATE TABLE t (a INTEGER, b VARCHAR)");
    update("INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, 'x')");
  }

  private String all(String sql) throws SQLException {
    return rows(sql).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT a, b FROM t WHERE a > 1                                 | [[2, y], [3, x]]
          (SELECT a, b FROM t) UNION (SELECT 9, 'z')                     | [[1, x], [2, y], [3, x], [9, z]]
          WITH q AS (SELECT a + 1 AS a, b FROM t) SELECT * FROM Q        | [[2, x], [3, y], [4, x]]
          FROM t SELECT a, b WHERE b = 'y'                               | [[2, y]]
          SELECT a, b FROM t ORDER BY a DESC LIMIT 1                     | [[3, x]]
          VALUES (1, 'x'), (2, 'y')                                      | [[1, x], [2, y]]
          SELECT max(a) OVER (PARTITION BY b) AS a, b FROM t             | [[2, y], [3, x], [3, x]]
          SELECT a, b FROM t WHERE a IN (SELECT max(a) FROM t GROUP BY b)| [[2, y], [3, x]]
          SELECT a, (SELECT max(b) FROM t AS u WHERE u.a < t.a) FROM t   | [[1, null], [2, x], [3, y]]
          """)
  void aViewGivesTheRowsOfItsQuery(String query, String expected) throws SQLException {
    update("CREATE VIEW v (p, q) AS " + query + ";");
    assertThat(all("SELECT p, q FROM v ORDER BY p")).isEqualTo(expected);
    reopen();
    assertThat(all("SELECT x.p, X.q FROM main.V AS x ORDER BY 1")).isEqualTo(expected);
    assertThat(all("SELECT count(*) FROM v AS x JOIN t AS y ON x.p = y.a WHERE x.p < 0"))
        .isEqualTo("[[0]]");
  }

  @Test
  void viewsAreBuiltOnViews() throws SQLException {
    update("CREATE VIEW v AS SELECT b, sum(a) AS total, count(*) FROM t GROUP BY b");
    update("CREATE VIEW w (name) AS SELECT b, total + \"count(*)\" AS n FROM v");
    assertThat(all("SELECT name, n FROM w ORDER BY name")).isEqualTo("[[x, 6], [y, 3]]");
    update("INSERT INTO t VALUES (10, 'y')");
    assertThat(all("SELECT max(n) FROM w")).isEqualTo("[[14]]");
    update("CREATE TABLE copy AS SELECT * FROM w", "INSERT INTO t SELECT n, name FROM w");
    assertThat(all("SELECT count(*) FROM t")).isEqualTo("[[6]]");
  }

  @Test
  void namesInAViewAreNotThoseOfTheQuery() throws SQLException {
    update("CREATE VIEW v AS SELECT max(a) AS a FROM t");
    assertThat(all("WITH t AS (SELECT 99 AS a) SELECT v.a, t.a FROM v, t")).isEqualTo("[[3, 99]]");
    assertThat(all("WITH v AS (SELECT 7 AS a) SELECT a FROM v")).isEqualTo("[[7]]");
  }

  @Test
  void plansFollowTheView() throws SQLException {
    update("CREATE VIEW v AS SELECT a FROM t WHERE a = 1");
    try (PreparedStatement prepared = connection.prepareStatement("SELECT a FROM v");
        Connection other = connect();
        Statement statement = other.createStatement()) {
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(List.of("1"));
      statement.executeUpdate("CREATE OR REPLACE VIEW V AS SELECT a FROM t WHERE a = 2");
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(List.of("2"));
      statement.executeUpdate("DROP VIEW v");
      assertThatThrownBy(prepared::executeQuery).hasMessageContaining("there is no table v");
      statement.executeUpdate("CREATE TABLE v AS SELECT 5 AS a");
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(List.of("5"));
    }
  }

  @Test
  void existingViewsAreKeptReplacedOrAnError() throws SQLException {
    update("CREATE VIEW v AS SELECT 1 AS a");
    update(
        "CREATE VIEW IF NOT EXISTS V AS SELECT 2 AS a", "CREATE VIEW IF NOT EXISTS t AS SELECT 2");
    assertThat(all("SELECT a FROM v")).isEqualTo("[[1]]");
    assertThatThrownBy(() -> update("CREATE VIEW V AS SELECT 2 AS a"))
        .hasMessageContaining("there is already a view v");
    assertThatThrownBy(() -> update("CREATE OR REPLACE VIEW t AS SELECT 2 AS a"))
        .hasMessageContaining("table t exists already");
    assertThatThrownBy(() -> update("CREATE TABLE V (a INTEGER)"))
        .hasMessageContaining("there is already a view v");
    assertThatThrownBy(() -> update("CREATE OR REPLACE TABLE v (a INTEGER)"))
        .hasMessageContaining("there is already a view v");
    update("CREATE OR REPLACE VIEW v AS SELECT 3 AS b");
    reopen();
    assertThat(all("SELECT b FROM v")).isEqualTo("[[3]]");
    update("DROP VIEW v", "DROP VIEW IF EXISTS v");
    reopen();
    assertThatThrownBy(() -> update("DROP VIEW v")).hasMessageContaining("there is no view v");
  }

  @Test
  void errorsNameTheView() throws SQLException {
    update("CREATE VIEW v AS SELECT a FROM t", "CREATE VIEW w AS SELECT * FROM v", "DROP TABLE t");
    assertThatThrownBy(() -> rows("SELECT * FROM w"))
        .hasMessageContaining("view w: view v: there is no table t");
    assertThat(all("SELECT count(*) FROM information_schema.views")).isEqualTo("[[2]]");
    update("CREATE TABLE t (b VARCHAR)");
    assertThatThrownBy(() -> rows("SELECT * FROM v"))
        .hasMessageContaining("view v: there is no column a");
    update("CREATE OR REPLACE TABLE t (a VARCHAR)", "INSERT INTO t VALUES ('new')");
    assertThat(all("SELECT * FROM w")).isEqualTo("[[new]]");
  }

  @Test
  void aViewCannotReferToItself() throws SQLException {
    update("CREATE VIEW v AS SELECT a FROM t", "CREATE VIEW w AS SELECT a FROM v");
    assertThatThrownBy(() -> update("CREATE OR REPLACE VIEW V AS SELECT a FROM w"))
        .hasMessageContaining("view V would refer to itself");
    assertThatThrownBy(() -> update("CREATE VIEW x AS SELECT a FROM x"))
        .hasMessageContaining("there is no table x");
    update("DROP VIEW v", "CREATE TABLE v (a INTEGER)", "CREATE OR REPLACE VIEW x AS TABLE w");
    update("DROP TABLE v", "CREATE VIEW v AS SELECT 1 AS a");
    assertThat(all("SELECT a FROM x")).isEqualTo("[[1]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CREATE VIEW v AS SELECT ?               | view v cannot have parameters
          CREATE VIEW v (x, y, z) AS TABLE t      | declared with 3 columns, but its query gives 2
          CREATE VIEW v AS SELECT z FROM t        | there is no column z; did you mean a?
          CREATE VIEW v AS SELECT * FROM tt       | there is no table tt; did you mean t?
          INSERT INTO o VALUES (1)                | INSERT into the view o is not supported
          TRUNCATE o                              | o is a view; the statement needs a table
          DROP TABLE o                            | o is a view; the statement needs a table
          DROP VIEW t                             | t is a table; write DROP TABLE
          DROP VIEW oo                            | there is no view oo; did you mean o?
          """)
  void errorsSayWhatToDo(String sql, String message) throws SQLException {
    update("CREATE VIEW o AS SELECT 1 AS a");
    assertThatThrownBy(() -> update(sql)).hasMessageContaining(message);
  }

  @Test
  void viewsThatDoubleEndAtTheLimit() throws SQLException {
    update("CREATE VIEW v0 AS SELECT a FROM t");
    assertThatThrownBy(
            () -> {
              for (int i = 1; i < 20; i++) {
                update(
                    "CREATE VIEW v%d AS SELECT a FROM v%d UNION ALL SELECT a FROM v%d"
                        .formatted(i, i - 1, i - 1));
              }
            })
        .hasMessageContaining("SELECTs, where each use of a view");
  }

  @Test
  void viewsAreListed() throws SQLException {
    update("CREATE VIEW v (x) AS\n  SELECT a + 1, b FROM t -- more\n");
    assertThat(all("SHOW TABLES")).isEqualTo("[[t], [v]]");
    assertThat(all("DESCRIBE v"))
        .isEqualTo("[[x, INTEGER, YES, null, null, null], [b, VARCHAR, YES, null, null, null]]");
    assertThat(all("SELECT table_type FROM information_schema.tables WHERE table_name = 'v'"))
        .isEqualTo("[[VIEW]]");
    assertThat(
            all("SELECT table_name, view_definition, is_updatable FROM information_schema.views"))
        .isEqualTo("[[v, SELECT a + 1, b FROM t, NO]]");
    assertThat(
            all(
                "SELECT column_name FROM information_schema.columns WHERE table_name = 'v'"
                    + " ORDER BY ordinal_position"))
        .isEqualTo("[[x], [b]]");
    try (ResultSet tables = connection.getMetaData().getTables(null, "main", "%", null);
        ResultSet columns = connection.getMetaData().getColumns(null, null, "V", "%")) {
      assertThat(JdbcTest.rows(tables).stream().map(row -> row.get(2) + " " + row.get(3)).toList())
          .containsExactly("t TABLE", "v VIEW");
      assertThat(JdbcTest.rows(columns).stream().map(row -> row.get(3)).toList())
          .containsExactly("x", "b");
    }
  }

  @Test
  void aTransactionDoesNotReadItsOwnRowsThroughAView() throws SQLException {
    update("CREATE VIEW v AS SELECT a FROM t");
    connection.setAutoCommit(false);
    update("INSERT INTO t VALUES (4, 'z')");
    assertThatThrownBy(() -> rows("SELECT * FROM v")).hasMessageContaining("commit the rows");
    connection.rollback();
  }
}
