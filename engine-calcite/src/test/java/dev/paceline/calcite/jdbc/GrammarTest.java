package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What our grammar adds to Calcite's, and what it leaves as it is. */
final class GrammarTest extends JdbcTest {
  @BeforeEach
  void fill() throws SQLException {
    update("CREATE TABLE t (a INTEGER, b VARCHAR)");
    update("INSERT INTO t VALUES (1, 'x'), (2, NULL)");
  }

  private String one(String sql) throws SQLException {
    List<List<String>> rows = rows(sql);
    assertThat(rows).as(sql).hasSize(1);
    return String.join(", ", rows.getFirst().stream().map(String::valueOf).toList());
  }

  @Test
  void namesOfTheContextMayHaveParentheses() throws SQLException {
    assertThat(one("SELECT current_schema(), current_database(), current_user(), session_user()"))
        .isEqualTo("main, paceline, paceline, paceline");
    assertThat(one("SELECT current_date() = current_date, version()"))
        .isEqualTo("true, Paceline " + connection.getMetaData().getDatabaseProductVersion());
  }

  @Test
  void collationsByCodePointsChangeNothing() throws SQLException {
    update("CREATE TABLE c (s VARCHAR COLLATE \"C\" NOT NULL, n INTEGER)");
    update("INSERT INTO c VALUES ('a', 1), ('B', 2), ('ä', 3)");
    assertThat(rows("SELECT s FROM c ORDER BY s COLLATE \"POSIX\" DESC").toString())
        .isEqualTo("[[ä], [a], [B]]");
    assertThat(
            one(
                "SELECT count(*) FROM c WHERE s COLLATE ucs_basic > 'Z' COLLATE binary AND n < 3"
                    + " COLLATE pg_catalog.\"default\""))
        .isEqualTo("1");
    for (String sql :
        List.of(
            "SELECT s COLLATE nocase FROM c",
            "SELECT s FROM c ORDER BY s COLLATE \"de_DE\"",
            "CREATE TABLE d (s VARCHAR COLLATE noaccent)")) {
      assertThatThrownBy(() -> rows(sql))
          .hasMessageContaining("COLLATE")
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0AP01"));
    }
  }

  @Test
  void limitsAndPivotsAreWithinBounds() throws SQLException {
    assertThatThrownBy(() -> rows("SELECT a FROM t LIMIT 100.5%")).hasMessageContaining("0 to 100");
    assertThatThrownBy(() -> rows("SELECT a FROM t LIMIT ?%")).hasMessageContaining("0 to 100");
    assertThatThrownBy(
            () ->
                rows(
                    "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL BY NAME SELECT n + 1 AS n FROM r"
                        + " WHERE n < 3) FROM r"))
        .hasMessageContaining("UNION BY NAME of a recursion");
    assertThatThrownBy(
            () ->
                rows(
                    "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r LIMIT 3)"
                        + " FROM r"))
        .hasMessageContaining("ORDER BY and LIMIT of a recursion")
        .hasMessageContaining("that reads r");
    assertThat(one("WITH RECURSIVE r AS (SELECT 1 AS n UNION BY NAME SELECT 1 AS n) FROM r"))
        .isEqualTo("1");
    assertThatThrownBy(() -> rows("SELECT a, a AS A FROM t UNION BY NAME SELECT a FROM t"))
        .hasMessageContaining("twice");
  }

