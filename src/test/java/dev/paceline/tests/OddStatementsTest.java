package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Statements that a fuzzer might write, against DuckDB on the same rows: NULL in every place, empty
 * strings and tables, extremes of the types, sub-queries of all kinds.
 *
 * <p>The file {@code odd/statements.sql} has one statement a line. A line that begins with an
 * exclamation mark must fail, with an error that says what is wrong with the statement: an
 * overflow, a value that does not fit, what is not supported. All others must give DuckDB's rows.
 * Nothing may be an internal error.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@WithoutC2
class OddStatementsTest {
  private static final String[] TABLES = {
    "CREATE TABLE odd (id INTEGER, i INTEGER, b BIGINT, n DECIMAL(12, 2), f DOUBLE, s VARCHAR,"
        + " t VARCHAR, d DATE, ts TIMESTAMP, p BOOLEAN)",
    """
    INSERT INTO odd VALUES
    (1, 1, 1, 1.00, 0.0, 'a', '%', DATE '2024-02-29', TIMESTAMP '2024-02-29 12:34:56', TRUE),
    (2, 0, 9223372036854775807, 2.50, -1.5, '', 'a', DATE '1970-01-01',
     TIMESTAMP '1969-12-31 23:59:59', FALSE),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (4, -7, -9223372036854775807, -9999999999.99, 1e300, 'äöü', '_ö%', DATE '0001-01-01',
     TIMESTAMP '0001-01-01 00:00:00', TRUE),
    (5, 2147483647, 0, 9999999999.99, 1e-300, '日本語', '', DATE '9999-12-31',
     TIMESTAMP '9999-12-31 23:59:59', FALSE),
    (6, 1, 5, 0.00, 1.0, '😀', 'ß', DATE '2000-12-31', TIMESTAMP '2000-12-31 00:00:00', NULL)
    """,
    "CREATE TABLE fine (id INTEGER, ts TIMESTAMP, t TIME)",
    """
    INSERT INTO fine VALUES
    (1, TIMESTAMP '2024-02-29 12:34:56.123456', TIME '12:34:56.123456'),
    (2, TIMESTAMP '1969-12-31 23:59:59.999999', TIME '23:59:59.999999'),
    (3, NULL, NULL),
    (4, TIMESTAMP '1600-02-29 00:00:00.000001', TIME '00:00:00.000001'),
    (5, TIMESTAMP '9999-12-31 23:59:59.999999', TIME '00:00:00'),
    (6, TIMESTAMP '2024-02-29 12:34:56.123457', TIME '12:34:56.1234'),
    (7, TIMESTAMP '0001-01-01 00:00:00', TIME '12:34:56.5')
    """,
    "CREATE TABLE nothing (i INTEGER, s VARCHAR)",
    "CREATE TABLE computed (price INTEGER, n INTEGER, total AS (price * n), name VARCHAR,"
        + " upper_name GENERATED ALWAYS AS (upper(name)) VIRTUAL)",
    "INSERT INTO computed VALUES (5, 4, 'a'), (7, NULL, 'b')",
    "CREATE MACRO plus(a, b := 5) AS a + b, (a, b, c) AS a + b * c",
    "CREATE MACRO choice(x, y) AS CASE WHEN x THEN y ELSE 'no' END",
    "CREATE MACRO spread(v) AS max(v) - min(v)",
    "CREATE MACRO twice(x) AS plus(x, x)",
    "CREATE MACRO largest(most) AS (SELECT max(id) FROM odd WHERE id <= most)",
    "CREATE MACRO firsts(most, k := 0) AS TABLE"
        + " SELECT id, i, most AS n FROM odd WHERE id > k ORDER BY id LIMIT most",
    "CREATE MACRO joined(wanted) AS TABLE SELECT a.i, b.s FROM odd a JOIN odd b USING (id)"
        + " WHERE b.id = wanted OR a.i IS NULL",
    "CREATE SEQUENCE numbers",
    "CREATE SEQUENCE countdown INCREMENT BY -2 START 5 MINVALUE 1 MAXVALUE 9",
    "CREATE SEQUENCE triple MAXVALUE 3 CYCLE",
    "CREATE TABLE people (id INTEGER, name VARCHAR, x INTEGER, d DATE, s VARCHAR)",
    """
    INSERT INTO people VALUES
    (1, 'ann', 10, DATE '2020-01-01', 'q'), (2, 'bob', NULL, DATE '2021-05-05', 'it''s'),
    (3, NULL, 30, NULL, ''), (4, 'ann', 10, DATE '2020-01-01', NULL),
    (5, 'Zoë', -5, DATE '1999-12-31', ' pad ')
    """,
    "CREATE TABLE ids (id UUID, n INTEGER)",
    """
    INSERT INTO ids VALUES
    ('f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 1), ('00eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 2),
    ('7fffffff-ffff-ffff-ffff-ffffffffffff', 3), ('80000000-0000-0000-0000-000000000000', 4),
    (NULL, 5)
    """,
    "CREATE TABLE nested (id INTEGER, l INTEGER[], t VARCHAR[], s STRUCT(a INTEGER, b VARCHAR),"
        + " m MAP(VARCHAR, INTEGER), ll INTEGER[][], ls STRUCT(x INTEGER, y DOUBLE[])[])",
    """
    INSERT INTO nested VALUES
    (1, [1, 2, NULL], ['a', 'b'], {'a': 1, 'b': 'x'}, MAP {'k': 1, 'j': NULL}, [[1], [], NULL],
     [{'x': 1, 'y': [1.5, NULL]}]),
    (2, [], [], {'a': NULL, 'b': NULL}, MAP {}, [], []),
    (3, NULL, NULL, NULL, NULL, NULL, NULL),
    (4, [1], ['', NULL, 'it''s, "q"'], {'a': -5, 'b': ''}, MAP {'': 0}, [[-1, 2147483647], [NULL]],
     [NULL, {'x': NULL, 'y': NULL}])
    """,
    "INSERT INTO nested (id, l, s) VALUES (5, [1], {'a': 1, 'b': 'x'}), (6, [2, 1], NULL)",
    "INSERT INTO nested SELECT id + 10, list_append(l, id), t, {'a': s.a, 'b': s.b || 'y'}, m, ll, ls"
        + " FROM nested WHERE id <> 3",
    "INSERT INTO nested (id, l, t, s, m) VALUES (20, '[4, NULL]', '[x, \"y\"]', '{a: 3, b: z}',"
        + " '{q=1}')",
    "CREATE TABLE vectors (id INTEGER, v DOUBLE[3], a INTEGER[2][])",
    """
    INSERT INTO vectors VALUES (1, [1, 2, 3], [[1, 2], NULL, [3, NULL]]), (2, [-0.5, 1e10, 0], []),
    (3, NULL, NULL), (4, '[1, 2, 3]', '[[5, 6]]')
    """,
    "INSERT INTO vectors SELECT id + 10, list_reverse(v)::DOUBLE[3], a FROM vectors WHERE v IS NOT NULL",
    "CREATE TYPE whole AS INTEGER",
    "CREATE TYPE pair AS STRUCT(a INTEGER, b whole[])",
    "CREATE TABLE typed (id whole NOT NULL, w whole, p pair, l Whole[])",
    "INSERT INTO typed VALUES (1, 5, {'a': 1, 'b': [7, 8]}, [1, NULL]), (2, NULL, NULL, [])",
    "CREATE TABLE nested_defaults (id INTEGER, d INTEGER[] DEFAULT [7, 8], l2 VARCHAR[] DEFAULT ['a'],"
        + " n2 STRUCT(a INTEGER) DEFAULT {'a': 5})",
    "INSERT INTO nested_defaults (id) VALUES (1)",
    "INSERT INTO nested_defaults (id, d, n2) VALUES (2, NULL, {'a': NULL}), (3, DEFAULT, DEFAULT)",
    "CREATE TABLE measured (g INTEGER, i INTEGER, d DOUBLE, n DECIMAL(8,2), s VARCHAR, dt DATE,"
        + " ts TIMESTAMP, b BOOLEAN)",
    """
    INSERT INTO measured VALUES
    (1, 1, 1.5, 1.25, 'a', DATE '2020-01-01', TIMESTAMP '2020-01-01 01:00:00', TRUE),
    (1, 2, 2.5, 2.25, 'b', DATE '2020-01-02', TIMESTAMP '2020-01-01 02:00:00', FALSE),
    (1, 2, NULL, 9.99, 'a', NULL, NULL, NULL),
    (2, 5, 4.0, 4.00, NULL, DATE '2021-01-01', TIMESTAMP '2020-02-01 01:00:00', TRUE),
    (2, NULL, 3.0, 1.00, 'c', DATE '2020-06-01', TIMESTAMP '2020-03-01 01:00:00', TRUE),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
    """,
    "CREATE TABLE counts (id INTEGER, a UTINYINT, b USMALLINT, c UINTEGER, d UBIGINT)",
    """
    INSERT INTO counts VALUES
    (1, 0, 0, 0, 0), (2, 255, 65535, 4294967295, 18446744073709551615), (3, NULL, NULL, NULL, NULL),
    (4, '7', '8', 9.4, '9223372036854775808'), (5, 128, 32768, 2147483648, 1)
    """,
    "CREATE TABLE trades (k INTEGER, v VARCHAR, t TIMESTAMP)",
    """
    INSERT INTO trades VALUES
    (1, 'a', TIMESTAMP '2024-01-01 10:00:00'), (2, 'b', TIMESTAMP '2024-01-01 11:00:00'),
    (3, 'c', TIMESTAMP '2024-01-01 12:00:00'), (NULL, 'n', NULL)
    """,
    "CREATE TABLE framed (k INTEGER, g INTEGER, i INTEGER, f DOUBLE, s VARCHAR, d DATE)",
    """
    INSERT INTO framed VALUES
    (1, 1, 3, 1.5, 'a', DATE '2020-01-01'), (2, 1, 1, 2.5, 'b', DATE '2020-01-05'),
    (3, 1, NULL, NULL, NULL, NULL), (4, 2, 3, 0.5, 'a', DATE '2019-01-01'),
    (5, 2, 7, 9, 'c', DATE '2021-01-01'), (6, 2, 7, -4, '', DATE '2020-01-01'),
    (8, 3, NULL, 3, 'äö', NULL), (9, 3, 2, NULL, 'b', DATE '1970-01-01')
    """,
    "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')",
    "CREATE TYPE taste AS ENUM ('ok', 'foo')",
    "CREATE TABLE felt (name VARCHAR, m mood DEFAULT 'ok', n mood DEFAULT 'sad')",
    "INSERT INTO felt VALUES ('a', 'happy', 'ok'), ('b', 'sad', NULL), ('c', NULL, 'happy')",
    "INSERT INTO felt (name) SELECT 'd'",
    "CREATE TABLE felts (l mood[], s STRUCT(a mood, b INTEGER), mp MAP(mood, INTEGER))",
    "INSERT INTO felts VALUES (['ok', 'sad', NULL], {'a': 'happy', 'b': 1}, MAP {'ok': 1})",
    "SET VARIABLE few = [1, 3, NULL]",
    "SET VARIABLE day = DATE '2024-02-29'",
    "SET VARIABLE most = (SELECT max(id) FROM odd)",
    "SET VARIABLE deep = {'a': 1.50, 'b': [MAP {'k': TIME '01:02:03'}]}",
    "PREPARE two AS SELECT $x AS x, typeof($x), $y || '!' AS y",
    "PREPARE some_rows AS SELECT id, i, s FROM odd WHERE id >= $low AND i IN (SELECT unnest($list))"
        + " ORDER BY id",
    "CREATE TABLE spans (i INTERVAL, j INTERVAL DAY TO SECOND, m INTERVAL YEAR TO MONTH, k INTEGER)",
    """
    INSERT INTO spans VALUES
    (INTERVAL '1 day', INTERVAL '2 hours', INTERVAL '3 months', 1),
    (INTERVAL '90 minutes', NULL, INTERVAL '1 year', 2), (NULL, INTERVAL '-1 second', NULL, 3)
    """,
    "CREATE TABLE shop (id INTEGER, a INTEGER, b VARCHAR, c DECIMAL(8, 2), d DATE, e TIMESTAMP,"
        + " f DOUBLE, g BOOLEAN)",
    """
    INSERT INTO shop VALUES
    (1, 10, 'x', 1.50, DATE '2020-01-15', TIMESTAMP '2020-01-15 10:30:00', 1.25, TRUE),
    (2, 20, 'y', 2.25, DATE '2020-02-28', TIMESTAMP '2020-02-28 23:59:59', -2.5, FALSE),
    (3, NULL, 'x', NULL, NULL, NULL, NULL, NULL),
    (4, 10, NULL, -3.75, DATE '2019-12-31', TIMESTAMP '2019-12-31 00:00:00', 0, TRUE),
    (5, -5, 'Z', 100.00, DATE '2020-02-29', TIMESTAMP '2020-02-29 12:00:00.5', 1e10, FALSE)
    """,
    "CREATE TABLE sale (id INTEGER, pid INTEGER, w VARCHAR)",
    "INSERT INTO sale VALUES (1, 1, 'one'), (2, 1, 'uno'), (3, 2, 'two'), (4, NULL, 'none'),"
        + " (5, 9, 'nine')",
    "CREATE TABLE buys (ok INTEGER, ck INTEGER, st VARCHAR, tot DECIMAL(10, 2), od DATE)",
    """
    INSERT INTO buys SELECT i, i % 7, CASE i % 3 WHEN 0 THEN 'A' WHEN 1 THEN 'B' END, i * 1.25,
    DATE '2020-01-01' + (i % 400)::INTEGER FROM range(1000) t(i)
    """,
    "CREATE TABLE buyer (ck INTEGER, nm VARCHAR, cr INTEGER[])",
    "INSERT INTO buyer VALUES (0, 'zero', [1, 2]), (1, 'one', []), (2, 'two', NULL), (3, NULL, [3]),"
        + " (9, 'nine', [9, NULL])",
    "CREATE TABLE quotes (k INTEGER, t TIMESTAMP, w VARCHAR)",
    """
    INSERT INTO quotes VALUES
    (1, TIMESTAMP '2024-01-01 09:00:00', 'x'), (1, TIMESTAMP '2024-01-01 09:30:00', 'x2'),
    (2, TIMESTAMP '2024-01-01 12:00:00', 'y'), (4, TIMESTAMP '2024-01-01 01:00:00', 'z')
    """
  };

