package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DESCRIBE, SHOW TABLES and the information schema. */
final class DescribeTest extends JdbcTest {
  private static final List<String> A = List.of("a", "INTEGER", "NO");
  private static final List<String> B = List.of("b's", "DECIMAL(9, 2)", "YES");
  private static final List<String> C = List.of("c", "VARCHAR(5)", "YES");

  @BeforeEach
  void create() throws SQLException {
    update("CREATE TABLE t (a INTEGER NOT NULL, \"b's\" DECIMAL(9, 2), c VARCHAR(5))");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DESCRIBE t",
        "DESCRIBE TABLE T",
        "DESCRIBE main.t",
        "DESCRIBE SELECT * FROM t",
        "DESCRIBE FROM t",
        "describe statement select * from t order by a limit 1"
      })
  void describeListsTheColumns(String sql) throws SQLException {
    assertThat(rows(sql)).containsExactly(A, B, C);
  }

  @Test
  void describeOfOneColumn() throws SQLException {
    assertThat(rows("DESCRIBE t C")).containsExactly(C);
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
        .containsExactly(List.of("x", "INTEGER", "NO"), List.of("EXPR$1", "BIGINT", "NO"));
  }

  @Test
  void describeSeesANewTableOfTheSameName() throws SQLException {
    assertThat(rows("DESCRIBE t")).hasSize(3);
    update("DROP TABLE t");
    update("CREATE TABLE t (z DATE)");
    assertThat(rows("DESCRIBE t")).containsExactly(List.of("z", "DATE", "YES"));
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
        .containsExactly(List.of("information_schema"), List.of("main"), List.of("paceline"));
    assertThat(
            rows(
                "SELECT count(*) FROM information_schema.tables WHERE table_schema <> 'main'"
                    + " AND table_type <> 'VIEW'"))
        .containsExactly(List.of("0"));
  }
}
