package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** COMMENT ON tables, columns and views. */
final class CommentsTest extends StoredJdbcTest {
  private void createCommented() throws SQLException {
    update(
        "CREATE TABLE t (a INTEGER, \"B c\" VARCHAR)",
        "CREATE VIEW v AS SELECT a FROM t",
        "COMMENT ON TABLE main.T IS 'it''s a table'",
        "COMMENT ON COLUMN t.A IS 'a number'",
        "COMMENT ON COLUMN main.t.\"B c\" IS 'a string'",
        "COMMENT ON VIEW v IS 'a view'");
  }

  private List<List<String>> comments() throws SQLException {
    List<List<String>> all = new ArrayList<>();
    all.addAll(
        rows(
            "SELECT table_name, table_comment FROM information_schema.tables"
                + " WHERE table_comment IS NOT NULL ORDER BY 1"));
    all.addAll(
        rows(
            "SELECT column_name, column_comment FROM information_schema.columns"
                + " WHERE column_comment IS NOT NULL ORDER BY 1"));
    return all;
  }

  @Test
  void commentsAreKeptThroughChangesOfTheTable() throws SQLException {
    createCommented();
    reopen();
    assertThat(comments().toString())
        .isEqualTo("[[t, it's a table], [v, a view], [B c, a string], [a, a number]]");
    update(
        "ALTER TABLE t RENAME TO u",
        "ALTER TABLE u RENAME COLUMN a TO x",
        "ALTER TABLE u ALTER COLUMN x TYPE BIGINT",
        "ALTER TABLE u ADD COLUMN d DATE",
        "INSERT INTO u (x) VALUES (1)");
    reopen();
    assertThat(comments().toString())
        .isEqualTo("[[u, it's a table], [v, a view], [B c, a string], [x, a number]]");
  }

  @Test
  void nullAndAnEmptyStringRemoveThem() throws SQLException {
    createCommented();
    update(
        "COMMENT ON TABLE t IS NULL",
        "COMMENT ON COLUMN t.a IS ''",
        "COMMENT ON VIEW v IS ''",
        "COMMENT ON COLUMN t.\"B c\" IS NULL");
    assertThat(comments()).isEmpty();
    reopen();
    assertThat(comments()).isEmpty();
    update("DROP TABLE t", "CREATE TABLE t (a INTEGER)");
    assertThat(comments()).isEmpty();
  }

  @Test
  void temporaryTablesHaveThem() throws SQLException {
    update("CREATE TEMP TABLE t (a INTEGER)", "COMMENT ON TABLE t IS 'gone soon'");
    try (ResultSet tables = connection.getMetaData().getTables(null, null, "t", null)) {
      assertThat(tables.next()).isTrue();
      assertThat(tables.getString("REMARKS")).isEqualTo("gone soon");
    }
  }

  @Test
  void metaDataShowThem() throws SQLException {
    createCommented();
    try (ResultSet tables = connection.getMetaData().getTables(null, "main", "%", null)) {
      assertThat(tables.next()).isTrue();
      assertThat(tables.getString("REMARKS")).isEqualTo("it's a table");
      assertThat(tables.next()).isTrue();
      assertThat(tables.getString("REMARKS")).isEqualTo("a view");
    }
    try (ResultSet columns = connection.getMetaData().getColumns(null, "main", "t", "a")) {
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("REMARKS")).isEqualTo("a number");
    }
  }

  @Test
  void theFunctionsOfDuckDbShowThem() throws SQLException {
    createCommented();
    assertThat(rows("SELECT comment FROM duckdb_tables() WHERE table_name = 't'").toString())
        .isEqualTo("[[it's a table]]");
    assertThat(rows("SELECT comment FROM duckdb_views() WHERE view_name = 'v'").toString())
        .isEqualTo("[[a view]]");
    assertThat(
            rows("SELECT comment FROM duckdb_columns() WHERE table_name = 't' ORDER BY 1")
                .toString())
        .isEqualTo("[[a number], [a string]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          COMMENT ON TABLE tt IS 'x'      | there is no table tt
          COMMENT ON TABLE v IS 'x'       | v is a view; the statement needs a table
          COMMENT ON VIEW t IS 'x'        | there is no view t
          COMMENT ON COLUMN t.b IS 'x'    | table t has no column b
          COMMENT ON COLUMN a IS 'x'      | write table.a
          COMMENT ON COLUMN v.a IS 'x'    | v is a view; the statement needs a table
          COMMENT ON SCHEMA main IS 'x'   | COMMENT ON SCHEMA is not supported
          COMMENT ON TABLE t IS 1         | unexpected 1 at line 1, column 23
          """)
  void errorsSayWhatIsWrong(String statement, String message) throws SQLException {
    createCommented();
    assertThatThrownBy(() -> update(statement)).hasMessageContaining(message);
    assertThat(comments()).hasSize(4);
  }
}
