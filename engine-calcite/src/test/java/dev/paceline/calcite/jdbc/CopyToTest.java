package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** COPY of tables and queries to CSV files and streams. */
class CopyToTest extends JdbcTest {
  @TempDir private Path directory;

  private String copied(String statement) throws SQLException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    connection.unwrap(PacelineConnection.class).copyTo(statement, stream);
    return stream.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyTypeHasAText() throws SQLException {
    update(
        "CREATE TABLE t (b BOOLEAN, i TINYINT, l BIGINT, n DECIMAL(38, 3), f DOUBLE, s VARCHAR,"
            + " d DATE, t TIME, ts TIMESTAMP, x VARBINARY)");
    update(
        "INSERT INTO t VALUES (TRUE, -1, -9223372036854775808, -0.005, 0.1, 'é', DATE '2024-02-29',"
            + " TIME '01:02:03', TIMESTAMP '1969-12-31 23:59:59.007', X'0aff')");
    update(
        "INSERT INTO t VALUES (FALSE, 127, 9223372036854775807,"
            + " 99999999999999999999999999999999999.999, 1e300, '', DATE '0001-01-01',"
            + " TIME '23:59:59.999', TIMESTAMP '9999-12-31 00:00:00', X'')");
    update("INSERT INTO t (i) VALUES (NULL)");
    assertThat(copied("COPY (FROM t ORDER BY i NULLS LAST) TO STDOUT"))
        .isEqualTo(
            """
            b,i,l,n,f,s,d,t,ts,x
            true,-1,-9223372036854775808,-0.005,0.1,é,2024-02-29,01:02:03,1969-12-31 23:59:59.007,\\x0A\\xFF
            false,127,9223372036854775807,99999999999999999999999999999999999.999,1e+300,"",0001-01-01,23:59:59.999,9999-12-31 00:00:00,""
            ,,,,,,,,,
            """);
  }

  @Test
  void valuesThatWouldBeReadAsOthersAreQuoted() throws SQLException {
    String query =
        "COPY (SELECT s FROM (VALUES (1, 'plain'), (2, 'a,b'), (3, 'say \"hi\"'), (4, ''),"
            + " (5, CAST(NULL AS VARCHAR)), (6, 'long text without anything special, almost'),"
            + " (7, 'tab\there'), (8, 'two\nlines')) AS t (i, s) ORDER BY i)"
            + " TO STDOUT";
    assertThat(copied(query))
        .isEqualTo(
            "s\n"
                + "plain\n"
                + "\"a,b\"\n"
                + "\"say \"\"hi\"\"\"\n"
                + "\"\"\n\n"
                + "\"long text without anything special, almost\"\n"
                + "\"tab\there\"\n"
                + "\"two\n"
                + "lines\"\n");
    assertThat(
            copied(query + " (DELIMITER ';', HEADER false, NULL 'plain', QUOTE '''', ESCAPE '|')"))
        .isEqualTo(
            "'plain'\na,b\nsay \"hi\"\n\nplain\nlong text without anything special, almost\n"
                + "'tab\there'\n'two\nlines'\n");
  }

