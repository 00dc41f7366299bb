package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ALTER TABLE. */
final class AlterTableTest extends StoredJdbcTest {
  @BeforeEach
  void create() throws SQLException {
    update("CREATE TABLE t (a INTEGER NOT NULL, b VARCHAR, c DECIMAL(9, 2))");
    update("INSERT INTO t VALUES (1, '10', 1.25), (2, '20', NULL), (3, NULL, 3.5)");
  }

  private String all(String sql) throws SQLException {
    return rows(sql).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ALTER TABLE t RENAME a TO x                                | [[1, 10, 1.25], [2, 20, null], [3, null, 3.50]]
          ALTER TABLE t RENAME COLUMN a TO A                         | [[1, 10, 1.25], [2, 20, null], [3, null, 3.50]]
          ALTER TABLE IF EXISTS t ADD COLUMN d DATE                  | [[1, 10, 1.25, null], [2, 20, null, null], [3, null, 3.50, null]]
          ALTER TABLE t ADD IF NOT EXISTS d TEXT                     | [[1, 10, 1.25, null], [2, 20, null, null], [3, null, 3.50, null]]
          ALTER TABLE t ADD COLUMN IF NOT EXISTS B TEXT              | [[1, 10, 1.25], [2, 20, null], [3, null, 3.50]]
          ALTER TABLE t DROP COLUMN b                                | [[1, 1.25], [2, null], [3, 3.50]]
          ALTER TABLE t DROP A CASCADE                               | [[10, 1.25], [20, null], [null, 3.50]]
          ALTER TABLE t DROP COLUMN IF EXISTS z                      | [[1, 10, 1.25], [2, 20, null], [3, null, 3.50]]
          ALTER TABLE t ALTER COLUMN b TYPE INTEGER                  | [[1, 10, 1.25], [2, 20, null], [3, null, 3.50]]
          ALTER TABLE t ALTER c SET DATA TYPE VARCHAR(4)             | [[1, 10, 1.25], [2, 20, null], [3, null, 3.50]]
          ALTER TABLE t ALTER c TYPE DECIMAL(5, 1)                   | [[1, 10, 1.3], [2, 20, null], [3, null, 3.5]]
          ALTER TABLE t ALTER b TYPE BIGINT USING a * 100            | [[1, 100, 1.25], [2, 200, null], [3, 300, 3.50]]
          ALTER TABLE t ALTER COLUMN a DROP NOT NULL                 | [[1, 10, 1.25], [2, 20, null], [3, null, 3.50]]
          ALTER TABLE t ALTER COLUMN a SET NOT NULL                  | [[1, 10, 1.25], [2, 20, null], [3, null, 3.50]]
          ALTER TABLE IF EXISTS nothing RENAME TO t                  | [[1, 10, 1.25], [2, 20, null], [3, null, 3.50]]
          """)
  void rowsAreTheSame(String alter, String expected) throws SQLException {
    update(alter);
    assertThat(all("SELECT * FROM t ORDER BY 1")).isEqualTo(expected);
    reopen();
    assertThat(all("SELECT * FROM t ORDER BY 1")).isEqualTo(expected);
  }

  @Test
  void tablesGetOtherNames() throws SQLException {
    update("CREATE VIEW v AS SELECT a FROM t", "ALTER TABLE t RENAME TO \"U\"");
    assertThat(all("SELECT max(a) FROM u")).isEqualTo("[[3]]");
    assertThatThrownBy(() -> rows("SELECT a FROM v"))
        .hasMessageContaining("view v: there is no table t");
    update("INSERT INTO u VALUES (4, 'x', 0)", "CREATE TABLE t AS SELECT 7 AS a");
    assertThat(all("SELECT a FROM v")).isEqualTo("[[7]]");
    reopen();
    assertThat(all("SELECT count(*), max(b) FROM u")).isEqualTo("[[4, x]]");
    assertThat(all("SHOW TABLES")).isEqualTo("[[U], [t], [v]]");
    update("ALTER TABLE \"U\" RENAME TO u");
    assertThat(all("SHOW TABLES")).isEqualTo("[[t], [u], [v]]");
  }

  @Test
  void nullsAreAllowedAndForbidden() throws SQLException {
    assertThatThrownBy(() -> update("INSERT INTO t VALUES (NULL, 'x', 1)"))
        .hasMessageContaining("NULL");
    update("ALTER TABLE t ALTER a DROP NOT NULL", "INSERT INTO t VALUES (NULL, 'x', 1)");
    assertThatThrownBy(() -> update("ALTER TABLE t ALTER a SET NOT NULL"))
        .extracting("errorCode")
        .isEqualTo(ErrorCode.NOT_NULL_VIOLATION.vendorCode());
    update("ALTER TABLE t ADD d INTEGER");
    assertThat(all("DESCRIBE t")).startsWith("[[a, INTEGER, YES, null, null, null]");
    assertThat(all("SELECT count(*) FROM t WHERE a IS NULL")).isEqualTo("[[1]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ALTER TABLE tt RENAME TO u              | there is no table tt; did you mean t?
          ALTER TABLE v RENAME TO u               | v is a view; the statement needs a table
          ALTER TABLE t RENAME TO v               | there is already a view v
          ALTER TABLE t RENAME TO Other           | table other exists already
          ALTER TABLE t RENAME COLUMN aa TO x     | table t has no column aa; did you mean a?
          ALTER TABLE t RENAME COLUMN a TO B      | table t has the column b twice
          ALTER TABLE t ADD COLUMN B INTEGER      | table t has the column B twice
          ALTER TABLE t ADD COLUMN d INTEGER NOT NULL | column d: NULL
          ALTER TABLE t DROP COLUMN z             | table t has no column z
          ALTER TABLE other DROP COLUMN a         | is the only one of table other; drop the table
          ALTER TABLE t ALTER b TYPE DATE         | '10'
          ALTER TABLE t ALTER b TYPE VARCHAR(1)   | column b: a value
          ALTER TABLE t ALTER a TYPE DATE         | column t.a is DATE and cannot take a value of the type
          ALTER TABLE t ADD PRIMARY KEY (a)       | PRIMARY KEY
          """)
  void failuresChangeNothing(String alter, String message) throws SQLException {
    update("CREATE VIEW v AS SELECT a FROM t", "CREATE TABLE other (a INTEGER)");
    String before = all("DESCRIBE t");
    assertThatThrownBy(() -> update(alter)).hasMessageContaining(message);
    assertThat(all("DESCRIBE t")).isEqualTo(before);
    assertThat(all("SELECT count(*), count(b), sum(c) FROM t")).isEqualTo("[[3, 2, 4.75]]");
  }

