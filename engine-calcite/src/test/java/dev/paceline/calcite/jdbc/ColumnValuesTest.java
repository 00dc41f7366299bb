package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.ErrorCode;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Defaults, generated columns and checks: all ways in which rows get into a table. */
final class ColumnValuesTest extends StoredJdbcTest {
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
  void defaultsFillColumnsThatGetNoValue() throws SQLException {
    update(
        "CREATE TABLE d (id INTEGER, a INTEGER DEFAULT 7 NOT NULL, b VARCHAR DEFAULT 'it''s',"
            + " c DATE DEFAULT DATE '2020-01-02', e BIGINT DEFAULT (3 + 4) * 2)");
    update("INSERT INTO d (id) VALUES (1), (2)");
    update("INSERT INTO d VALUES (3, DEFAULT, NULL, DEFAULT, 0)");
    update("INSERT INTO d (a, id) SELECT id + 1, 4 FROM d WHERE id = 3");
    reopen();
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO d (id, b) VALUES (?, ?)")) {
      for (int id = 5; id < 7; id++) {
        insert.setInt(1, id);
        insert.setString(2, "b" + id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    assertThat(all("SELECT * FROM d ORDER BY id"))
        .isEqualTo(
            "[[1, 7, it's, 2020-01-02, 14], [2, 7, it's, 2020-01-02, 14],"
                + " [3, 7, null, 2020-01-02, 0], [4, 4, it's, 2020-01-02, 14],"
                + " [5, 7, b5, 2020-01-02, 14], [6, 7, b6, 2020-01-02, 14]]");
  }

  /** CURRENT_DATE is that of the insertion. */
  @Test
  void defaultsAreComputedWhenRowsAreInserted() throws SQLException {
    update(
        "CREATE TABLE d (id INTEGER, day DATE DEFAULT CURRENT_DATE, r DATE DEFAULT current_date)");
    update("INSERT INTO d (id) VALUES (1)");
    update("INSERT INTO d (id) SELECT 2");
    assertThat(all("SELECT id, day = CURRENT_DATE, r = day FROM d ORDER BY id"))
        .isEqualTo("[[1, true, true], [2, true, true]]");
  }

  @Test
  void generatedColumnsFollowTheOthers() throws SQLException {
    update(
        "CREATE TABLE g (a INTEGER, twice INTEGER GENERATED ALWAYS AS (g.A * 2) STORED, s VARCHAR,"
            + " u VARCHAR(3) AS (upper(s)) VIRTUAL)");
    update("INSERT INTO g VALUES (1, 'x'), (NULL, NULL)");
    update("INSERT INTO g (s, a) SELECT 'abc', a + 1 FROM g WHERE a = 1");
    reopen();
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO g VALUES (?, ?)")) {
      insert.setInt(1, 50);
      insert.setString(2, "q");
      insert.addBatch();
      insert.setInt(1, 51);
      insert.addBatch();
      insert.executeBatch();
    }
    assertThat(all("SELECT * FROM g ORDER BY a"))
        .isEqualTo(
            "[[1, 2, x, X], [2, 4, abc, ABC], [50, 100, q, Q], [51, 102, q, Q],"
                + " [null, null, null, null]]");
    assertFails("INSERT INTO g VALUES (1, 'long')", ErrorCode.STRING_TOO_LONG, "u");
    assertFails(
        "INSERT INTO g (a, twice) VALUES (1, 2)", ErrorCode.INVALID_STATEMENT, "is generated");
    assertFails("INSERT INTO g (a, s) VALUES (2000000000, 'x')", ErrorCode.NUMERIC_OVERFLOW, "");
    update("ALTER TABLE g ADD COLUMN later INTEGER AS (a + 1)");
    assertThat(all("SELECT a, later FROM g WHERE a < 3 ORDER BY a")).isEqualTo("[[1, 2], [2, 3]]");
    assertFails("ALTER TABLE g RENAME a TO b", ErrorCode.NOT_SUPPORTED, "refers to it");
    assertFails("ALTER TABLE g DROP COLUMN a", ErrorCode.UNKNOWN_COLUMN, "twice");
    update("ALTER TABLE g RENAME later TO after");
    assertThat(all("SELECT after FROM g WHERE a = 1")).isEqualTo("[[2]]");
  }

  /** A row whose condition is NULL is accepted. */
  @Test
  void checksRefuseRowsThatMakeThemFalse() throws SQLException {
    update(
        "CREATE TABLE c (a INTEGER CHECK (a > 0), b INTEGER, CONSTRAINT ordered CHECK (b > a),"
            + " CHECK (b < 1000))");
    update("INSERT INTO c VALUES (1, 2), (3, NULL), (NULL, 5)");
    assertFails(
        "INSERT INTO c VALUES (7, 8), (0, 5)", ErrorCode.CHECK_VIOLATION, "c_check false: a > 0");
    assertFails("INSERT INTO c VALUES (5, 4)", ErrorCode.CHECK_VIOLATION, "ordered false: b > a");
    assertFails("INSERT INTO c VALUES (5, 2000)", ErrorCode.CHECK_VIOLATION, "c_check1");
    reopen();
    assertFails(
        "INSERT INTO c SELECT a, b - 10 FROM c", ErrorCode.CHECK_VIOLATION, "ordered false");
    update("INSERT INTO c SELECT x, x + 1 FROM (VALUES (-1), (10), (20)) AS v (x) WHERE x > 0");
    assertThat(all("SELECT * FROM c ORDER BY a"))
        .isEqualTo("[[1, 2], [3, null], [10, 11], [20, 21], [null, 5]]");
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO c VALUES (?, ?)")) {
      insert.setInt(1, 0);
      insert.setInt(2, 1);
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23514"));
    }
  }