  /** Batches of many rows, all of them and a selection, with texts of all kinds and lengths. */
  @Test
  void rowsOfLongBatchesStayTogether() throws SQLException {
    update("CREATE TABLE t (i BIGINT, big BIGINT, s VARCHAR, n DECIMAL(9, 2), ts TIMESTAMP)");
    StringBuilder rows = new StringBuilder();
    StringBuilder all = new StringBuilder();
    StringBuilder some = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      long big = i % 3 == 0 ? 0 : (i % 2 == 0 ? 1 : -1) * (Long.MAX_VALUE / (1L << i % 60) - i);
      String text = i % 7 == 0 ? "" : "x".repeat(i % 90) + (i % 5 == 0 ? ",é" : "");
      boolean isQuoted = text.isEmpty() || i % 5 == 0;
      String row =
          String.format(
              Locale.ROOT,
              "%d,%d,%s,%s,2020-01-01 00:%02d:%02d\n",
              i,
              big,
              isQuoted ? '"' + text + '"' : text,
              i % 11 == 0 ? "" : String.format(Locale.ROOT, "%d.%02d", i, i % 100),
              i / 60 % 60,
              i % 60);
      all.append(row);
      some.append(i % 3 == 1 ? row : "");
      rows.append(i == 0 ? "" : ", ")
          .append(
              String.format(
                  Locale.ROOT,
                  "(%d, %d, '%s', %s, TIMESTAMP '2020-01-01 00:%02d:%02d')",
                  i,
                  big,
                  text,
                  i % 11 == 0 ? "NULL" : String.format(Locale.ROOT, "%d.%02d", i, i % 100),
                  i / 60 % 60,
                  i % 60));
    }
    update("INSERT INTO t VALUES " + rows);
    assertThat(copied("COPY t TO STDOUT (HEADER false)")).isEqualTo(all.toString());
    assertThat(copied("COPY (FROM t WHERE i % 3 = 1) TO STDOUT (HEADER false)"))
        .isEqualTo(some.toString());
  }

  @Test
  void anUnusualDelimiterQuotesNumbers() throws SQLException {
    assertThat(
            copied(
                "COPY (SELECT -1.5 AS a, DATE '2024-01-02' AS b, CAST(NULL AS INTEGER) AS c)"
                    + " TO STDOUT (DELIM '-')"))
        .isEqualTo("a-b-c\n\"-1.5\"-\"2024-01-02\"-\n");
    assertThat(copied("COPY (SELECT 1 AS a, 'x' AS b) TO STDOUT (FORCE_QUOTE (a))"))
        .isEqualTo("a,b\n\"1\",x\n");
    assertThat(copied("COPY (SELECT 1 AS a, 'x' AS b) TO STDOUT WITH (FORCE_QUOTE *)"))
        .isEqualTo("a,b\n\"1\",\"x\"\n");
  }

  @Test
  void aFileIsWrittenWholeOrNotAtAll() throws SQLException, IOException {
    update("CREATE TABLE t AS SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v (i, s)");
    Path file = directory.resolve("t.tsv");
    assertThat(update("COPY t (s, i) TO '" + file + "'")).isEqualTo(2);
    assertThat(Files.readString(file)).isEqualTo("s\ti\na\t1\nb\t2\n");
    assertThatThrownBy(
            () -> update("COPY (SELECT 1 / (i - 2) FROM t ORDER BY i) TO '" + file + "'"))
        .hasMessageContaining("division by zero");
    assertThat(Files.readString(file)).isEqualTo("s\ti\na\t1\nb\t2\n");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void rowsOfManyBatchesAreWritten() throws SQLException, IOException {
    update(
        "CREATE TABLE d AS SELECT * FROM (VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) AS v"
            + " (i)");
    update(
        "CREATE TABLE t AS SELECT a.i + 10 * b.i + 100 * c.i + 1000 * d.i + 10000 * e.i AS n,"
            + " 'row ' || CAST(a.i AS VARCHAR) AS s FROM d a, d b, d c, d d, d e WHERE e.i < 2");
    Path file = directory.resolve("t.csv.gz");
    assertThat(update("COPY (SELECT * FROM t WHERE n <> 7 ORDER BY n) TO '" + file + "'"))
        .isEqualTo(19_999);
    try (GZIPInputStream plain = new GZIPInputStream(Files.newInputStream(file))) {
      List<String> lines =
          new String(plain.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      assertThat(lines).hasSize(20_000);
      assertThat(lines.get(7)).isEqualTo("6,row 6");
      assertThat(lines.get(8)).isEqualTo("8,row 8");
      assertThat(lines.getLast()).isEqualTo("19999,row 9");
    }
  }

  @Test
  void wrongStatementsSayWhatIsWrong() {
    assertFails("COPY (SELECT 1) TO 'x.what'", "FORMAT csv");
    assertFails("COPY (SELECT 1) TO 'x.csv' (DELIMTER ';')", "delimter", "did you mean delimiter");
    assertFails("COPY (SELECT 1) TO 'x.csv' (DELIM 'ab')", "one ASCII character");
    assertFails("COPY (SELECT 1) TO 'x.csv' (HEADER, HEADER)", "given twice");
    assertFails("COPY (SELECT 1) TO 'x.csv' (FORMAT excel)", "excel", "csv");
    assertFails("COPY (SELECT 1) TO 'x.csv' (COMPRESSION lzo)", "lzo", "gzip");
    assertFails("COPY missing TO 'x.csv'", "missing");
    assertFails("COPY (SELECT 1) TO '" + directory + "/no/x.csv'", "folder exists");
    assertFails("COPY (SELECT 1) TO '" + directory + "' (FORMAT csv)", "is a directory");
    assertFails("COPY (SELECT 1) TO STDOUT", "copyTo");
    assertFails("COPY (SELECT 1) TO STDERR", "STDOUT");
  }

  private void assertFails(String sql, String... parts) {
    assertThatThrownBy(() -> update(sql)).hasMessageContainingAll(parts);
  }

  @Test
  void aStreamThatFailsFailsTheStatement() {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("closed by the reader");
          }
        };
    assertThatThrownBy(
            () ->
                connection
                    .unwrap(PacelineConnection.class)
                    .copyTo("COPY (SELECT 1) TO STDOUT", broken))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("closed by the reader");
    assertThatThrownBy(
            () ->
                connection
                    .unwrap(PacelineConnection.class)
                    .copyFrom("SELECT 1", new ByteArrayInputStream(new byte[0])))
        .hasMessageContaining("FROM STDIN");
  }

  @Test
  void onlyAllowedDirectoriesAreWritten() throws SQLException {
    Path allowed = directory.resolve("out");
    assertThat(allowed.toFile().mkdir()).isTrue();
    try (var limited = DriverManager.getConnection(URL + ";file_access=" + allowed);
        var statement = limited.createStatement()) {
      assertThat(statement.executeUpdate("COPY (SELECT 1) TO '" + allowed + "/x.csv'")).isOne();
      assertThatThrownBy(() -> statement.execute("COPY (SELECT 1) TO '" + directory + "/x.csv'"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
      assertThatThrownBy(() -> statement.execute("SET file_access = 'all'"))
          .hasMessageContaining("file_access");
    }
  }
}