  private TwoDatabases databases;

  @BeforeAll
  void open() throws SQLException {
    databases = new TwoDatabases(2);
    // DuckDB takes the zone of the operating system and Paceline that of the JVM.
    databases.execute("SET TimeZone = 'America/New_York'");
    for (String sql : TABLES) {
      databases.execute(sql);
    }
  }

  @AfterAll
  void close() throws SQLException {
    databases.close();
  }

  private static List<String> lines() throws IOException {
    try (InputStream in = OddStatementsTest.class.getResourceAsStream("/odd/statements.sql")) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("--"))
          .toList();
    }
  }

  @Test
  void answersEqualDuckDbsOrErrorsAreClear() throws IOException {
    List<String> lines = lines();
    assertThat(lines).hasSizeGreaterThan(250);
    List<String> wrong = new ArrayList<>();
    for (String line : lines) {
      boolean fails = line.startsWith("! ");
      String problem = fails ? problemOfError(line.substring(2)) : problemOfAnswer(line);
      if (problem != null) {
        wrong.add(line + "\n  " + problem);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private @Nullable String problemOfAnswer(String sql) {
    try {
      boolean ordered = sql.toUpperCase(Locale.ROOT).contains("ORDER BY");
      return databases
          .askPaceline(sql, Integer.MAX_VALUE)
          .differenceFrom(databases.askDuckDb(sql, Integer.MAX_VALUE), ordered);
    } catch (SQLException e) {
      return e.getMessage();
    }
  }

  private @Nullable String problemOfError(String sql) {
    try {
      return "gives " + databases.askPaceline(sql, Integer.MAX_VALUE).rows();
    } catch (SQLException e) {
      return e.getErrorCode() == 0 || e.getErrorCode() == ErrorCode.INTERNAL_ERROR.vendorCode()
          ? e.getMessage()
          : null;
    }
  }
}
