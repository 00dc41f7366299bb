package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.Paceline;
import dev.paceline.TableAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Types;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of lists, structs and maps in tables. */
class NestedColumnTest {
  /** More rows than a row group has. */
  private static final int ROWS = 140_000;

  /** Nested values of the number i of a row: few different ones, many, long ones, NULLs. */
  private static final String VALUES =
      """
      CASE WHEN i % 7 = 0 THEN NULL ELSE [i, NULL, i %% 10] END AS many,
      CASE WHEN i % 11 = 0 THEN [] ELSE ['a' || (i %% 3), NULL, ''] END AS few,
      CASE WHEN i % 5 = 0 THEN NULL ELSE {'a': i, 'b': 'x' || (i %% 100), 'c': [i %% 2 = 0]} END AS s,
      MAP {'k': i, 'n': NULL} AS m,
      CASE WHEN i > 1000 THEN NULL ELSE [[i], NULL, []] END AS late,
      [repeat('long', CAST(i %% 20 AS INTEGER))] AS text
      """
          .replace("%%", "%");

  /** The answers of queries over values that are computed, by their text: asked once. */
  private static final Map<String, List<List<String>>> COMPUTED = new HashMap<>();

  @TempDir private Path directory;

  private static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static List<List<String>> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<List<String>> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getString(i));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  private static List<List<String>> computed(Connection connection, String sql)
      throws SQLException {
    List<List<String>> known = COMPUTED.get(sql);
    if (known == null) {
      known = rows(connection, sql);
      COMPUTED.put(sql, known);
    }
    return known;
  }

  /**
   * Compares stored columns with the same values computed anew: all rows, in filters, groups, joins
   * and sorts, with little memory and with much, after the database was opened again.
   */
  @ParameterizedTest
  @CsvSource({"1, 24m", "4, 24m", "2, 512m"})
  void storedValuesAreThoseThatWereInserted(int workers, String queryMemory) throws SQLException {
    String url = "jdbc:paceline:" + directory.resolve("db") + ";memory=512m;workers=" + workers;
    String computed = "(SELECT i, " + VALUES + " FROM range(" + ROWS + ") r(i))";
    try (Connection connection = DriverManager.getConnection(url)) {
      execute(connection, "CREATE TABLE t AS SELECT * FROM " + computed + " c");
    }
    try (Connection connection = DriverManager.getConnection(url)) {
      execute(connection, "SET query_memory = '" + queryMemory + "'");
      for (String column : List.of("many", "few", "s", "m", "late", "text")) {
        String counts = "SELECT count(*), count(x.%1$s), count(DISTINCT x.%1$s) FROM %2$s x";
        assertThat(rows(connection, counts.formatted(column, "t")))
            .as(column)
            .isEqualTo(computed(connection, counts.formatted(column, computed)));
      }
      assertThat(
              rows(
                  connection,
                  "SELECT count(*) FROM t JOIN "
                      + computed
                      + " c USING (i) WHERE t.many IS DISTINCT FROM c.many OR t.few IS DISTINCT FROM"
                      + " c.few OR t.s IS DISTINCT FROM c.s OR t.m <> c.m OR t.late IS DISTINCT FROM"
                      + " c.late OR t.text <> c.text"))
          .isEqualTo(List.of(List.of("0")));
      for (String query :
          List.of(
              "SELECT few, count(*), sum(i) FROM %s t GROUP BY few ORDER BY few NULLS FIRST",
              "SELECT s.b, s.c, count(*) FROM %s t GROUP BY 1, 2 ORDER BY 1 NULLS FIRST, 2",
              "SELECT count(*), sum(i) FROM %s t WHERE many > [139990] AND i > 100000",
              "SELECT i, many FROM %s t WHERE many[1] = 135000",
              "SELECT i, s FROM %s t WHERE s = {'a': 130001, 'b': 'x1', 'c': [false]}",
              "SELECT count(*), sum(x) FROM (SELECT unnest(many) AS x FROM %s t) u",
              "SELECT i, m['k'] FROM %s t ORDER BY s DESC NULLS LAST, i LIMIT 5",
              "SELECT i, late FROM %s t WHERE late IS NOT NULL ORDER BY late DESC LIMIT 3",
              "SELECT sum(n) FROM (SELECT many, row_number() OVER (ORDER BY many, i) AS n"
                  + " FROM %s t) w WHERE many[3] = 4",
              "SELECT count(*) FROM %1$s t JOIN %1$s u ON t.many = u.many AND t.text = u.text",
              "SELECT text, min(many), max(m) FROM %s t GROUP BY text ORDER BY text")) {
        assertThat(rows(connection, query.formatted("t")))
            .as(query)
            .isEqualTo(computed(connection, query.formatted(computed)));
      }
    }
  }

  @Test
  void parametersAreCollectionsAndMaps() throws SQLException {
    UUID uuid = UUID.fromString("80000000-0000-0000-0000-000000000000");
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:")) {
      execute(
          connection,
          "CREATE TABLE t (id INTEGER, l INTEGER[], s STRUCT(a DECIMAL(30, 2), b DATE),"
              + " m MAP(VARCHAR, UUID), d DOUBLE[][], b VARBINARY[])");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)")) {
        insert.setInt(1, 1);
        insert.setArray(2, connection.createArrayOf("INTEGER", new Object[] {1, null, (short) 3}));
        insert.setObject(3, Map.of("A", "12345678901234567890.125", "b", "2024-02-29"));
        insert.setObject(4, Map.of("k", uuid));
        insert.setObject(5, List.of(new double[] {1.5, -0.0}, new float[0], List.of(2)));
        insert.setObject(6, Arrays.asList(new byte[] {0, 1, -1}, null));
        insert.addBatch();
        insert.setInt(1, 2);
        insert.setString(2, "[4, NULL]");
        insert.setObject(
            3,
            connection.createStruct(
                "STRUCT(a INTEGER, b DATE)", new Object[] {-7, LocalDate.of(1969, 12, 31)}));
        insert.setString(4, "{a=" + uuid + ", b=NULL}");
        insert.setNull(5, Types.ARRAY);
        insert.setObject(6, new Object[0]);
        insert.addBatch();
        insert.executeBatch();
        insert.setInt(1, 3);
        insert.setObject(2, new int[] {});
        for (int i = 3; i <= 6; i++) {
          insert.setObject(i, null);
        }
        insert.execute();
        insert.setObject(2, List.of("x"));
        assertThatThrownBy(insert::execute).hasMessageContaining("t.l").hasMessageContaining("'x'");
        insert.setObject(2, 5);
        assertThatThrownBy(insert::execute).hasMessageContaining("t.l");
        insert.setObject(2, List.of(3_000_000_000L));
        assertThatThrownBy(insert::execute).hasMessageContaining("3000000000");
        insert.setObject(2, null);
        insert.setObject(3, Map.of("c", 1));
        assertThatThrownBy(insert::execute).hasMessageContaining("field c");
        insert.setObject(3, null);
        assertThatThrownBy(() -> insert.setObject(2, List.of(new StringBuilder())))
            .hasMessageContaining("java.lang.StringBuilder");
      }
      assertThat(rows(connection, "SELECT * FROM t ORDER BY id"))
          .containsExactly(
              List.of(
                  "1",
                  "[1, NULL, 3]",
                  "{'a': 12345678901234567890.13, 'b': 2024-02-29}",
                  "{k=" + uuid + "}",
                  "[[1.5, 0.0], [], [2.0]]",
                  "['\\\\x00\\\\x01\\\\xFF', NULL]"),
              Arrays.asList(
                  "2",
                  "[4, NULL]",
                  "{'a': -7.00, 'b': 1969-12-31}",
                  "{a=" + uuid + ", b=NULL}",
                  null,
                  "[]"),
              Arrays.asList("3", "[]", null, null, null, null));
      try (PreparedStatement query =
          connection.prepareStatement(
              "SELECT id FROM t WHERE l = CAST(? AS INTEGER[]) OR m = CAST(? AS MAP(VARCHAR, UUID))"
                  + " ORDER BY id")) {
        query.setObject(1, List.of());
        query.setObject(2, Map.of("k", uuid));
        try (ResultSet result = query.executeQuery()) {
          assertThat(result.next()).isTrue();
          assertThat(result.getInt(1)).isEqualTo(1);
          assertThat(result.next()).isTrue();
          assertThat(result.getInt(1)).isEqualTo(3);
          assertThat(result.next()).isFalse();
        }
      }
    }
  }

  @Test
  void arraysHaveTheirLength() throws SQLException {
    String url = "jdbc:paceline:" + directory.resolve("db");
    try (Connection connection = DriverManager.getConnection(url)) {
      execute(
          connection,
          "CREATE TABLE t (i INTEGER, v REAL[3], w INTEGER[2][2])",
          "INSERT INTO t VALUES (1, [1, 2, 3], [[1, 2], [3, 4]]), (2, NULL, NULL)",
          "INSERT INTO t SELECT i + 2, list_reverse(v), w FROM t");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
        insert.setInt(1, 5);
        insert.setObject(2, new float[] {0.5f, 0, -1});
        insert.setObject(3, List.of(List.of(1, 2), new int[] {3, 4}));
        insert.execute();
        insert.setObject(2, List.of(1));
        assertThatThrownBy(insert::execute).hasMessageContaining("REAL[3]");
        insert.setObject(2, null);
        insert.setObject(3, List.of(List.of(1, 2), List.of(3)));
        assertThatThrownBy(insert::execute).hasMessageContaining("INTEGER[2]");
      }
      for (String wrong :
          List.of(
              "INSERT INTO t (v) VALUES ([1, 2])",
              "INSERT INTO t (v) SELECT [1, 2, 3, 4]",
              "INSERT INTO t (w) VALUES ([[1, 2]])",
              "INSERT INTO t (w) VALUES ('[[1, 2], [3]]')",
              "ALTER TABLE t ALTER COLUMN v TYPE REAL[2]")) {
        assertThatThrownBy(() -> execute(connection, wrong))
            .as(wrong)
            .isInstanceOf(SQLException.class);
      }
    }
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(rows(connection, "SELECT * FROM t ORDER BY i"))
          .containsExactly(
              List.of("1", "[1.0, 2.0, 3.0]", "[[1, 2], [3, 4]]"),
              Arrays.asList("2", null, null),
              List.of("3", "[3.0, 2.0, 1.0]", "[[1, 2], [3, 4]]"),
              Arrays.asList("4", null, null),
              List.of("5", "[0.5, 0.0, -1.0]", "[[1, 2], [3, 4]]"));
      assertThat(rows(connection, "SELECT column_type FROM (DESCRIBE t)"))
          .isEqualTo(List.of(List.of("INTEGER"), List.of("FLOAT[3]"), List.of("INTEGER[2][2]")));
      execute(connection, "ALTER TABLE t ALTER COLUMN v TYPE DOUBLE[]");
      execute(connection, "INSERT INTO t (v) VALUES ([])");
      execute(connection, "CREATE TABLE u AS SELECT w, array_value(i, 7) AS x FROM t");
      assertThat(rows(connection, "SELECT column_type FROM (DESCRIBE u)"))
          .isEqualTo(List.of(List.of("INTEGER[2][2]"), List.of("INTEGER[2]")));
    }
  }

  @Test
  void typesHaveOtherNames() throws SQLException {
    String url = "jdbc:paceline:" + directory.resolve("db");
    Path target = directory.resolve("export");
    try (Connection connection = DriverManager.getConnection(url)) {
      execute(
          connection,
          "CREATE TYPE money AS DECIMAL(12, 2)",
          "CREATE TYPE IF NOT EXISTS Money AS INTEGER",
          "CREATE TYPE lines AS STRUCT(price money, \"odd name\" VARCHAR)[]",
          "CREATE TABLE t (m money, l lines)",
          "INSERT INTO t VALUES (1.239, [{'price': 1, 'odd name': 'x'}])",
          "CREATE TYPE gone AS DATE",
          "DROP TYPE gone",
          "DROP TYPE IF EXISTS gone");
      for (String wrong :
          List.of(
              "CREATE TYPE money AS INTEGER",
              "DROP TYPE gone",
              "CREATE TABLE u (g gone)",
              "CREATE TYPE x AS nowhere",
              "CREATE TYPE other.x AS INTEGER")) {
        assertThatThrownBy(() -> execute(connection, wrong))
            .as(wrong)
            .isInstanceOf(SQLException.class);
      }
      // A statement that was planned for the former meaning of the name is planned anew.
      assertThat(rows(connection, "SELECT 1.25::money")).isEqualTo(List.of(List.of("1.25")));
      execute(connection, "CREATE OR REPLACE TYPE money AS DECIMAL(12, 1)");
      assertThat(rows(connection, "SELECT 1.25::money")).isEqualTo(List.of(List.of("1.3")));
    }
    try (Connection connection = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection("jdbc:paceline:mem:")) {
      assertThat(rows(connection, "SELECT * FROM t"))
          .isEqualTo(List.of(List.of("1.24", "[{'price': 1.00, 'odd name': x}]")));
      assertThat(rows(connection, "SELECT 2::main.money, '[]'::lines"))
          .isEqualTo(List.of(List.of("2.0", "[]")));
      execute(connection, "EXPORT DATABASE '" + target + "'");
      execute(other, "IMPORT DATABASE '" + target + "'", "CREATE TABLE u (m money, l lines)");
      assertThat(rows(other, "SELECT column_type FROM (DESCRIBE u)"))
          .isEqualTo(
              List.of(
                  List.of("DECIMAL(12,1)"),
                  List.of("STRUCT(price DECIMAL(12,2), \"odd name\" VARCHAR)[]")));
      execute(connection, "DROP TYPE money");
      assertThatThrownBy(() -> rows(connection, "SELECT 2::money")).hasMessageContaining("money");
    }
  }

  /** Rows of VALUES come in their order, whether their cells are constants or not. */
  @Test
  void rowsOfValuesKeepTheirOrder() throws SQLException {
    List<List<String>> wanted = new ArrayList<>();
    StringBuilder constants = new StringBuilder();
    StringBuilder calls = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      wanted.add(List.of("[" + i + "]", "{'a': " + i + "}"));
      constants.append(i == 0 ? "" : ", ").append("([%d], {'a': %d})".formatted(i, i));
      calls.append(i == 0 ? "" : ", ").append("(list_value(%d), {'a': abs(-%d)})".formatted(i, i));
    }
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:;workers=4")) {
      assertThat(rows(connection, "SELECT * FROM (VALUES " + calls + ") v(l, s)"))
          .isEqualTo(wanted);
      for (StringBuilder values : List.of(constants, calls)) {
        execute(
            connection,
            "CREATE OR REPLACE TABLE t (l INTEGER[], s STRUCT(a INTEGER))",
            "INSERT INTO t VALUES " + values);
        assertThat(rows(connection, "SELECT * FROM t")).isEqualTo(wanted);
      }
    }
  }

  @Test
  void constantsAreAssignedAsCastsDo() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:")) {
      execute(
          connection,
          "CREATE TABLE t (l INTEGER[], s STRUCT(a INTEGER, b VARCHAR[]), m MAP(VARCHAR, DATE))",
          "INSERT INTO t VALUES ([1.5, -2, NULL], {'B': ['x', NULL], 'a': 1.6},"
              + " MAP {'k': DATE '2024-01-02', 'j': NULL}), ('[7]', '{a: 8}', '{}'),"
              + " ([], {'a': 1, 'other': 2}, MAP {}), (DEFAULT, NULL, NULL)");
      assertThat(rows(connection, "SELECT * FROM t"))
          .containsExactly(
              List.of("[2, -2, NULL]", "{'a': 2, 'b': [x, NULL]}", "{k=2024-01-02, j=NULL}"),
              List.of("[7]", "{'a': 8, 'b': NULL}", "{}"),
              List.of("[]", "{'a': 1, 'b': NULL}", "{}"),
              Arrays.asList(null, null, null));
      for (String wrong :
          List.of(
              "([1, 'x'], NULL, NULL)",
              "(5, NULL, NULL)",
              "(NULL, {'z': 2}, NULL)",
              "(NULL, {'a': 1, 'A': 2}, NULL)",
              "(NULL, NULL, MAP {'a': NULL, 'a': NULL})",
              "(NULL, NULL, MAP {NULL: NULL})",
              "(NULL, NULL, {'a': NULL})",
              "([[1]], NULL, NULL)")) {
        assertThatThrownBy(() -> execute(connection, "INSERT INTO t VALUES " + wrong))
            .as(wrong)
            .isInstanceOf(SQLException.class);
      }
    }
  }

  @Test
  void appendersTakeCollections() throws SQLException {
    try (Paceline database = Paceline.open("mem:")) {
      database.execute("CREATE TABLE t (l REAL[], s STRUCT(a INTEGER, b VARCHAR[]))");
      try (TableAppender rows = database.appender("t")) {
        rows.set(0, new float[] {0.25f, 1}).set(1, Map.of("b", List.of("x"))).endRow();
        rows.set(0, null).set(1, List.of(5, List.of())).endRow();
        rows.endRow();
        assertThatThrownBy(() -> rows.set(1, List.of(1))).hasMessageContaining("t.s");
        rows.commit();
      }
      try (var result = database.query("SELECT l, s FROM t")) {
        var batch = result.nextBatch();
        assertThat(batch.column(0).getObject(0)).isEqualTo(List.of(0.25f, 1f));
        assertThat(batch.column(1).getObject(1)).isEqualTo(Map.of("a", 5, "b", List.of()));
        assertThat(batch.column(1).isNull(2)).isTrue();
      }
    }
  }

  @Test
  void metadataTellsTheTypes() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:")) {
      execute(
          connection,
          "CREATE TABLE t (l INTEGER[] NOT NULL, s STRUCT(a INTEGER, \"b c\" DECIMAL(5, 1)),"
              + " m MAP(VARCHAR, DATE[]))",
          "INSERT INTO t VALUES ([1], {'a': 1, 'b c': 2}, MAP {'k': [DATE '2024-01-02']})");
      assertThatThrownBy(() -> execute(connection, "INSERT INTO t (m) VALUES (MAP {})"))
          .hasMessageContaining("NOT NULL");
      assertThat(rows(connection, "SELECT column_name, column_type FROM (DESCRIBE t)"))
          .containsExactly(
              List.of("l", "INTEGER[]"),
              List.of("s", "STRUCT(a INTEGER, \"b c\" DECIMAL(5,1))"),
              List.of("m", "MAP(VARCHAR, DATE[])"));
      assertThat(
              rows(
                  connection,
                  "SELECT column_name, \"min\", approx_unique, \"count\" FROM (SUMMARIZE t)"
                      + " ORDER BY 1"))
          .containsExactly(
              Arrays.asList("l", null, "1", "1"),
              Arrays.asList("m", null, "1", "1"),
              Arrays.asList("s", null, "1", "1"));
      try (ResultSet columns = connection.getMetaData().getColumns(null, null, "t", "%")) {
        List<Integer> types = new ArrayList<>();
        List<String> names = new ArrayList<>();
        while (columns.next()) {
          types.add(columns.getInt("DATA_TYPE"));
          names.add(columns.getString("TYPE_NAME"));
        }
        assertThat(types).containsExactly(Types.ARRAY, Types.STRUCT, Types.JAVA_OBJECT);
        assertThat(names.getFirst()).isEqualTo("INTEGER[]");
      }
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery("SELECT * FROM t")) {
        assertThat(result.next()).isTrue();
        assertThat((Object[]) result.getArray("l").getArray()).containsExactly(1);
        assertThat(((Struct) result.getObject("s")).getAttributes()).hasSize(2);
        assertThat((Object) result.getObject("m", Map.class).keySet()).hasToString("[k]");
      }
    }
  }

  @Test
  void tablesAreAltered() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:")) {
      execute(
          connection,
          "CREATE TABLE t (a INTEGER)",
          "INSERT INTO t VALUES (1), (2)",
          "ALTER TABLE t ADD COLUMN l INTEGER[] DEFAULT [1, 2]",
          "ALTER TABLE t ADD COLUMN s STRUCT(x INTEGER)",
          "INSERT INTO t VALUES (3, [], {'x': 3})",
          "ALTER TABLE t ALTER COLUMN l TYPE BIGINT[]",
          "ALTER TABLE t ALTER COLUMN a TYPE INTEGER[] USING [a]",
          "ALTER TABLE t ALTER COLUMN s TYPE VARCHAR",
          "ALTER TABLE t ADD COLUMN g BIGINT GENERATED ALWAYS AS (len(l))",
          "ALTER TABLE t ADD CHECK (len(a) = 1)");
      assertThat(rows(connection, "SELECT * FROM t ORDER BY a"))
          .containsExactly(
              Arrays.asList("[1]", "[1, 2]", null, "2"),
              Arrays.asList("[2]", "[1, 2]", null, "2"),
              List.of("[3]", "[]", "{'x': 3}", "0"));
      assertThatThrownBy(() -> execute(connection, "INSERT INTO t (a) VALUES ([1, 2])"))
          .hasMessageContaining("len(a) = 1");
      for (String sql :
          List.of(
              "INSERT INTO t (a) VALUES (1)",
              "INSERT INTO t (a) SELECT 1",
              "INSERT INTO t (a) SELECT {'x': 1}",
              "INSERT INTO t (a) VALUES ('1, 2')",
              "ALTER TABLE t ALTER COLUMN l TYPE INTEGER")) {
        assertThatThrownBy(() -> execute(connection, sql)).as(sql).isInstanceOf(SQLException.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "json", "parquet", "arrow"})
  void filesKeepNestedColumns(String format) throws SQLException {
    Path file = directory.resolve("t." + format);
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:")) {
      String columns =
          "(i INTEGER, l INTEGER[], t VARCHAR[], s STRUCT(a DATE, b STRUCT(c DECIMAL(20, 3)[])),"
              + " m MAP(INTEGER, TIMESTAMP), d DOUBLE[][], h DECIMAL(38, 2)[], o BOOLEAN[])";
      execute(
          connection,
          "CREATE TABLE t " + columns,
          "INSERT INTO t VALUES (1, [1, NULL], ['a,b', '\"q\"', NULL, '', 'it''s', 'nl' || chr(10)"
              + " || 'x\\y', 'NULL', '[x]', 'ä😀'], {'a': DATE '2024-02-29', 'b': {'c': [1.5, NULL]}},"
              + " MAP {1: TIMESTAMP '2024-02-29 12:34:56.123456', -2: NULL}, [[1.5, 1e300], [], NULL],"
              + " [12345678901234567890123456789012345.67, -0.01], [true, NULL, false]),"
              + " (2, [], [], {'a': NULL, 'b': NULL}, MAP {}, [], [], []),"
              + " (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL),"
              + " (4, [2], ['z'], {'a': NULL, 'b': {'c': []}}, MAP {5: NULL}, [[]], [0], [false])",
          "COPY t TO '" + file + "'",
          "CREATE TABLE u " + columns,
          "COPY u FROM '" + file + "'");
      assertThat(rows(connection, "SELECT * FROM u ORDER BY i"))
          .isEqualTo(rows(connection, "SELECT * FROM t ORDER BY i"));
      if (format.equals("parquet") || format.equals("arrow")) {
        execute(connection, "CREATE TABLE c AS SELECT * FROM '" + file + "'");
        assertThat(rows(connection, "SELECT * FROM c ORDER BY i"))
            .isEqualTo(rows(connection, "SELECT * FROM t ORDER BY i"));
        assertThat(rows(connection, "DESCRIBE c")).isEqualTo(rows(connection, "DESCRIBE t"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "json", "parquet", "arrow"})
  void exportsKeepNestedColumns(String format) throws SQLException {
    Path target = directory.resolve("export");
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:");
        Connection other = DriverManager.getConnection("jdbc:paceline:mem:")) {
      execute(
          connection,
          "CREATE TABLE t (i INTEGER, s STRUCT(\"odd \"\"name\" VARCHAR(5), b INTEGER[])[] NOT NULL,"
              + " m MAP(VARCHAR, DECIMAL(9, 1)) DEFAULT MAP {'d': 1.5})",
          "INSERT INTO t (i, s) VALUES (1, [{'odd \"name': 'x', 'b': [1]}, NULL])",
          "EXPORT DATABASE '" + target + "' (FORMAT " + format + ")");
      execute(other, "IMPORT DATABASE '" + target + "'", "INSERT INTO t (i, s) VALUES (2, [])");
      assertThat(rows(other, "SELECT * FROM t WHERE i = 1"))
          .isEqualTo(rows(connection, "SELECT * FROM t"));
      assertThat(rows(other, "SELECT m FROM t WHERE i = 2")).isEqualTo(List.of(List.of("{d=1.5}")));
      assertThat(rows(other, "DESCRIBE t")).isEqualTo(rows(connection, "DESCRIBE t"));
      execute(
          connection,
          "CREATE TABLE b AS SELECT [X'00', NULL] AS x",
          "EXPORT DATABASE '" + target + "2' (FORMAT " + format + ")");
      execute(other, "DROP TABLE t", "IMPORT DATABASE '" + target + "2'");
      assertThat(rows(other, "SELECT * FROM b")).isEqualTo(rows(connection, "SELECT * FROM b"));
    }
  }

  @Test
  void jsonFilesHaveNestedTypes() throws Exception {
    Path file = directory.resolve("odd.json");
    Files.writeString(
        file,
        """
        {"l": [1, "2", null], "s": {"b": "x\\n\\u00e4", "z": [1], "b": "last"}, "m": {"1": {"a": [true]}}}
        {"l": null, "s": {}, "m": {}}
        {}
        """);
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:")) {
      String columns =
          "columns = {'l': 'BIGINT[]', 's': 'STRUCT(a INTEGER, b VARCHAR)',"
              + " 'm': 'MAP(INTEGER, STRUCT(a BOOLEAN[]))'}";
      assertThat(rows(connection, "SELECT * FROM read_json('" + file + "', " + columns + ")"))
          .containsExactly(
              List.of("[1, 2, NULL]", "{'a': NULL, 'b': last}", "{1={'a': [true]}}"),
              Arrays.asList(null, "{'a': NULL, 'b': NULL}", "{}"),
              Arrays.asList(null, null, null));
      Files.writeString(file, "{\"l\": [1, [2]]}\n{\"l\": [3]}\n{\"l\": 4}\n");
      assertThatThrownBy(
              () ->
                  rows(
                      connection,
                      "SELECT l FROM read_json('" + file + "', columns = {'l': 'INTEGER[]'})"))
          .hasMessageContaining("INTEGER");
      assertThat(
              rows(
                  connection,
                  "SELECT l FROM read_json('"
                      + file
                      + "', columns = {'l': 'INTEGER[]'}, ignore_errors = true)"))
          .isEqualTo(List.of(List.of("[3]")));
      assertThatThrownBy(
              () ->
                  rows(
                      connection,
                      "SELECT * FROM read_json('" + file + "', columns = {'l': 'STRUCT(a)'})"))
          .hasMessageContaining("STRUCT(a)");
    }
  }
}
