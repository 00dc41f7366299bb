package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CREATE SCHEMA, DROP SCHEMA, USE, and names with their schema in all statements. */
final class SchemasTest extends StoredJdbcTest {
  @BeforeEach
  void create() throws SQLException {
    update("CREATE TABLE t (a INTEGER, b VARCHAR)", "INSERT INTO t VALUES (1, 'main')");
    update("CREATE SCHEMA s", "CREATE TABLE s.t (a INTEGER DEFAULT 7, b VARCHAR, CHECK (a < 100))");
    update("INSERT INTO s.t VALUES (10, 's'), (DEFAULT, 'd')");
  }

  private String all(String sql) throws SQLException {
    return rows(sql).toString();
  }

  private void assertFails(String sql, ErrorCode code, String message) {
    assertThatThrownBy(() -> update(sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code.vendorCode()))
        .hasMessageContaining(message);
  }

  @Test
  void tablesOfOneNameAreApart() throws SQLException {
    update(
        "CREATE TABLE s.copy AS SELECT a * 2 AS a FROM s.t",
        "INSERT INTO S.T (b) SELECT b FROM t",
        "CREATE VIEW s.v AS SELECT t.a, copy.a AS c FROM t JOIN copy ON t.a * 2 = copy.a");
    for (int i = 0; i < 2; i++) {
      assertThat(all("SELECT a, b FROM s.t ORDER BY a, b"))
          .isEqualTo("[[7, d], [7, main], [10, s]]");
      assertThat(all("SELECT s.t.a, u.a FROM s.t, main.t AS u WHERE s.t.a > 7"))
          .isEqualTo("[[10, 1]]");
      assertThat(all("SELECT * FROM s.v ORDER BY a")).isEqualTo("[[7, 14], [7, 14], [10, 20]]");
      assertThat(all("SELECT a, b FROM t")).isEqualTo("[[1, main]]");
      reopen();
    }
    assertFails("INSERT INTO s.t VALUES (100, '')", ErrorCode.CHECK_VIOLATION, "t_check");
  }

  @Test
  void statementsOfAllKindsTakeASchema(@TempDir Path directory) throws SQLException {
    String file = "'" + directory.resolve("t.csv") + "'";
    update("COPY s.t TO " + file, "COPY s.t FROM " + file);
    assertThat(all("SELECT count(*) FROM s.t")).isEqualTo("[[4]]");
    update(
        "ALTER TABLE s.t ADD COLUMN c INTEGER",
        "ALTER TABLE s.t ALTER a TYPE BIGINT",
        "ALTER TABLE s.t DROP CONSTRAINT t_check",
        "ALTER TABLE s.t ALTER b SET DEFAULT 'x'",
        "ALTER TABLE s.t RENAME TO u",
        "ALTER TABLE s.u RENAME a TO k",
        "ALTER TABLE s.u ADD CHECK (k > 0)",
        "INSERT INTO s.u (c) VALUES (1), (1 + 1)");
    assertThat(all("SELECT k, b, c FROM s.u WHERE c > 0 ORDER BY c"))
        .isEqualTo("[[7, x, 1], [7, x, 2]]");
    assertThat(all("DESCRIBE s.u").replace("[", "")).startsWith("k, BIGINT");
    assertThat(all("SUMMARIZE s.u")).contains("BIGINT");
    assertThat(all("PRAGMA table_info('s.u')")).contains("k, BIGINT");
    assertThat(all("SELECT count(*) FROM t")).isEqualTo("[[1]]");
    update("CREATE OR REPLACE TABLE s.u AS SELECT 1 AS one", "ANALYZE s.u", "TRUNCATE s.u");
    assertThat(all("SELECT one FROM s.u")).isEqualTo("[]");
    update("CREATE VIEW s.v AS SELECT * FROM u", "DROP VIEW s.v", "DROP TABLE s.u");
    assertFails("SELECT 1 FROM s.u", ErrorCode.UNKNOWN_TABLE, "there is no table u");
    update("DROP SCHEMA s");
  }

