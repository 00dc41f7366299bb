package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** PIVOT without a list of values: its columns are those of the rows at the time of execution. */
final class PivotTest extends StoredJdbcTest {
  private static final String QUERY = "PIVOT t ON k USING sum(v) GROUP BY g ORDER BY g";

  @BeforeEach
  void create() throws SQLException {
    update("CREATE TABLE t (g INTEGER, k VARCHAR, v INTEGER)");
    update("INSERT INTO t VALUES (1, 'b', 10), (1, 'a', 20), (2, 'b', 30)");
  }

  @Test
  void columnsFollowTheRows() throws SQLException {
    assertThat(rows(QUERY).toString()).isEqualTo("[[1, 20, 10], [2, null, 30]]");
    try (PreparedStatement prepared = connection.prepareStatement(QUERY)) {
      update("INSERT INTO t VALUES (2, 'c', 40)");
      assertThat(JdbcTest.rows(prepared.executeQuery()).toString())
          .isEqualTo("[[1, 20, 10, null], [2, null, 30, 40]]");
    }
    assertThat(rows(QUERY).toString()).isEqualTo("[[1, 20, 10, null], [2, null, 30, 40]]");
    update("CREATE TABLE wide AS " + QUERY, "TRUNCATE t");
    assertThat(rows("SELECT g, c, b, a FROM wide ORDER BY g").toString())
        .isEqualTo("[[1, null, 10, 20], [2, 40, 30, null]]");
    assertThatThrownBy(() -> rows(QUERY)).hasMessageContaining("k has no values");
  }

  @Test
  void viewsMacrosAndParametersNeedLists() throws SQLException {
    assertThatThrownBy(() -> update("CREATE VIEW v AS " + QUERY))
        .hasMessageContaining("write the lists");
    update("CREATE MACRO m() AS TABLE " + QUERY);
    assertThatThrownBy(() -> rows("FROM m()")).hasMessageContaining("write the lists");
    assertThatThrownBy(
            () -> connection.prepareStatement("PIVOT (FROM t WHERE v > ?) ON k").executeQuery())
        .hasMessageContaining("parameters");
    update("CREATE VIEW w AS PIVOT t ON k IN ('a') USING sum(v) GROUP BY g");
    assertThat(rows("SELECT a FROM w ORDER BY g").toString()).isEqualTo("[[20], [null]]");
  }

  /** DuckDB takes neither of these. */
  @Test
  void commonTablesAndNullsAreTaken() throws SQLException {
    assertThat(
            rows("WITH s AS (SELECT k, v FROM t WHERE g = 1), p(b, a) AS"
                    + " (PIVOT s ON k USING max(v)) SELECT b, a FROM p")
                .toString())
        .isEqualTo("[[20, 10]]");
    update(
        "CREATE TABLE wide (g INTEGER, a INTEGER, b INTEGER)",
        "INSERT INTO wide VALUES (1, 2, NULL)");
    assertThat(rows("UNPIVOT wide INCLUDE NULLS ON a, b INTO NAME n VALUE v").toString())
        .isEqualTo("[[1, a, 2], [1, b, null]]");
    assertThat(rows("UNPIVOT wide AS w ON a, b INTO NAME n VALUE v").toString())
        .isEqualTo("[[1, a, 2]]");
    assertThat(rows("SELECT include.a FROM wide include").toString()).isEqualTo("[[2]]");
  }
}
