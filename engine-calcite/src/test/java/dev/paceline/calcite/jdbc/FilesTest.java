package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as tables, and COPY of files into tables. */
class FilesTest extends JdbcTest {
  private static final int MANY = 200_000;

  @TempDir private Path directory;

  @BeforeEach
  void makeFiles() throws IOException {
    write("orders.csv", "id,item,amount\n1,tea,3.50\n2,bread,2.25\n3,,\n4,tea,4.00\n");
    write("items.csv", "name;kind\ntea;drink\nbread;food\n");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private String file(String name) {
    return "'" + directory.resolve(name) + "'";
  }

  private String many() throws IOException {
    write(
        "many.csv",
        IntStream.range(0, MANY)
            .mapToObj(i -> i + ",text " + i % 100 + "\n")
            .collect(Collectors.joining("", "n,s\n", "")));
    return file("many.csv");
  }

  @Test
  void intervalsGoThroughFiles() throws SQLException {
    update("CREATE TABLE spans (k INTEGER, d INTERVAL, m INTERVAL)");
    update(
        "INSERT INTO spans VALUES (1, INTERVAL '1 day 02:03:04.005', INTERVAL '14 months 30:00:00'),"
            + " (2, INTERVAL '0' SECOND, INTERVAL '0' MONTH), (3, NULL, NULL)");
    List<List<String>> spans = rows("SELECT * FROM spans ORDER BY k");
    for (String format : List.of("csv", "json", "parquet", "arrow")) {
      String file = file("spans." + format);
      update("COPY spans TO " + file + " (FORMAT " + format + ")");
      update("CREATE TABLE " + format + "_spans AS SELECT * FROM spans LIMIT 0");
      update("COPY " + format + "_spans FROM " + file + " (FORMAT " + format + ")");
      assertThat(rows("SELECT * FROM " + format + "_spans ORDER BY k")).as(format).isEqualTo(spans);
    }
    assertThat(
            rows(
                "SELECT k FROM read_csv("
                    + file("spans.csv")
                    + ", types={'d': 'INTERVAL', 'm': 'INTERVAL'})"
                    + " WHERE d > INTERVAL '1' DAY AND m > INTERVAL '1' YEAR"))
        .containsExactly(List.of("1"));
    assertThat(
            rows(
                "SELECT k, m FROM read_parquet("
                    + file("spans.parquet")
                    + ") WHERE d < INTERVAL '1' DAY"))
        .containsExactly(List.of("2", "00:00:00"));
  }

  @Test
  void findsOutStructsAndListsOfJson() throws SQLException, IOException {
    write(
        "nested.json",
        "{\"a\": 1, \"b\": {\"c\": [1, 2], \"d\": {\"t\": \"10:11:12\"}}, \"m\": 1, \"e\": {}}\n"
            + "{\"a\": 2, \"b\": {\"c\": [], \"x y\": 1.5}, \"m\": [2]}\n");
    String file = file("nested.json");
    assertThat(rows("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM " + file + ")"))
        .containsExactly(
            List.of("a", "BIGINT"),
            List.of("b", "STRUCT(c BIGINT[], d STRUCT(t TIME), \"x y\" DOUBLE)"),
            List.of("m", "VARCHAR"),
            List.of("e", "MAP(VARCHAR, VARCHAR)"));
    assertThat(rows("SELECT b.c[2], b.d.t, b.\"x y\", m, e FROM " + file + " ORDER BY a"))
        .containsExactly(
            Arrays.asList("2", "10:11:12", null, "1", "{}"),
            Arrays.asList(null, null, "1.5", "[2]", null));
    assertThat(rows("SELECT b FROM read_json(" + file + ", maximum_depth=1) WHERE a = '2'"))
        .containsExactly(List.of("{\"c\":[],\"x y\":1.5}"));
    write(
        "ids.json",
        IntStream.range(0, 30)
            .mapToObj(i -> "{\"by_id\": {\"id" + i + "\": " + i + "}}\n")
            .collect(Collectors.joining()));
    assertThat(rows("SELECT by_id FROM " + file("ids.json") + " LIMIT 1"))
        .containsExactly(List.of("{id0=0}"));
  }

  @Test
  void filesWithoutJsonRecordsAreEmpty() throws SQLException, IOException {
    for (String content : List.of("", "\n", "[]", " [ ] ")) {
      write("empty.json", content);
      assertThat(rows("SELECT json FROM " + file("empty.json"))).as(content).isEmpty();
    }
    write("empty.json", "{}\n{}\n");
    assertThat(rows("SELECT json FROM " + file("empty.json")))
        .containsExactly(List.of("{}"), List.of("{}"));
  }

  @Test
  void wholeNumbersOfCsvKeepTheirDigits() throws SQLException, IOException {
    write(
        "whole.csv",
        "a,b,c\n9223372036854775808,1.5,340282366920938463463374607431768211456\n"
            + "-12345678901234567890123456789012345678,12345678901234567890,1\n");
    assertThat(rows("SELECT a, a + 1, typeof(b), typeof(c) FROM " + file("whole.csv")))
        .containsExactly(
            List.of("9223372036854775808", "9223372036854775809", "DOUBLE", "DOUBLE"),
            List.of(
                "-12345678901234567890123456789012345678",
                "-12345678901234567890123456789012345677",
                "DOUBLE",
                "DOUBLE"));
  }

  @Test
  void csvIsReadAsSaidWithoutDetection() throws SQLException, IOException {
    write("plain.csv", "a;b,1\n'c',2\n");
    assertThat(
            rows(
                "SELECT * FROM read_csv("
                    + file("plain.csv")
                    + ", auto_detect=false, columns={'s': 'VARCHAR', 'n': 'INTEGER'})"))
        .containsExactly(List.of("a;b", "1"), List.of("'c'", "2"));
    assertThatThrownBy(
            () -> rows("SELECT * FROM read_csv(" + file("plain.csv") + ", auto_detect=false)"))
        .hasMessageContaining("columns");
  }

  @Test
  void parquetHasNoIntervalsOfMicrosecondsOrBelowZero() throws SQLException {
    for (String span : List.of("1 second 5 microseconds", "-1 day", "-1 month")) {
      assertThatThrownBy(
              () -> update("COPY (SELECT INTERVAL '" + span + "' AS d) TO " + file("d.parquet")))
          .hasMessageContaining("cast the column to VARCHAR");
    }
  }

  @Test
  void aSecondQueryFindsColumnsInMemory() throws SQLException, IOException {
    String many = many();
    Files.setLastModifiedTime(directory.resolve("many.csv"), FileTime.fromMillis(1_000_000));
    String query = "SELECT sum(n), max(s) FROM " + many;
    List<List<String>> expected = List.of(List.of("19999900000", "text 99"));
    assertThat(rows(query)).isEqualTo(expected);
    assertThat(rows(query)).isEqualTo(expected);
    assertThat(rows("EXPLAIN ANALYZE " + query).toString())
        .contains("bytesRead=[0]")
        .contains("chunks=[6], chunksShared=[0], chunksCached=[6]");
    assertThat(rows("SELECT n FROM " + many + " LIMIT 2")).hasSize(2);
    update("SET file_cache = 0");
    assertThat(rows("EXPLAIN ANALYZE " + query).toString()).contains("chunksCached=[0]");
    assertThat(rows(query)).isEqualTo(expected);
    update("RESET file_cache");
    write("many.csv", "n,s\n1,b\n");
    assertThat(rows(query)).containsExactly(List.of("1", "b"));
  }

  @Test
  void filesAreQueriedJoinedAndStored() throws SQLException {
    assertThat(
            rows(
                "SELECT item, sum(amount) FROM "
                    + file("orders.csv")
                    + " GROUP BY item ORDER BY 1"))
        .containsExactly(
            List.of("bread", "2.25"), List.of("tea", "7.5"), java.util.Arrays.asList(null, null));
    assertThat(
            rows(
                "SELECT i.kind, count(*) FROM read_csv("
                    + file("orders.csv")
                    + ") AS o JOIN "
                    + file("items.csv")
                    + " AS i ON o.item = i.name GROUP BY i.kind ORDER BY 1"))
        .containsExactly(List.of("drink", "2"), List.of("food", "1"));
    update("CREATE TABLE stored AS FROM " + file("orders.csv"));
    assertThat(update("INSERT INTO stored SELECT * FROM " + file("orders.csv") + " WHERE id > 2"))
        .isEqualTo(2);
    assertThat(rows("SELECT count(*), max(amount) FROM stored"))
        .containsExactly(List.of("6", "4.0"));
    assertThat(
            rows(
                "SELECT id FROM stored WHERE id IN (SELECT id FROM "
                    + file("orders.csv")
                    + " WHERE item = 'bread')"))
        .containsExactly(List.of("2"));
  }

  @Test
  void describeShowsTheTypes() throws SQLException {
    List<List<String>> columns = rows("DESCRIBE " + file("orders.csv"));
    assertThat(columns).extracting(List::getFirst).containsExactly("id", "item", "amount");
    assertThat(columns.getFirst().get(1)).isEqualTo("BIGINT");
    assertThat(rows("DESCRIBE FROM read_csv(" + file("orders.csv") + ", all_varchar = true)"))
        .extracting(row -> row.get(1))
        .containsOnly("VARCHAR");
    assertThat(rows("EXPLAIN SELECT id FROM " + file("orders.csv")).toString())
        .contains("orders.csv")
        .contains("PacelineTableScan");
  }

  @Test
  void sniffCsvTellsWhatWasFound() throws SQLException, IOException {
    String sql = "SELECT delimiter, header, columns FROM sniff_csv(" + file("items.csv") + ")";
    assertThat(rows(sql))
        .containsExactly(List.of(";", "true", "{'name': 'VARCHAR', 'kind': 'VARCHAR'}"));
    String prompt =
        rows("SELECT s.prompt FROM sniff_csv(" + file("items.csv") + ") AS s")
            .getFirst()
            .getFirst();
    assertThat(rows(prompt)).isEqualTo(rows("FROM " + file("items.csv")));
    write("items.csv", "x|y\n1|2\n1|2\n");
    assertThat(rows(sql).getFirst().getFirst()).isEqualTo("|");
  }

  @Test
  void footersOfParquetFilesAreTables() throws SQLException, IOException {
    write("n.csv", "a,b\n1,x\n2,\n");
    String parquet = file("n.parquet");
    update("COPY (SELECT a, b FROM " + file("n.csv") + ") TO " + parquet);
    assertThat(rows("SELECT name, num_children FROM parquet_schema(" + parquet + ") LIMIT 3"))
        .extracting(row -> row.get(1))
        .containsExactly("2", null, null);
    String metadata =
        "SELECT path_in_schema, num_values, stats_min_value, stats_max_value, stats_null_count FROM"
            + " parquet_metadata("
            + parquet
            + ") AS m WHERE m.row_group_id = 0 ORDER BY column_id";
    assertThat(rows(metadata)).hasToString("[[a, 2, 1, 2, 0], [b, 2, x, x, 1]]");
    update("COPY (SELECT a + 5 AS c FROM " + file("n.csv") + ") TO " + parquet);
    assertThat(rows(metadata)).hasToString("[[c, 2, 6, 7, 0]]");
    assertThatThrownBy(() -> rows("FROM parquet_schema(" + file("n.csv") + ")"))
        .hasMessageContaining("no complete Parquet file");
  }

  @Test
  void recordsThatDoNotFitAreATable() throws SQLException, IOException {
    write("bad-1.csv", "a,b\r\n1,2024-01-01\r\nx,2024-01-02\r\n3\r\n");
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < MANY; i++) {
      text.append(i % 50_000 == 49_999 ? "y" : "").append(i).append(",2024-01-01\n");
    }
    write("bad-2.csv", text + "7,\"2024-\n01-01\"\n8,2024-01-01,z\n");
    String files = "(" + file("bad-?.csv") + ", columns = {'a': 'INTEGER', 'b': 'DATE'}";
    String errors = " FROM reject_errors" + files;
    assertThat(
            rows(
                "SELECT right(file_name, 9), line, column_idx, column_name, error_type, \"value\""
                    + errors
                    + ") ORDER BY 1, 2"))
        .containsExactly(
            List.of("bad-1.csv", "3", "1", "a", "CAST", "x"),
            Arrays.asList("bad-1.csv", "4", null, null, "MISSING COLUMNS", "3"),
            List.of("bad-2.csv", "50001", "1", "a", "CAST", "y49999"),
            List.of("bad-2.csv", "100001", "1", "a", "CAST", "y99999"),
            List.of("bad-2.csv", "150001", "1", "a", "CAST", "y149999"),
            List.of("bad-2.csv", "200001", "1", "a", "CAST", "y199999"),
            List.of("bad-2.csv", "200002", "2", "b", "CAST", "2024-\n01-01"),
            Arrays.asList("bad-2.csv", "200004", null, null, "TOO MANY COLUMNS", "8,2024-01-01,z"));
    assertThat(rows("SELECT byte_position, error_message" + errors + ") LIMIT 1").getFirst())
        .satisfies(row -> assertThat(row.get(0)).isEqualTo("19"))
        .satisfies(row -> assertThat(row.get(1)).contains("'x' is not of type INTEGER"));
    assertThat(rows("SELECT count(*)" + errors + ", rejects_limit = 3)"))
        .containsExactly(List.of("3"));
    assertThat(rows("SELECT count(a + day(b)) FROM read_csv" + files + ", ignore_errors = true)"))
        .containsExactly(List.of(String.valueOf(MANY - 3)));
    assertThat(rows("FROM reject_errors(" + file("orders.csv") + ")")).isEmpty();
    assertThatThrownBy(() -> rows("SELECT 1" + errors + ", max_errors = 2)"))
        .hasMessageContaining("more than 2 records do not fit");
    assertThatThrownBy(() -> rows("FROM reject_errors(" + file("none.csv") + ")"))
        .hasMessageContaining("none.csv");
  }