  @Test
  void checksAreAddedAndDropped() throws SQLException {
    update("CREATE TABLE c (a INTEGER)");
    update("INSERT INTO c VALUES (1), (2000)");
    assertFails(
        "ALTER TABLE c ADD CONSTRAINT small CHECK (a < 1000)", ErrorCode.CHECK_VIOLATION, "small");
    update("INSERT INTO c VALUES (3000)");
    update("ALTER TABLE c ADD CHECK (a > 0)");
    assertFails("INSERT INTO c VALUES (-1)", ErrorCode.CHECK_VIOLATION, "c_check");
    assertFails("ALTER TABLE c DROP CONSTRAINT c_chek", ErrorCode.INVALID_STATEMENT, "c_check?");
    update("ALTER TABLE c DROP CONSTRAINT IF EXISTS other");
    update("ALTER TABLE c DROP CONSTRAINT C_CHECK");
    update("INSERT INTO c VALUES (-1)");
    assertThat(all("SELECT count(*) FROM c")).isEqualTo("[[4]]");
  }

  @Test
  void defaultsChange() throws SQLException {
    update("CREATE TABLE d (id INTEGER, a INTEGER DEFAULT 1)");
    update("INSERT INTO d (id) VALUES (1)");
    update("ALTER TABLE d ALTER COLUMN a SET DEFAULT 2 + 3");
    update("INSERT INTO d (id) VALUES (2)");
    update("ALTER TABLE d ALTER a DROP DEFAULT");
    update("INSERT INTO d (id) VALUES (3)");
    update("ALTER TABLE d ADD COLUMN b VARCHAR DEFAULT 'new'");
    update("INSERT INTO d (id) VALUES (4)");
    assertThat(all("SELECT * FROM d ORDER BY id"))
        .isEqualTo("[[1, 1, new], [2, 5, new], [3, null, new], [4, null, new]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CREATE TABLE w (a INTEGER DEFAULT b, b INTEGER)   | 1003 | the default of column a: it must not refer to columns, but does to b
          CREATE TABLE w (a INTEGER, b INTEGER AS (z + 1))  | 1003 | the generated column b: there is no column z
          CREATE TABLE w (a INTEGER AS (b), b INTEGER AS (1)) | 1003 | the generated column a: it must not refer to columns, but does to b
          CREATE TABLE w (a INTEGER CHECK (sum(a) > 0))     | 1004 | SUM needs several rows
          CREATE TABLE w (a INTEGER CHECK (a + 1))          | 1005 | the check w_check must be a condition, but a + 1 has the type INTEGER
          CREATE TABLE w (a INTEGER DEFAULT (SELECT 1))     | 1016 | a sub-query is not supported here
          CREATE TABLE w (a INTEGER CHECK (a > ?))          | 1004 | a parameter has no value here
          CREATE TABLE w (a INTEGER CHECK (nonsense(a)))    | 1004 | there is no function nonsense
          CREATE TABLE w (CONSTRAINT k CHECK (a > 1), a INTEGER, CONSTRAINT K CHECK (a > 2)) | 1004 | has the constraint K already
          """)
  void wrongDefinitionsAreRefused(String sql, int code, String message) {
    assertThatThrownBy(() -> update(sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  @Test
  void metadataShowThem() throws SQLException {
    update("CREATE TABLE m (a INTEGER DEFAULT 1 + 1, b INTEGER AS (a * 2), c INTEGER)");
    assertThat(
            all(
                "SELECT column_name, column_default, is_generated, generation_expression"
                    + " FROM information_schema.columns WHERE table_name = 'm'"
                    + " ORDER BY ordinal_position"))
        .isEqualTo("[[a, 1 + 1, NEVER, null], [b, null, ALWAYS, a * 2], [c, null, NEVER, null]]");
    try (ResultSet columns = connection.getMetaData().getColumns(null, null, "m", "_")) {
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("COLUMN_DEF")).isEqualTo("1 + 1");
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("IS_GENERATEDCOLUMN")).isEqualTo("YES");
    }
  }

  @Test
  void anAppenderRefusesTablesWhoseRowsAreComputed() throws SQLException {
    update("CREATE TABLE c (a INTEGER CHECK (a > 0))");
    Session session = connection.unwrap(Session.class);
    assertThatThrownBy(() -> session.appender("c")).hasMessageContaining("use INSERT");
  }
}