  /** As a column, qualified, behind a function, as an alias, and as the name of a table. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "value",
        "year",
        "month",
        "day",
        "hour",
        "minute",
        "second",
        "date",
        "time",
        "timestamp",
        "count",
        "sum",
        "min",
        "max",
        "avg",
        "rank",
        "result",
        "returns",
        "at",
        "percent",
        "sql",
        "system",
        "function",
        "groups",
        "language",
        "method",
        "module",
        "parameter",
        "pattern",
        "scope",
        "search",
        "identity",
        "monday",
        "corr",
        "floor",
        "power",
        "upper",
        "row_number",
        "lag",
        "of",
        "no",
        "one",
        "open",
        "old",
        "local",
        "global",
        "if",
        "stored",
        "virtual",
        "channel"
      })
  void wordsThatNeedNotBeReservedAreNames(String word) throws SQLException {
    update("CREATE TABLE %1$s (%1$s INTEGER, other INTEGER)".formatted(word));
    update("INSERT INTO %1$s (%1$s, other) VALUES (3, 4)".formatted(word));
    assertThat(one("SELECT %1$s, other FROM %1$s".formatted(word))).isEqualTo("3, 4");
    assertThat(one("SELECT x.%1$s, other AS %1$s FROM %1$s AS x".formatted(word)))
        .isEqualTo("3, 4");
    assertThat(one("SELECT min(%1$s) AS %1$s FROM %1$s".formatted(word))).isEqualTo("3");
    assertThat(
            one(
                "SELECT (%1$s) + 1 FROM %1$s WHERE %1$s > 2 GROUP BY %1$s ORDER BY %1$s"
                    .formatted(word)))
        .isEqualTo("4");
    assertThat(one("SELECT %1$s FROM (SELECT other AS %1$s FROM %1$s) x".formatted(word)))
        .isEqualTo("4");
  }

  /** Functions and literals whose names may be names of columns mean what they meant. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT date '2024-02-29', time '10:00:00' | 2024-02-29, 10:00:00
          SELECT timestamp '2024-02-29 10:00:00' | 2024-02-29 10:00:00
          SELECT year(date '2024-02-29'), extract(month from date '2024-02-29') | 2024, 2
          SELECT date '2024-02-29' + interval '1' year | 2025-02-28 00:00:00
          SELECT count(*), sum(a), min(b), max(a), avg(a) FROM t | 2, 3, x, 2, 1.5
          SELECT count(*) OVER (ORDER BY a ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t LIMIT 1 | 1
          SELECT rank() OVER (ORDER BY a DESC) FROM t ORDER BY a LIMIT 1 | 2
          SELECT floor(1.5), mod(7, 3), abs(-1), upper('x'), char_length('abc') | 1, 1, 1, X, 3
          SELECT a FROM t ORDER BY a FETCH FIRST 1 ROW ONLY | 1
          SELECT a FROM t ORDER BY a LIMIT 1 OFFSET 1 ROWS | 2
          SELECT a FROM t ORDER BY a FETCH FIRST ROW ONLY | 1
          SELECT * FROM (VALUES (1, 'a')) AS v (x, y) | 1, a
          """)
  void wordsKeepTheirMeaning(String sql, String expected) throws SQLException {
    assertThat(one(sql)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT '12'::INTEGER + 1 | 13
          SELECT -1::INTEGER, 2 * 3::INTEGER | -1, 6
          SELECT upper(a::VARCHAR) FROM t WHERE a = 1 | 1
          SELECT '2024-02-29'::DATE, 1.55::DECIMAL(5, 1)::VARCHAR | 2024-02-29, 1.6
          SELECT count(*) FROM t WHERE b::CHAR(1) = 'x' | 1
          SELECT 1_000_000 + 1_0, 0_1 | 1000010, 1
          SELECT b ~ 'X', b ~* 'X', b !~ 'X', b !~* 'X' FROM t WHERE a = 1 | false, true, true, false
          SELECT * EXCLUDE (a) FROM t WHERE a = 1 | x
          SELECT * REPLACE (a + 1 AS a) FROM t WHERE a = 1 | 2, x
          SELECT t.* EXCLUDE (b) FROM t WHERE a = 1 | 1
          SELECT * EXCEPT (a) FROM t WHERE a = 1 | x
          SELECT a FROM t EXCEPT SELECT 2 | 1
          SELECT NULL EXCEPT SELECT 3 | null
          SELECT 1 + 1 EXCEPT (SELECT 3) | 2
          SELECT 'http://x' | http://x
          SELECT NOT 1 IN (), 1 + 1 NOT IN (), (NULL IN ()) IS NULL, 1 > ALL () AND NOT 1 = ANY () | true, true, false, true
          SELECT 1 BETWEEN 2 AND 3 OR 4 BETWEEN 1 AND 5 AND NOT 2 = 3 AND 'a' LIKE 'a' | true
          SELECT 'a' LIKE 'bc' ESCAPE 'x', 'a%' LIKE 'a!%' ESCAPE '!' AND 'b' LIKE 'b' | false, true
          SELECT 'a' LIKE 'a' = TRUE, 'x' NOT LIKE 'a' AND 'x' LIKE 'x' OR FALSE | true, true
          """)
  void extensionsOfExpressions(String sql, String expected) throws SQLException {
    assertThat(one(sql)).isEqualTo(expected);
  }

  @Test
  void commentsAreThoseOfTheStandard() throws SQLException {
    assertThat(one("SELECT 1 -- one\n, /* two */ 2 -- three")).isEqualTo("1, 2");
    assertThat(one("SELECT 7 // 2"))
        .as("two slashes are no comment, which would hide the rest of the line")
        .isEqualTo("3");
  }

  @Test
  void escapesBelongToLike() {
    assertThatThrownBy(() -> one("SELECT 'a' LIKE 'b' AND 'c' ESCAPE 'd'"))
        .isInstanceOf(SQLSyntaxErrorException.class)
        .hasMessageContaining("ESCAPE without LIKE at line 1, column 29");
  }

  @Test
  void tablesAreCreatedFromQueriesAndColumns() throws SQLException {
    update("CREATE TABLE IF NOT EXISTS t (other INTEGER)");
    assertThat(one("SELECT count(*) FROM t")).isEqualTo("2");
    update("CREATE TABLE u (x, y) AS SELECT a, b FROM t WHERE a = 1");
    assertThat(one("SELECT x, y FROM u")).isEqualTo("1, x");
    update("DROP TABLE u");
    update("DROP TABLE IF EXISTS u");
    update("CREATE TABLE u (a INTEGER NOT NULL, b DECIMAL(10, 2) NULL, c TEXT)");
    assertThatThrownBy(() -> update("INSERT INTO u VALUES (NULL, 1, 'x')"))
        .hasMessageContaining("NULL");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CREATE TABLE v (a INTEGER, PRIMARY KEY (a)) | PRIMARY KEY
          CREATE TABLE v (a INTEGER, CONSTRAINT k UNIQUE (a)) | UNIQUE
          CREATE TABLE v (a INTEGER NOT NULL UNIQUE) | UNIQUE
          CREATE TABLE v (a INTEGER REFERENCES t (a)) | REFERENCES
          CREATE TABLE v (a INTEGER, FOREIGN KEY (a) REFERENCES t) | REFERENCES
          CREATE UNIQUE INDEX i ON t (a) | CREATE INDEX
          DROP INDEX i | DROP INDEX
          ALTER INDEX i RENAME TO j | ALTER
          UPDATE t SET a = 1 WHERE b = 'x' | UPDATE
          UPDATE OR IGNORE t SET a = 1 | UPDATE OR REPLACE
          INSERT OR IGNORE INTO t VALUES (1, 'x') | INSERT OR REPLACE
          DELETE FROM t WHERE a = 1 | DELETE
          MERGE INTO t USING t AS u ON t.a = u.a WHEN MATCHED THEN UPDATE SET a = 1 | MERGE
          BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE | BEGIN
          START TRANSACTION | BEGIN
          COMMIT WORK | COMMIT
          ROLLBACK; | ROLLBACK
          VACUUM | VACUUM
          EXPLAIN (FORMAT JSON) SELECT 1 | FORMAT JSON
          EXPLAIN ANALYZE INSERT INTO t VALUES (1, 'x') | EXPLAIN ANALYZE
          SET LOCAL priority = 1 | SET LOCAL
          """)
  void whatIsNotSupportedYetSaysSo(String sql, String reason) {
    assertThatThrownBy(() -> update(sql))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(reason)
        .satisfies(
            e ->
                assertThat(((SQLException) e).getErrorCode())
                    .isEqualTo(ErrorCode.NOT_SUPPORTED.vendorCode()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXPLAIN SELECT a FROM t",
        "EXPLAIN (SELECT a FROM t) ORDER BY a",
        "explain (format text, analyze) SELECT a FROM t;",
        "EXPLAIN ANALYZE (VALUES (1))",
        "/* a */ EXPLAIN -- b\n WITH x AS (SELECT 1) SELECT * FROM x; ;",
        "EXPLAIN PLAN WITHOUT IMPLEMENTATION FOR TABLE t",
        "EXPLAIN PLAN INCLUDING ALL ATTRIBUTES FOR SELECT a FROM t",
        "EXPLAIN INSERT INTO t SELECT a + 1, b FROM t",
        "EXPLAIN CREATE TABLE u AS SELECT a FROM t"
      })
  void plansAreExplained(String sql) throws SQLException {
    assertThat(rows(sql).getFirst().getFirst()).startsWith("Paceline");
    assertThat(one("SELECT count(*) FROM t")).as("nothing was inserted").isEqualTo("2");
  }

  @Test
  void settingsAreSetInAllForms() throws SQLException {
    update("SET priority = 3;");
    assertThat(one("SHOW priority")).isEqualTo("3");
    update("SET SESSION priority TO 4");
    assertThat(one("SHOW /* which? */ priority;")).isEqualTo("4");
    update("SET priority = DEFAULT");
    assertThat(one("SHOW priority")).isEqualTo("1");
    update("SET priority TO '5'");
    update("RESET ALL");
    assertThat(one("SHOW priority")).isEqualTo("1");
    assertThat(rows("SHOW QUERIES")).isEmpty();
  }

  @Test
  void errorsNameTheFirstWordThatFits() {
    assertThatThrownBy(() -> one("SELEC 1")).hasMessageContaining("unexpected SELEC at line 1");
    assertThatThrownBy(() -> one("-- nothing\n;")).hasMessageContaining("statement is empty");
    assertThatThrownBy(() -> one("SELECT 1; SELECT 2")).hasMessageContaining("unexpected SELECT");
    assertThatThrownBy(() -> one("EXPLAIN (FAST) SELECT 1"))
        .hasMessageContaining("EXPLAIN has no option FAST; it has ANALYZE and FORMAT at line 1");
    assertThatThrownBy(() -> one("KILL all")).hasMessageContaining("unexpected all");
    assertThatThrownBy(() -> update("KILL 99999999999999999999"))
        .hasMessageContaining("there is no query");
  }

  /** What users of PostgreSQL and DuckDB type. Rows are separated by a slash. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FROM t ORDER BY a | 1, x / 2, null
          FROM t SELECT a WHERE a > 1 | 2
          FROM t SELECT count(*) GROUP BY b HAVING count(*) > 0 | 1 / 1
          SELECT a FROM (FROM t) ORDER BY a | 1 / 2
          SELECT a, b, FROM t ORDER BY a | 1, x / 2, null
          SELECT a, count(*), FROM t GROUP BY a, ORDER BY a | 1, 1 / 2, 1
          SELECT 1 WHERE 1 = 1 | 1
          SELECT count(*) WHERE false | 0
          SELECT count() FROM t | 2
          SELECT b, sum(a) FROM t GROUP BY ALL ORDER BY ALL | x, 1 / null, 2
          SELECT upper(b) AS u, count(*) + 1, a * 2 FROM t GROUP BY ALL ORDER BY 3 | X, 2, 2 / null, 2, 4
          SELECT max(a) FROM t GROUP BY ALL | 2
          SELECT c FROM (VALUES (1), (1), (2)) v(c) ORDER BY c FETCH FIRST 1 ROWS WITH TIES | 1 / 1
          SELECT c FROM (VALUES (1), (1), (2)) v(c) ORDER BY c DESC OFFSET 1 ROW FETCH NEXT ROW WITH TIES | 1 / 1
          SELECT c FROM (VALUES (1), (1), (2), (2)) v(c) ORDER BY c FETCH FIRST 75 PERCENT ROWS WITH TIES | 1 / 1 / 2 / 2
          SELECT a, b FROM t ORDER BY ALL DESC | 2, null / 1, x
          SELECT 3 UNION ALL SELECT 1 ORDER BY ALL | 1 / 3
          SELECT DISTINCT ON (a % 1) a, b FROM t ORDER BY a DESC | 2, null
          SELECT DISTINCT ON (a % 1) a AS q FROM t ORDER BY q | 1
          SELECT DISTINCT ON (b) a FROM t ORDER BY 1 | 1 / 2
          WITH One AS (SELECT 1 AS x), two AS (SELECT x + 1 AS y FROM ONE) SELECT * FROM TWO, one | 2, 1
          WITH t AS (SELECT a FROM T) SELECT max(a) FROM T JOIN t AS u USING (a) | 2
          WITH c AS MATERIALIZED (SELECT 1 AS x) SELECT * FROM c | 1
          WITH c AS NOT MATERIALIZED (SELECT 1 AS x) SELECT * FROM C | 1
          SELECT $$it's $1$$ | it's $1
          SELECT interval '2 days', interval '1 hour 30 minutes' | 2 days, 01:30:00
          SELECT date '2024-01-31' + interval '1 month' | 2024-02-29 00:00:00
          SELECT date '2024-01-01' + 30, 1 + date '2024-01-01', date '2024-01-01' - 1 | 2024-01-31, 2024-01-02, 2023-12-31
          SELECT date '2024-03-01' - date '2024-02-01' | 29
          SELECT '12'::int4, 1::text, 7::int8, 1::hugeint, 0.5::float8, true::bool | 12, 1, 7, 1, 0.5, true
          SELECT ifnull(b, '-'), nvl(b, '+'), if(a > 1, 'many', 'one') FROM t ORDER BY a | x, x, one / -, +, many
          SELECT date_trunc('month', date '2024-02-29'), date_trunc('YEAR', date '2024-02-29') | 2024-02-01 00:00:00, 2024-01-01 00:00:00
          SELECT lcase('A'), ucase('a'), len('abc'), strpos('abc', 'c'), instr('abc', 'b') | a, A, 3, 3, 2
          SELECT trunc(1.567), trunc(1.567, 2), pow(2, 3), log(100) | 1, 1.56, 8.0, 2.0
          SELECT prefix('abc', 'ab'), suffix('abc', 'ab'), regexp_matches('abc', '^a.c$') | true, false, true
          SELECT count_if(a > 1), mean(a) FROM t | 1, 1.5
          SELECT count(a, b), count(DISTINCT a, b) FROM VALUES (1, 2), (1, 2), (1, NULL) v(a, b) | 2, 1
          SELECT substring('alphabet' FOR 3 FROM 2) | lph
          SELECT encode('abc', 'hex'), encode('abc', 'base64'), decode(encode('ä', 'utf-8'), 'utf-8') | 616263, YWJj, ä
          SELECT decode('616263', 'hex') = encode('abc'), decode('YWJj', 'base64') = encode('abc') | true, true
          SELECT lag(NULL, 1, FALSE) OVER (ORDER BY a) FROM t | false / null
          SELECT interval '1.5' day = interval '36 hours', interval '0.4999999999999 day' < interval '12 hours' | true, false
          """)
  void statementsOfOtherDatabases(String sql, String expected) throws SQLException {
    assertThat(
            String.join(
                " / ",
                rows(sql).stream()
                    .map(row -> String.join(", ", row.stream().map(String::valueOf).toList()))
                    .toList()))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT interval 'soon' | cannot be cast to INTERVAL
          SELECT DISTINCT ON (a) a FROM t QUALIFY a = 1 | DISTINCT ON and QUALIFY
          """)
  void errorsSayWhatToWrite(String sql, String message) {
    assertThatThrownBy(() -> rows(sql))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message);
  }
}