  @Test
  void statementsThatArePreparedOrRunGoOn() throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement("SELECT * FROM t ORDER BY a");
        Statement statement = connection.createStatement();
        ResultSet running = statement.executeQuery("SELECT b FROM t")) {
      update("ALTER TABLE t DROP COLUMN b");
      assertThat(JdbcTest.rows(prepared.executeQuery()).getFirst()).hasSize(2);
      update("ALTER TABLE t ADD COLUMN b INTEGER", "ALTER TABLE t RENAME COLUMN c TO d");
      assertThat(JdbcTest.rows(prepared.executeQuery()).getFirst()).hasSize(3);
      assertThat(JdbcTest.rows(running)).hasSize(3);
    }
  }

  @Test
  void anAppendToTheOldDefinitionFails() throws SQLException {
    Database database = connection.unwrap(Session.class).instance().database();
    try (Appender slow = database.table("t").appender()) {
      slow.setLong(0, 9);
      slow.endRow();
      update("ALTER TABLE t RENAME COLUMN a TO x");
      assertThatThrownBy(slow::commit)
          .hasMessageContaining("table t was altered meanwhile; nothing was changed");
    }
    assertThat(all("SELECT max(x) FROM t")).isEqualTo("[[3]]");
  }

  @Test
  void rowsThatAreAddedMeanwhileAreNotLost() throws SQLException {
    Database database = connection.unwrap(Session.class).instance().database();
    try (Appender rewriting =
        database.rewritingTable(database.table("t"), database.table("t").definition())) {
      update("INSERT INTO t VALUES (4, 'x', 0)");
      assertThatThrownBy(rewriting::commit)
          .hasMessageContaining("the rows of table t were changed while it was altered");
    }
    assertThat(all("SELECT count(*) FROM t")).isEqualTo("[[4]]");
  }
}
