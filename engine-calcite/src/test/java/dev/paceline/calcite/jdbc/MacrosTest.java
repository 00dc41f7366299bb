package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CREATE MACRO, DROP MACRO, and statements that call macros; answers are in OddStatementsTest. */
final class MacrosTest extends StoredJdbcTest {
  @BeforeEach
  void create() throws SQLException {
    update("CREATE TABLE t (a INTEGER, b VARCHAR)");
    update("INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, 'x')");
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
  void macrosStayWithTheDatabase() throws SQLException {
    update(
        "CREATE MACRO f(x, y := 5) AS x + y",
        "CREATE FUNCTION top(n) AS TABLE SELECT a FROM t ORDER BY a DESC LIMIT n;",
        "CREATE TEMPORARY MACRO mine() AS 7");
    for (int i = 0; i < 2; i++) {
      assertThat(all("SELECT f(a), F(a, y := 1) FROM top(2) ORDER BY a"))
          .isEqualTo("[[7, 3], [8, 4]]");
      assertThat(
              all(
                  "SELECT routine_name, routine_type, routine_definition"
                      + " FROM information_schema.routines ORDER BY 1"))
          .isEqualTo(
              "[[f, MACRO, (x, y := 5) AS x + y],"
                  + " [top, TABLE MACRO, (n) AS TABLE SELECT a FROM t ORDER BY a DESC LIMIT n]]");
      reopen();
    }
    assertFails("SELECT mine()", ErrorCode.INVALID_STATEMENT, "there is no function mine");
    update("DROP MACRO f", "DROP FUNCTION TABLE IF EXISTS top", "DROP MACRO IF EXISTS f");
    reopen();
    assertThat(all("SELECT count(*) FROM information_schema.routines")).isEqualTo("[[0]]");
    assertFails("DROP MACRO f", ErrorCode.INVALID_STATEMENT, "there is no macro f");
  }

  @Test
  void plansFollowTheMacros() throws SQLException {
    update(
        "CREATE MACRO f(x) AS x + 1",
        "CREATE VIEW v AS SELECT f(a) AS n FROM t",
        "CREATE TABLE d (a INTEGER, b INTEGER DEFAULT f(10), c INTEGER AS (f(a)),"
            + " CHECK (f(a) < 100))");
    try (PreparedStatement prepared =
            connection.prepareStatement("SELECT max(n), max(abs(n)) FROM v");
        PreparedStatement insert = connection.prepareStatement("INSERT INTO d (a) VALUES (?)");
        Connection other = connect();
        Statement statement = other.createStatement()) {
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(List.of("4", "4"));
      insert.setInt(1, 1);
      insert.executeUpdate();
      statement.executeUpdate("CREATE OR REPLACE MACRO F(x) AS x + 2");
      statement.executeUpdate("CREATE MACRO abs(x) AS 0");
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(List.of("5", "0"));
      insert.executeUpdate();
      statement.executeUpdate("DROP MACRO f");
      assertThatThrownBy(prepared::executeQuery)
          .hasMessageContaining("view v: there is no function f");
      assertThatThrownBy(insert::executeUpdate).hasMessageContaining("there is no function f");
    }
    assertThat(all("SELECT a, b, c FROM d ORDER BY b")).isEqualTo("[[1, 11, 2], [1, 12, 3]]");
  }

  @Test
  void parametersOfStatementsAreArguments() throws SQLException {
    update(
        "CREATE MACRO f(x, y) AS x * 10 + y",
        "CREATE MACRO top(n) AS TABLE SELECT a FROM t ORDER BY a DESC LIMIT n");
    try (PreparedStatement prepared =
        connection.prepareStatement("SELECT f(a, ?) FROM top(?) WHERE a < ?")) {
      prepared.setInt(1, 4);
      prepared.setInt(2, 2);
      prepared.setInt(3, 3);
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(List.of("24"));
    }
  }

  @Test
  void temporaryMacrosComeFirst() throws SQLException {
    update("CREATE MACRO f(x) AS 'stored'", "CREATE TEMP MACRO f(x) AS 'temporary'");
    assertThat(all("SELECT f(1), main.f(1), temp.f(1)"))
        .isEqualTo("[[temporary, stored, temporary]]");
    update("CREATE VIEW v AS SELECT f(1) AS f", "CREATE TEMP VIEW w AS SELECT f(1) AS f");
    assertThat(all("SELECT v.f, w.f FROM v, w")).isEqualTo("[[stored, temporary]]");
    update("DROP MACRO f");
    assertThat(all("SELECT f(1)")).isEqualTo("[[stored]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CREATE MACRO f(x) AS 2                     | SELECT 1      | macro f exists already; drop it first
          CREATE MACRO g(x, X) AS 1                  | SELECT 1      | macro g has the parameter X twice
          CREATE MACRO g(x := 1, y) AS 1             | SELECT 1      | has the parameter y without a default
          CREATE MACRO g(x) AS 1, (y) AS 2           | SELECT 1      | macro g has two bodies for 1 parameters
          CREATE MACRO g() AS 1, (y) AS TABLE (FROM t)| SELECT 1      | has bodies that are queries and others that are not
          CREATE MACRO g() AS ?                      | SELECT 1      | cannot have the parameters of a prepared statement
          CREATE MACRO g() AS                        | SELECT 1      | unexpected end of the statement
          CREATE MACRO other.g() AS 1                | SELECT 1      | there is no schema other
          CREATE OR REPLACE MACRO IF NOT EXISTS f() AS 1 | SELECT 1  | exclude each other
          CREATE MACRO g(x) AS g(x) + 1              | SELECT g(1)   | macro g calls itself; macros cannot be recursive
          CREATE MACRO g(x) AS x + nowhere           | SELECT g(a) FROM t | macro g: there is no column nowhere at line 1, column 8
          CREATE MACRO g() AS TABLE SELECT * FROM no | FROM g()      | macro g: there is no table no
          CREATE MACRO g(n) AS TABLE FROM t LIMIT n  | FROM g('x')   | 'x' cannot be cast to BIGINT
          CREATE MACRO g(x) AS x                     | SELECT g(1, 2)| macro g does not take these 2 arguments; it is g(x)
          CREATE MACRO g(name) AS name               | SELECT g(nam := 1) | has no parameter nam; did you mean name?
          CREATE MACRO g(x) AS x                     | SELECT g(x := 1, x := 2) | gets the argument x twice
          CREATE MACRO g(x) AS x                     | SELECT * FROM g(1) | macro g stands for a value
          """)
  void errorsNameTheMacro(String create, String call, String message) throws SQLException {
    update("CREATE MACRO f(x) AS 1");
    assertThatThrownBy(
            () -> {
              update(create);
              all(call);
            })
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message);
  }

  @Test
  void macrosThatGrowTooLargeAreRefused() throws SQLException {
    update("CREATE MACRO f0(x) AS x + x");
    for (int i = 1; i < 20; i++) {
      update("CREATE MACRO f" + i + "(x) AS f" + (i - 1) + "(x) + f" + (i - 1) + "(x)");
    }
    assertThat(all("SELECT f3(1)")).isEqualTo("[[16]]");
    assertFails("SELECT f19(1)", ErrorCode.INVALID_STATEMENT, "stand for more than 100000 names");
  }

  @Test
  void anExportHasTheMacros(@TempDir Path directory) throws SQLException {
    update(
        "CREATE MACRO f(x, y := 'it''s') AS x || y",
        "CREATE MACRO f(n) AS TABLE SELECT a FROM t WHERE a <= n",
        "CREATE MACRO \"odd name\"() AS (SELECT count(*) FROM f(2))",
        "CREATE TABLE d (a VARCHAR DEFAULT f('a'))",
        "INSERT INTO d VALUES (DEFAULT)",
        "CREATE VIEW v AS SELECT f(a) AS a, \"odd name\"() AS n FROM d");
    String export = "'" + directory.resolve("export") + "'";
    update("EXPORT DATABASE " + export);
    update("DROP VIEW v", "DROP TABLE d", "DROP TABLE t", "DROP MACRO f", "DROP MACRO TABLE f");
    assertFails("IMPORT DATABASE " + export, ErrorCode.TABLE_EXISTS, "macro odd name exists");
    assertThat(all("SELECT routine_name FROM information_schema.routines"))
        .isEqualTo("[[odd name]]");
    update(
        "DROP MACRO \"odd name\"", "IMPORT DATABASE " + export, "INSERT INTO d VALUES (DEFAULT)");
    assertThat(all("SELECT * FROM v")).isEqualTo("[[ait'sit's, 2], [ait'sit's, 2]]");
  }

  @Test
  void wordsOfTheGrammarStayNames() throws SQLException {
    update(
        "CREATE TABLE macro (macro INTEGER, \"function\" INTEGER)",
        "INSERT INTO macro VALUES (1, 2)");
    assertThat(all("SELECT macro, function FROM macro AS macro")).isEqualTo("[[1, 2]]");
  }
}
