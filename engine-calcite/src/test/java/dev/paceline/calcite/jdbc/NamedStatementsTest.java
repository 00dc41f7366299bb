package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PREPARE, EXECUTE and DEALLOCATE. */
final class NamedStatementsTest extends JdbcTest {
  @BeforeEach
  void create() throws SQLException {
    update("CREATE TABLE t (a INTEGER, b VARCHAR)");
    update("INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, NULL)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT a FROM t WHERE b = ? OR a = ?       | ('y', 1)  | [[1], [2]]
          SELECT a FROM t WHERE b = $2 OR a = $1     | (1, 'y')  | [[1], [2]]
          SELECT a + $1 FROM t WHERE a = $1          | (2)       | [[4]]
          SELECT a FROM t ORDER BY a LIMIT $1        | (1)       | [[1]]
          SELECT a FROM t ORDER BY a LIMIT ? OFFSET ?| (1, 2)    | [[3]]
          (SELECT 1) UNION ALL (SELECT 1)            |           | [[1], [1]]
          SELECT ?                                   | (-1.5)    | [[-1.5]]
          SELECT UPPER($1)                           | ('a')     | [[A]]
          SELECT count(*) FROM t WHERE b = ?         | (NULL)    | [[0]]
          WITH q AS (SELECT max(a) AS m FROM t) FROM q | ()      | [[3]]
          SELECT $x + $y, $X                         | (y := 2, x := 1)  | [[3, 1]]
          SELECT $1 - $2                             | ("2" := 5, "1" := 7) | [[2]]
          SELECT a FROM t WHERE b = $b LIMIT $n      | (n => 1, b => 'y')   | [[2]]
          SELECT typeof($1), $1                      | ([1, NULL])       | [[INTEGER[], [1, NULL]]]
          SELECT $1.a, $1.b[2]                       | ({'a': 1, 'b': ['x', 'y']}) | [[1, y]]
          SELECT typeof($1)                          | (MAP {'k': DATE '2024-02-29'}) | [[MAP(VARCHAR, DATE)]]
          SELECT typeof($1), $1                      | (1 + 1)           | [[INTEGER, 2]]
          SELECT typeof($1)                          | (1.50)            | [[DECIMAL(3,2)]]
          SELECT a FROM t WHERE a = $1               | ((SELECT max(a) FROM t)) | [[3]]
          SELECT a FROM t WHERE b = $1               | (lower('X'))      | [[1]]
          """)
  void queriesAreExecutedByTheirNames(String query, String values, String expected)
      throws SQLException {
    update("PREPARE p AS " + query + " ; ");
    for (int i = 0; i < 2; i++) {
      assertThat(rows("EXECUTE P" + (values == null ? "" : values)).toString()).isEqualTo(expected);
    }
  }

  @Test
  void valuesAreCastToDeclaredTypes() throws SQLException {
    update("PREPARE p (INTEGER, VARCHAR) AS SELECT $1 + 1, $2 || '!', typeof($1) LIMIT 1");
    assertThat(rows("EXECUTE p('41', 'abc')").toString()).isEqualTo("[[42, abc!, INTEGER]]");
    assertThat(rows("EXECUTE p(1.6, NULL)").toString()).isEqualTo("[[3, null, INTEGER]]");
    update("PREPARE q (DECIMAL(5, 2), BIGINT) AS SELECT a + ? FROM t WHERE b <> '?' LIMIT ?");
    assertThat(rows("EXECUTE q(0.126, 1)").toString()).isEqualTo("[[1.13]]");
    update("PREPARE i (VARCHAR, DATE) AS INSERT INTO t VALUES (year($2), $1)");
    assertThat(update("EXECUTE i(7, '2024-02-29')")).isEqualTo(1);
    assertThat(rows("SELECT b FROM t WHERE a = 2024").toString()).isEqualTo("[[7]]");
    assertThatThrownBy(() -> update("PREPARE r (INTEGER) AS SELECT $1 + $2"))
        .hasMessageContaining("2 parameters, but 1 types are declared");
    assertThatThrownBy(() -> rows("EXECUTE p('x', 'y')")).hasMessageContaining("x");
    assertThatThrownBy(() -> update("PREPARE r (NOTHING) AS SELECT $1"))
        .hasMessageContaining("NOTHING");
  }

  @Test
  void rowsAreInsertedAndTablesReplaced() throws SQLException {
    update("PREPARE p AS INSERT INTO t VALUES ($2, $1)");
    assertThat(update("EXECUTE p('z', 7)")).isEqualTo(1);
    update("PREPARE q AS SELECT b FROM t WHERE a = ?");
    assertThat(rows("EXECUTE q(7)").toString()).isEqualTo("[[z]]");
    update("CREATE OR REPLACE TABLE t (b BIGINT, a DECIMAL(5, 2))");
    update("EXECUTE p(1.5, 2)");
    assertThat(rows("EXECUTE q(1.5)").toString()).isEqualTo("[[2]]");
    update("DROP TABLE t");
    assertThatThrownBy(() -> rows("EXECUTE q(1)")).hasMessageContaining("there is no table t");
  }

  @Test
  void statementsAreDeallocated() throws SQLException {
    update("PREPARE p AS SELECT 1");
    assertThatThrownBy(() -> update("PREPARE P AS SELECT 2"))
        .hasMessageContaining("there is already a prepared statement P");
    update("DEALLOCATE p");
    update("PREPARE p AS SELECT 2");
    assertThat(rows("EXECUTE p").toString()).isEqualTo("[[2]]");
    update("DEALLOCATE PREPARE p");
    update("PREPARE pp AS SELECT 2");
    assertThatThrownBy(() -> rows("EXECUTE ppp"))
        .hasMessageContaining("there is no prepared statement ppp; did you mean pp?");
    update("DEALLOCATE ALL");
    assertThatThrownBy(() -> update("DEALLOCATE pp"))
        .hasMessageContaining("there is no prepared statement pp");
  }

  @Test
  void errorsSayWhatToDo() throws SQLException {
    assertThatThrownBy(() -> update("PREPARE p AS SELECT z FROM t"))
        .hasMessageContaining("there is no column z");
    update("PREPARE p AS SELECT a FROM t WHERE a = ?");
    assertThatThrownBy(() -> rows("EXECUTE p")).hasMessageContaining("1 parameters, but 0 values");
    assertThatThrownBy(() -> rows("EXECUTE p(1 / 0)")).hasMessageContaining("division by zero");
    assertThatThrownBy(() -> rows("EXECUTE p(a)")).hasMessageContaining("there is no column a");
    assertThatThrownBy(() -> rows("EXECUTE p(b := 1)")).hasMessageContaining("$1 has no value");
    update("PREPARE n AS SELECT $x, $y");
    assertThatThrownBy(() -> rows("EXECUTE n(1, 2)")).hasMessageContaining("write x := value");
    assertThatThrownBy(() -> rows("EXECUTE n(x := 1)")).hasMessageContaining("$y has no value");
    assertThatThrownBy(() -> rows("EXECUTE n(x := 1, y := 2, z := 3)"))
        .hasMessageContaining("has no parameter $z");
    assertThatThrownBy(() -> rows("EXECUTE n(x := 1, 2)"))
        .hasMessageContaining("names for all values, or for none");
    for (String mixed : new String[] {"$a, ?", "?, $a", "$1, $a", "$a, $1"}) {
      assertThatThrownBy(() -> update("PREPARE m AS SELECT " + mixed))
          .hasMessageContaining("both parameters with names and others");
    }
    assertThatThrownBy(() -> rows("SELECT $0")).hasMessageContaining("numbers from 1 to 65535");
    assertThatThrownBy(() -> rows("SELECT $99999999999")).hasMessageContaining("numbers from 1");
  }

  @Test
  void typesOfNamedParametersAreDeclared() throws SQLException {
    update("PREPARE p (INTEGER, VARCHAR) AS SELECT $n + 1, typeof($t), '$n', $n LIMIT 1");
    assertThat(rows("EXECUTE p(t := 5, n := '41')").toString())
        .isEqualTo("[[42, VARCHAR, $n, 41]]");
  }

  @Test
  void nestedValuesAreInserted() throws SQLException {
    update("CREATE TABLE l (id INTEGER, v INTEGER[], s STRUCT(a INTEGER, b VARCHAR), d DATE)");
    update("PREPARE p AS INSERT INTO l VALUES ($id, $v, $s, $d)");
    update(
        "EXECUTE p(id := 1 + 1, v := [1, NULL], s := {'a': 1, 'b': 'x'}, d := DATE '2024-02-29')");
    assertThat(rows("SELECT id, v, s.b, d FROM l").toString())
        .isEqualTo("[[2, [1, NULL], x, 2024-02-29]]");
  }

  @Test
  void valuesAreComputedOncePerExecution() throws SQLException {
    update("CREATE SEQUENCE s");
    update("PREPARE p AS SELECT $1 + $1");
    assertThat(rows("EXECUTE p(nextval('s'))").toString()).isEqualTo("[[2]]");
    assertThat(rows("EXECUTE p(nextval('s'))").toString()).isEqualTo("[[4]]");
  }

  @Test
  void namedParametersAreThoseOfJdbc() throws SQLException {
    try (PreparedStatement prepared =
        connection.prepareStatement(
            "SELECT a FROM t WHERE a BETWEEN $low AND $high OR $low = 7 ORDER BY a")) {
      assertThat(prepared.getParameterMetaData().getParameterCount()).isEqualTo(2);
      prepared.setInt(1, 2);
      prepared.setInt(2, 3);
      assertThat(rows(prepared.executeQuery()).toString()).isEqualTo("[[2], [3]]");
    }
  }

  @Test
  void numberedParametersAreThoseOfJdbc() throws SQLException {
    try (PreparedStatement prepared =
        connection.prepareStatement("SELECT a FROM t WHERE b = $2 AND a = $1")) {
      prepared.setInt(1, 2);
      prepared.setString(2, "y");
      assertThat(rows(prepared.executeQuery()).toString()).isEqualTo("[[2]]");
    }
  }
}
