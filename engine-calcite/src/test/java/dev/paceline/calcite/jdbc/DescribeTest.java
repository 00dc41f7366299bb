package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DESCRIBE, SHOW TABLES and the information schema. */
final class DescribeTest extends JdbcTest {
  private static final List<@Nullable Object> A = row("a", "INTEGER", "NO", null);
  private static final List<@Nullable Object> B = row("b's", "DECIMAL(9,2)", "YES", "1.5");
  private static final List<@Nullable Object> C = row("c", "VARCHAR(5)", "YES", null);

  private static List<@Nullable Object> row(
      String name, String type, String nullable, @Nullable String defaultValue) {
    return Arrays.asList(name, type, nullable, null, defaultValue, null);
  }

  @BeforeEach
  void create() throws SQLException {
    update("CREATE TABLE t (a INTEGER NOT NULL, \"b's\" DECIMAL(9, 2) DEFAULT 1.5, c VARCHAR(5))");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DESCRIBE t", "DESCRIBE TABLE T", "DESCRIBE main.t", "SHOW t"})
  void describeListsTheColumns(String sql) throws SQLException {
    assertThat(rows(sql)).hasToString(List.of(A, B, C).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DESCRIBE SELECT * FROM t",
        "DESCRIBE FROM t",
        "describe statement select * from t order by a limit 1"
      })
  void describeOfQueriesKnowsNoConstraints(String sql) throws SQLException {
    assertThat(rows(sql))
        .hasToString(
            List.of(
                    row("a", "INTEGER", "YES", null),
                    row("b's", "DECIMAL(9,2)", "YES", null),
                    row("c", "VARCHAR", "YES", null))
                .toString());
  }

  @Test
  void describeOfOneColumn() throws SQLException {
    assertThat(rows("DESCRIBE t C")).hasToString("[" + C + "]");
    assertThatThrownBy(() -> rows("DESCRIBE t x"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("there is no column x");
    assertThatThrownBy(() -> rows("DESCRIBE nothing"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("there is no table nothing");
  }

  @Test
  void describeOfExpressions() throws SQLException {
    assertThat(rows("DESCRIBE SELECT a + 1 AS x, count(*) FROM t GROUP BY a"))
        .hasToString(
            "[[x, INTEGER, YES, null, null, null], [count(*), BIGINT, YES, null, null, null]]");
  }

  @Test
  void columnsWithoutNamesHaveTheTextsOfTheirExpressions() throws SQLException {
    update("INSERT INTO t VALUES (3, 1, 'x')");
    assertThat(rows("SELECT \"max(a) + 1\" FROM (SELECT max(a)\n  + 1 FROM t)"))
        .hasToString("[[4]]");
    assertThat(
            rows(
                "WITH w AS (SELECT a, a FROM t UNION SELECT a, -a FROM t) SELECT a_1 FROM w"
                    + " ORDER BY 1 DESC"))
        .hasToString("[[3], [-3]]");
    update("CREATE VIEW v AS SELECT * FROM (SELECT count(*), 'x' FROM t)");
    assertThat(rows("DESCRIBE v").toString()).contains("[count(*), ", "['x', ");
    String sum = "a" + " + 1".repeat(30);
    assertThat(rows("DESCRIBE SELECT * FROM (SELECT " + sum + " FROM t)").toString())
        .startsWith("[[" + sum.substring(0, 79) + "…, INTEGER");
  }

  @Test
  void columnsOfUnnestedStructsKeepTheNamesOfTheFields() throws SQLException {
    assertThat(rows("DESCRIBE SELECT unnest({'a': 1, 'b': 2}) AS x, unnest([1])").toString())
        .contains("[[a, ", "[b, ", "[unnest([1]), ");
  }

  @Test
  void summarizeGivesFiguresOfEachColumn() throws SQLException {
    update("INSERT INTO t VALUES (1, 1.5, 'x'), (2, NULL, 'y'), (3, 2.5, NULL), (4, 2, 'x')");
    assertThat(rows("SUMMARIZE t"))
        .hasToString(
            "[[a, INTEGER, 1, 4, 4, 2.5, 1.2909944487358056, 1.75, 2.5, 3.25, 4, 0.00],"
                + " [b's, DECIMAL(9,2), 1.50, 2.50, 3, 2.0, 0.5, 1.75, 2.0, 2.25, 4, 25.00],"
                + " [c, VARCHAR(5), x, y, 2, null, null, null, null, null, 4, 25.00]]");
    assertThat(rows("SUMMARIZE SELECT a > 1 AS p, DATE '2024-01-01' AS d FROM t WHERE a < 3;"))
        .extracting(row -> row.subList(0, 5))
        .hasToString("[[p, BOOLEAN, false, true, 2], [d, DATE, 2024-01-01, 2024-01-01, 1]]");
    assertThat(rows("SUMMARIZE FROM t WHERE a > 9").getFirst())
        .hasToString("[a, INTEGER, null, null, 0, null, null, null, null, null, 0, null]");
    assertThatThrownBy(() -> rows("SUMMARIZE nothing"))
        .hasMessageContaining("there is no table nothing");
  }

  @Test
  void pragmasAndShowListTables() throws SQLException {
    assertThat(rows("PRAGMA table_info('t')"))
        .hasToString(
            "[[0, a, INTEGER, true, null, false], [1, b's, DECIMAL(9,2), false, null, false],"
                + " [2, c, VARCHAR(5), false, null, false]]");
    assertThat(rows("PRAGMA table_info(main.t)")).hasSize(3);
    assertThat(rows("PRAGMA show_tables")).containsExactly(List.of("t"));
    assertThat(rows("SHOW ALL TABLES")).contains(List.of("main", "t", "BASE TABLE"));
    assertThat(rows("SHOW DATABASES")).containsExactly(List.of("paceline"));
    assertThat(rows("SHOW SCHEMAS")).contains(List.of("main"));
    update("ANALYZE");
    update("ANALYZE t");
    assertThatThrownBy(() -> update("ANALYZE nothing"))
        .hasMessageContaining("there is no table nothing");
    assertThatThrownBy(() -> rows("PRAGMA other")).hasMessageContaining("PRAGMA other is not");
    assertThatThrownBy(() -> rows("PRAGMA table_info('nothing')"))
        .hasMessageContaining("there is no table nothing");
  }

  @Test
  void describeSeesANewTableOfTheSameName() throws SQLException {
    assertThat(rows("DESCRIBE t")).hasSize(3);
    update("DROP TABLE t");
    update("CREATE TABLE t (z DATE)");
    assertThat(rows("DESCRIBE t")).hasToString("[[z, DATE, YES, null, null, null]]");
  }

  @Test
  void tablesAreShown() throws SQLException {
    update("CREATE TABLE \"A b\" (x INTEGER)");
    assertThat(rows("SHOW TABLES")).containsExactly(List.of("A b"), List.of("t"));
    assertThat(rows("show tables;")).hasSize(2);
    update("DROP TABLE t");
    assertThat(rows("SHOW TABLES")).containsExactly(List.of("A b"));
  }

  @Test
  void theInformationSchemaKnowsTablesAndColumns() throws SQLException {
    assertThat(
            rows(
                "SELECT table_schema, table_type FROM information_schema.tables"
                    + " WHERE table_name = 't'"))
        .containsExactly(List.of("main", "BASE TABLE"));
    assertThat(
            rows("SELECT column_name, ordinal_position, is_nullable, data_type,"
                    + " character_maximum_length, numeric_precision, numeric_scale"
                    + " FROM Information_Schema.Columns WHERE table_name = 't'"
                    + " ORDER BY ordinal_position")
                .toString())
        .isEqualTo(
            "[[a, 1, NO, INTEGER, null, 10, 0], [b's, 2, YES, DECIMAL, null, 9, 2],"
                + " [c, 3, YES, VARCHAR, 5, null, null]]");
    assertThat(rows("SELECT schema_name FROM information_schema.schemata ORDER BY 1"))
        .containsExactly(
            List.of("information_schema"),
            List.of("main"),
            List.of("paceline"),
            List.of("pg_catalog"));
    assertThat(
            rows(
                "SELECT count(*) FROM information_schema.tables WHERE table_schema <> 'main'"
                    + " AND table_type <> 'VIEW'"))
        .containsExactly(List.of("0"));
  }
}