  @Test
  void viewsAndPreparedStatementsSeeChangedFiles() throws SQLException, IOException {
    update("CREATE VIEW v AS SELECT * FROM " + file("orders.csv"));
    String sql = "SELECT * FROM " + file("orders.csv");
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      try (ResultSet result = prepared.executeQuery()) {
        assertThat(rows(result)).hasSize(4);
      }
      Files.setLastModifiedTime(
          write("orders.csv", "id,item,amount,more\n9,cake,1.00,x\n"), FileTime.fromMillis(1_000));
      try (ResultSet result = prepared.executeQuery()) {
        assertThat(result.getMetaData().getColumnCount()).isEqualTo(4);
        assertThat(rows(result)).containsExactly(List.of("9", "cake", "1.0", "x"));
      }
    }
    assertThat(rows("SELECT * FROM v")).containsExactly(List.of("9", "cake", "1.0", "x"));
    Files.delete(directory.resolve("orders.csv"));
    assertThatThrownBy(() -> rows("SELECT * FROM v"))
        .hasMessageContainingAll("there is no file", "orders.csv");
  }

  @Test
  void patternsAndListsAreOneTable() throws SQLException, IOException {
    write("part-1.csv", "a,b\n1,x\n");
    write("part-2.csv", "a,b\n2,y\n");
    assertThat(rows("SELECT * FROM " + file("part-*.csv") + " ORDER BY a"))
        .containsExactly(List.of("1", "x"), List.of("2", "y"));
    assertThat(
            rows(
                "SELECT count(*) FROM read_csv(["
                    + file("part-1.csv")
                    + ", "
                    + file("part-2.csv")
                    + "])"))
        .containsExactly(List.of("2"));
  }

  @Test
  void copyMatchesColumnsByNameOrPlace() throws SQLException, IOException {
    update("CREATE TABLE t (b VARCHAR, a INTEGER NOT NULL, c DECIMAL(5, 1))");
    write("names.csv", "A,C,B\n1,2.5,x\n2,,\n");
    assertThat(update("COPY t FROM " + file("names.csv"))).isEqualTo(2);
    write("places.csv", "y|3|4.5\n");
    assertThat(update("COPY t FROM " + file("places.csv") + " (DELIMITER '|', HEADER false)"))
        .isOne();
    write("some.csv", "4,z\n");
    assertThat(update("COPY t (a, b) FROM " + file("some.csv") + " WITH CSV")).isOne();
    assertThat(rows("SELECT a, b, c FROM t ORDER BY a"))
        .containsExactly(
            List.of("1", "x", "2.5"),
            java.util.Arrays.asList("2", null, null),
            List.of("3", "y", "4.5"),
            java.util.Arrays.asList("4", "z", null));
    update("CREATE TABLE strings (x VARCHAR, y VARCHAR)");
    write("strings.csv", "y,x\n1,2\n3,4\n");
    assertThat(update("COPY strings FROM " + file("strings.csv"))).isEqualTo(2);
    assertThat(rows("SELECT x, y FROM strings ORDER BY x"))
        .containsExactly(List.of("2", "1"), List.of("4", "3"));
  }

  @Test
  void aLastFieldThatIsEmptyInTheSampleIsAColumnWhereTheTableSaysSo()
      throws SQLException, IOException {
    update("CREATE TABLE wide (a INTEGER, b VARCHAR, c VARCHAR)");
    update("CREATE TABLE narrow (a INTEGER, b VARCHAR)");
    write("last.csv", "1|x|\n2|y|\n");
    assertThat(update("COPY wide FROM " + file("last.csv"))).isEqualTo(2);
    assertThat(update("COPY wide (a, b, c) FROM " + file("last.csv"))).isEqualTo(2);
    assertThat(update("COPY narrow FROM " + file("last.csv"))).isEqualTo(2);
    assertThat(rows("SELECT count(*), count(b), count(c) FROM wide"))
        .containsExactly(List.of("4", "4", "0"));
    assertThat(rows("SELECT sum(a), max(b) FROM narrow")).containsExactly(List.of("3", "y"));
    assertCopyFails("narrow (a)", "last.csv", "2 columns", "1 columns");
  }

  @Test
  void aLastFieldIsAColumnWhereTheEndOfALargeFileHasAValue() throws SQLException, IOException {
    StringBuilder text = new StringBuilder();
    int rows = 150_000;
    for (int i = 0; i < rows; i++) {
      text.append(i).append("|some text|").append(i == 3 * rows / 4 ? "z" : "").append('\n');
    }
    write("behind.csv", text.toString());
    update("CREATE TABLE t (a INTEGER, b VARCHAR, c VARCHAR)");
    assertThat(update("COPY t FROM " + file("behind.csv"))).isEqualTo(rows);
    assertThat(rows("SELECT count(*), sum(a) FROM t WHERE c = 'z'"))
        .containsExactly(List.of("1", "112500"));
    assertThatThrownBy(() -> rows("SELECT count(column1) FROM " + file("behind.csv")))
        .hasMessageContaining("behind.csv");
    write("end.csv", text + "1|x|y\n");
    assertThat(rows("SELECT max(column2), count(*) FROM " + file("end.csv")))
        .containsExactly(List.of("z", "150001"));
  }

  @Test
  void aFailedCopyLeavesNothing() throws SQLException, IOException {
    update("CREATE TABLE t (id INTEGER, item VARCHAR NOT NULL)");
    assertCopyFails("t", "orders.csv", "amount");
    write("wrong.csv", "id,item\n1,a\n2x,b\n");
    assertCopyFails("t", "wrong.csv", "wrong.csv", "line 3", "2x");
    write("null.csv", "id,item\n1,a\n2,\n");
    assertCopyFails("t", "null.csv", "item");
    write("few.csv", "1\n");
    assertCopyFails("t", "few.csv", "1 columns", "2 columns");
    assertCopyFails("t", "missing.csv", "there is no file");
    assertThat(rows("SELECT count(*) FROM t")).containsExactly(List.of("0"));
  }

  private void assertCopyFails(String table, String name, String... parts) {
    assertThatThrownBy(() -> update("COPY " + table + " FROM " + file(name)))
        .isInstanceOf(SQLException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void aCancelledCopyLeavesNothing() throws SQLException, IOException, InterruptedException {
    update("CREATE TABLE t (n INTEGER, s VARCHAR)");
    String source = many();
    try (Statement statement = connection.createStatement()) {
      Thread canceller =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      Thread.sleep(3);
                      statement.cancel();
                    } catch (InterruptedException | SQLException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      long expected = 0;
      try {
        expected = statement.executeUpdate("COPY t FROM " + source);
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isEqualTo("57014");
      }
      canceller.join();
      assertThat(rows("SELECT count(*) FROM t")).containsExactly(List.of(String.valueOf(expected)));
    }
  }

  @Test
  void everyTypeMakesTheRoundTrip() throws SQLException {
    String columns =
        "(b BOOLEAN, i TINYINT, l BIGINT, n DECIMAL(38, 3), f DOUBLE, r REAL, s VARCHAR, d DATE,"
            + " t TIME, ts TIMESTAMP, si SMALLINT, ii INTEGER, n9 DECIMAL(9, 2), n18 DECIMAL(18),"
            + " c CHAR(3), vs VARCHAR(4), tz TIMESTAMPTZ, vb VARBINARY, bb BINARY(2), u UUID)";
    update("CREATE TABLE t " + columns);
    update(
        "INSERT INTO t VALUES (TRUE, -1, -9223372036854775808, -0.005, 0.1, 0.5, 'é,\"', DATE"
            + " '2024-02-29', TIME '01:02:03', TIMESTAMP '1969-12-31 23:59:59.007', -32768,"
            + " -2147483648, -1234567.89, -123456789012345678, 'ab', 'äöü€', TIMESTAMPTZ"
            + " '1969-12-31 23:59:59.999999+00', X'00ff2c0a5c22', X'00ff', UUID"
            + " 'f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')");
    update(
        "INSERT INTO t VALUES (FALSE, 127, 9223372036854775807,"
            + " 99999999999999999999999999999999999.999, 1e300, -1e30, '', DATE '0001-01-01',"
            + " TIME '23:59:59.999', TIMESTAMP '9999-12-31 00:00:00', 32767, 2147483647, 0.01, 1,"
            + " '', '', TIMESTAMPTZ '2024-02-29 01:02:03+00', X'', X'2020', UUID"
            + " '00000000-0000-0000-0000-000000000000')");
    update("INSERT INTO t (i) VALUES (NULL)");
    for (String name :
        List.of(
            "t.csv",
            "t.csv.gz",
            "t.tsv",
            "t.parquet",
            "t.arrow",
            "t.arrows",
            "t.ndjson",
            "t.json")) {
      update("COPY t TO " + file(name));
      update("CREATE OR REPLACE TABLE back " + columns);
      assertThat(update("COPY back FROM " + file(name))).as(name).isEqualTo(3);
      assertThat(rows("SELECT * FROM back ORDER BY l NULLS LAST"))
          .as(name)
          .isEqualTo(rows("SELECT * FROM t ORDER BY l NULLS LAST"));
    }
  }

  @Test
  void streamsAreCopied() throws SQLException {
    update("CREATE TABLE t (a INTEGER, b VARCHAR)");
    PacelineConnection paceline = connection.unwrap(PacelineConnection.class);
    byte[] text = "b,a\nx,1\ny,2\n".getBytes(StandardCharsets.UTF_8);
    assertThat(paceline.copyFrom("COPY t FROM STDIN", new ByteArrayInputStream(text))).isEqualTo(2);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(paceline.copyTo("COPY (FROM t ORDER BY a) TO STDOUT (HEADER false)", out))
        .isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("1,x\n2,y\n");
    assertThatThrownBy(() -> update("COPY t FROM STDIN")).hasMessageContaining("copyFrom");
    byte[] wrong = "a,b\n1,x\nz,y\n".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(
            () -> paceline.copyFrom("COPY t FROM STDIN", new ByteArrayInputStream(wrong)))
        .hasMessageContaining("line 3");
    assertThat(rows("SELECT count(*) FROM t")).containsExactly(List.of("2"));
  }

  @Test
  void severalQueriesReadOneFile() throws Exception {
    String source = many();
    List<Callable<List<List<String>>>> queries = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      queries.add(() -> rows("SELECT count(*), sum(n), min(s), max(s) FROM " + source));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (Future<List<List<String>>> answer : threads.invokeAll(queries)) {
        assertThat(answer.get())
            .containsExactly(
                List.of(
                    String.valueOf(MANY),
                    String.valueOf((long) MANY * (MANY - 1) / 2),
                    "text 0",
                    "text 99"));
      }
    }
    assertThat(rows("SELECT * FROM " + source + " LIMIT 3")).hasSize(3);
  }

  /** Each string is UTF-8, not only all strings of a page together. */
  @Test
  void stringsOfParquetAreWholeCharacters() throws SQLException {
    String query = "SELECT b FROM read_parquet(" + file("b.parquet") + ", binary_as_string = true)";
    String values = "COPY (SELECT b FROM (VALUES %s) AS t (b)) TO " + file("b.parquet");
    update(values.formatted("(X'C3A9'), (X''), (X'78'), (X'C3A9C3A9')"));
    assertThat(rows(query)).containsExactly(List.of("é"), List.of(""), List.of("x"), List.of("éé"));
    for (String broken :
        List.of("(X'C3'), (X'A9')", "(X'78C3'), (X''), (X'A979')", "(X'FF')", "(X'C3')")) {
      update(values.formatted(broken));
      assertThatThrownBy(() -> rows(query)).as(broken).hasMessageContaining("not UTF-8");
    }
  }

  @Test
  void onlyAllowedDirectoriesAreRead() throws SQLException, IOException {
    Path allowed = Files.createDirectory(directory.resolve("in"));
    write("in/a.csv", "x\n1\n");
    try (var limited = DriverManager.getConnection(URL + ";file_access=" + allowed);
        var statement = limited.createStatement()) {
      assertThat(statement.execute("SELECT * FROM '" + allowed + "/a.csv'")).isTrue();
      for (String refused :
          Stream.of("orders.csv", "nothing.csv", "*.csv", "in/../orders.csv")
              .map(this::file)
              .toList()) {
        assertThatThrownBy(() -> statement.execute("SELECT * FROM " + refused))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
      }
      PacelineConnection paceline = limited.unwrap(PacelineConnection.class);
      statement.execute("CREATE TABLE t (x INTEGER)");
      assertThat(
              paceline.copyFrom(
                  "COPY t FROM STDIN",
                  new ByteArrayInputStream("5\n".getBytes(StandardCharsets.UTF_8))))
          .isOne();
    }
  }
}