  @Test
  void namesWithoutASchemaAreInTheOneInUse() throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement("SELECT max(a) FROM t")) {
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(List.of("1"));
      update("USE S");
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(List.of("10"));
    }
    assertThat(connection.getSchema()).isEqualTo("s");
    assertThat(all("SELECT current_schema, current_schema()")).isEqualTo("[[s, s]]");
    update("CREATE TABLE u AS SELECT 5 AS a", "CREATE VIEW v AS SELECT * FROM u");
    assertThat(all("SELECT * FROM s.v, main.t")).isEqualTo("[[5, 1, main]]");
    assertThat(all("SHOW TABLES")).isEqualTo("[[t], [u], [v]]");
    update("CREATE TEMP TABLE t AS SELECT 0 AS a");
    assertThat(all("SELECT t.a, o.a FROM t, s.t AS o WHERE o.a = 7")).isEqualTo("[[0, 7]]");
    update("DROP TABLE t", "SET schema = 'main'");
    assertThat(all("SELECT a FROM t")).isEqualTo("[[1]]");
    assertThat(all("SHOW schema")).isEqualTo("[[main]]");
    connection.setSchema("s");
    assertThat(all("SELECT a FROM u")).isEqualTo("[[5]]");
    update("RESET search_path");
    assertThat(connection.getSchema()).isEqualTo("main");
    assertThatThrownBy(() -> connection.setSchema("no")).hasMessageContaining("no schema no");
    update("SET search_path = s");
    try (Connection other = connect()) {
      assertThat(other.getSchema()).isEqualTo("main");
    }
  }

  @Test
  void namesMayHaveDots() throws SQLException {
    update(
        "CREATE SCHEMA \"a.b\"",
        "CREATE SCHEMA a",
        "CREATE TABLE \"a.b\".c AS SELECT 1 AS \"x.y\"",
        "CREATE TABLE a.\"b.c\" AS SELECT 2 AS x");
    reopen();
    assertThat(all("SELECT \"a.b\".c.\"x.y\", a.\"b.c\".x FROM \"a.b\".c, a.\"b.c\""))
        .isEqualTo("[[1, 2]]");
    update("DROP SCHEMA a CASCADE");
    assertThat(all("SELECT * FROM \"a.b\".c")).isEqualTo("[[1]]");
  }

  @Test
  void schemasAreListed() throws SQLException {
    update("CREATE VIEW s.v AS SELECT a FROM t", "CREATE TEMP TABLE u (a INTEGER)");
    assertThat(
            all(
                "SELECT table_schema, table_name, table_type FROM information_schema.tables"
                    + " WHERE table_schema IN ('main', 's') ORDER BY ALL"))
        .isEqualTo("[[main, t, BASE TABLE], [s, t, BASE TABLE], [s, v, VIEW]]");
    assertThat(all("SHOW SCHEMAS"))
        .isEqualTo("[[information_schema], [main], [paceline], [pg_catalog], [s]]");
    assertThat(all("SHOW TABLES")).isEqualTo("[[t], [u]]");
    List<String> found = new ArrayList<>();
    try (ResultSet schemas = connection.getMetaData().getSchemas();
        ResultSet tables = connection.getMetaData().getTables(null, "s", "%", null);
        ResultSet columns = connection.getMetaData().getColumns(null, "s", "t", "a")) {
      while (schemas.next()) {
        found.add(schemas.getString(1));
      }
      while (tables.next()) {
        found.add(tables.getString(2) + "." + tables.getString(3) + " " + tables.getString(4));
      }
      while (columns.next()) {
        found.add(columns.getString(4) + " " + columns.getString(13));
      }
    }
    assertThat(found)
        .containsExactly("main", "paceline", "s", "temp", "s.t TABLE", "s.v VIEW", "a 7");
  }

  @Test
  void anOpenResultOutlivesItsSchema() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT a FROM s.t ORDER BY a")) {
      update("DROP SCHEMA s CASCADE");
      assertThat(JdbcTest.rows(result)).containsExactly(List.of("7"), List.of("10"));
    }
    assertFails("SELECT * FROM s.t", ErrorCode.UNKNOWN_TABLE, "there is no table s");
    update("CREATE SCHEMA s");
    assertFails("SELECT * FROM s.t", ErrorCode.UNKNOWN_TABLE, "there is no table t");
  }

  @Test
  void anExportHasAllSchemas(@TempDir Path directory) throws SQLException {
    update(
        "CREATE VIEW s.w AS SELECT a FROM t",
        "CREATE VIEW v AS SELECT max(a) AS a FROM s.w",
        "USE s");
    String export = "'" + directory.resolve("export") + "'";
    update("EXPORT DATABASE " + export);
    update("DROP VIEW main.v", "DROP TABLE main.t", "DROP SCHEMA s CASCADE");
    update("IMPORT DATABASE " + export);
    assertThat(all("SELECT v.a, t.a FROM main.v, main.t")).isEqualTo("[[10, 1]]");
    assertFails("IMPORT DATABASE " + export, ErrorCode.TABLE_EXISTS, "schema s exists already");
    assertThat(all("SELECT count(*) FROM s.t")).isEqualTo("[[2]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CREATE SCHEMA S                  | schema s exists already
          CREATE SCHEMA main               | schema main exists already
          CREATE SCHEMA temp               | is that of a schema of Paceline
          CREATE OR REPLACE SCHEMA s       | CREATE OR REPLACE SCHEMA is not supported
          DROP SCHEMA s                    | schema s has 1 tables, views and sequences
          DROP SCHEMA s RESTRICT           | schema s has 1 tables, views and sequences
          DROP SCHEMA main CASCADE         | the schema main cannot be dropped
          DROP SCHEMA absent                 | there is no schema absent
          USE absent                         | there is no schema absent; the schemas of tables are main, s, and temp
          CREATE TABLE absent.t (a INTEGER)  | there is no schema absent
          INSERT INTO absent.t VALUES (1)    | there is no schema absent
          CREATE TABLE x.s.t (a INTEGER)   | there is no schema x
          CREATE TABLE s.T (a INTEGER)     | table T exists already
          CREATE VIEW s.t AS SELECT 1      | table t exists already
          CREATE VIEW s.v AS SELECT * FROM nowhere | view v: there is no table nowhere
          CREATE MACRO s.m() AS 1          | a macro in another schema than main and temp is not supported
          """)
  void errorsSayWhatIsWrong(String sql, String message) {
    assertThatThrownBy(() -> update(sql))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatIsThereOrNotMayBeAllRight() throws SQLException {
    update(
        "CREATE SCHEMA IF NOT EXISTS S",
        "DROP SCHEMA IF EXISTS absent CASCADE",
        "DROP TABLE IF EXISTS absent.t",
        "CREATE TABLE IF NOT EXISTS s.t (z DATE)");
    assertThat(all("SELECT count(a) FROM s.t")).isEqualTo("[[2]]");
  }
}
