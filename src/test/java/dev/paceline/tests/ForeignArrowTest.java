package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.jdbc.PacelineConnection;
import dev.paceline.calcite.session.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Arrow files and streams of pyarrow 26: a table of four rows with a column of each type and each
 * layout, whose values are known, in files with and without compression and in a stream of a batch
 * for each row.
 */
@WithoutC2
class ForeignArrowTest {
  /** Columns and their four values as text. */
  private static final String VALUES =
      """
          b | true | NULL | false | true
          i8 | -128 | NULL | 127 | 0
          i16 | -32768 | NULL | 32767 | 0
          i32 | -2147483648 | NULL | 2147483647 | 0
          i64 | -9223372036854775808 | NULL | 9223372036854775807 | 0
          u8 | 255 | NULL | 0 | 1
          u16 | 65535 | NULL | 0 | 1
          u32 | 4294967295 | NULL | 0 | 1
          u64 | 18446744073709551615 | NULL | 0 | 1
          f16 | 1.5 | NULL | -0.25 | 65504.0
          f32 | 1.5 | NULL | -3.4028235e+38 | 0.1
          f64 | 0.1 | NULL | 1.7976931348623157e+308 | -4.9e-324
          d32 | -9999999.99 | NULL | 0.01 | 1.00
          d64 | -999999999999999.999 | NULL | 0.001 | 1.000
          d128 | -99999999999999999999999999999999999999 | NULL | 99999999999999999999999999999999999999 | 1
          d128s | -1234.5678 | NULL | 0.0001 | 1.0000
          d256 | -99999999999999999999999999999999999999 | NULL | 12345678901234567890 | 1
          date32 | 0001-01-01 | NULL | 9999-12-31 | 1970-01-01
          date64 | 1969-12-31 | NULL | 2024-02-29 | 1970-01-01
          t32s | 00:00:00 | NULL | 23:59:59 | 01:02:03
          t32ms | 00:00:00 | NULL | 23:59:59.999 | 01:02:03
          t64us | 00:00:00 | NULL | 23:59:59.999999 | 01:02:03
          t64ns | 00:00:00 | NULL | 23:59:59.999999 | 00:00:00.000001
          tss | 1969-12-31 23:59:59 | NULL | 2024-02-29 00:00:00 | 1970-01-01 00:00:00
          tsms | 1969-12-31 23:59:59.999 | NULL | 2024-02-29 00:00:00.123 | 1970-01-01 00:00:00
          tsus | 1969-12-31 23:59:59.999999 | NULL | 2024-02-29 00:00:00.123456 | 1970-01-01 00:00:00
          tsns | 1969-12-31 23:59:59.999999 | NULL | 2024-02-29 00:00:00.123456 | 1970-01-01 00:00:00
          tz | 1970-01-01 00:00:00+00 | NULL | 2024-02-29 00:00:00.123456+00 | 1969-12-31 23:59:59.999999+00
          dur | -00:00:00.001 | NULL | 24:00:00 | 00:00:00
          s | "" | aaa | NULL | üñí€😀
          ls | x | NULL | long string of more than twelve bytes | ""
          sv | short | NULL | long string of more than twelve bytes | exactly twelv
          n | NULL | NULL | NULL | NULL
          dict | two | NULL | zero | one
          dictnull | NULL | NULL | zero | two
          dictint | -9223372036854775808 | NULL | 10 | 9223372036854775807
          dictdup | x | NULL | x | y
          li | [1, NULL, 3] | NULL | [] | [4]
          fl | [1.5, 2.5] | NULL | [NULL, 0.5] | [3.0, 4.0]
          lv | [1, 2] | NULL | [] | [3]
          lnest | [[1], []] | NULL | [NULL] | [[2, 3]]
          st | {'x': 1, 'y': a} | NULL | {'x': NULL, 'y': NULL} | {'x': 2, 'y': b}
          lst | [{'x': 1, 'd': 2024-01-01}] | NULL | [] | [NULL]
          m | {k=1, l=NULL} | NULL | {} | {z=2}
          ldict | [q, p] | NULL | [] | [q]
      """;

  @TempDir private Path directory;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection =
        DriverManager.getConnection("jdbc:paceline:mem:;memory=256m;workers=1;time_zone=UTC");
  }

  @AfterEach
  void close() throws SQLException {
    var ledger = connection.unwrap(Session.class).instance().engine().ledger();
    connection.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  /** Returns the name of a file in quotes. Files are kept as text. */
  private String file(String name) throws IOException {
    Path file = directory.resolve(name);
    String resource = "/arrow/" + name + ".gz.base64";
    if (Files.notExists(file)) {
      try (InputStream text = ForeignArrowTest.class.getResourceAsStream(resource)) {
        assertThat(text).as(resource).isNotNull();
        Files.copy(new GZIPInputStream(Base64.getMimeDecoder().wrap(text)), file);
      }
    }
    return "'" + file + "'";
  }

  /** Returns the only column of a result; NULL as "NULL". */
  private List<String> values(String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        String value = rows.getString(1);
        values.add(value == null ? "NULL" : value.isEmpty() ? "\"\"" : value);
      }
    }
    return values;
  }

  private void update(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void assertAllValues(String file) throws SQLException {
    for (String line : VALUES.strip().lines().map(String::strip).toList()) {
      String[] parts = line.split(" \\| ");
      String sql = "SELECT CAST(%s AS VARCHAR) FROM %s".formatted(parts[0], file);
      assertThat(values(sql)).as(sql).isEqualTo(List.of(parts).subList(1, 5));
    }
    for (String column : List.of("bin", "lbin")) {
      assertThat(values("SELECT hex(" + column + ") FROM " + file))
          .containsExactly("00FF", "NULL", "\"\"", "616263");
    }
    assertThat(values("SELECT hex(fb) FROM " + file))
        .containsExactly("00FF", "NULL", "6162", "6364");
    assertThat(values("SELECT hex(bv) FROM " + file))
        .containsExactly("00FF", "NULL", "30313233343536373839616263646566", "616263");
    assertThat(values("SELECT CAST(ll AS VARCHAR) FROM " + file))
        .containsExactly("[a, NULL]", "NULL", "[]", "[b\u0000c]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"types.arrow", "types-lz4.arrow", "types-zstd.arrows"})
  void everyTypeAndLayoutIsRead(String name) throws SQLException, IOException {
    assertAllValues(file(name));
  }

  /** What Paceline writes of the file has the same values. */
  @ParameterizedTest
  @CsvSource({"none, arrow", "lz4, arrow", "zstd, arrows", "none, arrows"})
  void everyTypeIsWritten(String compression, String suffix) throws SQLException, IOException {
    String written = "'" + directory.resolve("written." + suffix) + "'";
    update(
        "COPY (SELECT * FROM %s) TO %s (COMPRESSION '%s')"
            .formatted(file("types.arrow"), written, compression));
    assertAllValues(written);
  }

  /** Batches of one row: offsets into lists and strings do not begin at 0. */
  @Test
  void batchesAreReadInTheirOrder() throws SQLException, IOException {
    String file = file("parts.arrows");
    for (String line : VALUES.strip().lines().map(String::strip).toList()) {
      String[] parts = line.split(" \\| ");
      if (!parts[0].equals("ldict")) {
        String sql = "SELECT CAST(%s AS VARCHAR) FROM %s".formatted(parts[0], file);
        assertThat(values(sql))
            .as(sql)
            .containsExactlyInAnyOrder(parts[1], parts[2], parts[3], parts[4]);
      }
    }
  }

  @Test
  void dictionariesGrowAndAreReplaced() throws SQLException, IOException {
    assertThat(values("SELECT d FROM " + file("replaced.arrows")))
        .containsExactlyInAnyOrder("a", "b", "d", "c", "NULL", "c");
    assertThat(values("SELECT d FROM " + file("delta.arrows")))
        .containsExactlyInAnyOrder("a", "b", "c", "a", "e");
  }

  /** A dictionary of pyarrow may have the same value twice. */
  @Test
  void equalEntriesOfDictionariesAreEqual() throws SQLException, IOException {
    String file = file("types.arrow");
    assertThat(values("SELECT count(DISTINCT dictdup) FROM " + file)).containsExactly("2");
    assertThat(values("SELECT count(*) FROM " + file + " GROUP BY dictdup ORDER BY 1"))
        .containsExactly("1", "1", "2");
    assertThat(values("SELECT count(*) FROM " + file + " WHERE dictdup = 'x'"))
        .containsExactly("2");
    assertThat(values("SELECT dict FROM " + file + " WHERE dictnull IS NULL ORDER BY 1"))
        .containsExactly("two", "NULL");
  }

  @Test
  void filtersAndLimitsWorkOnFiles() throws SQLException, IOException {
    String file = file("types-lz4.arrow");
    assertThat(values("SELECT s FROM " + file + " WHERE i64 > 0")).containsExactly("NULL");
    assertThat(values("SELECT i8 FROM " + file + " WHERE li[1] = 4")).containsExactly("0");
    assertThat(values("SELECT st.x FROM " + file + " WHERE st.y = 'b'")).containsExactly("2");
    assertThat(values("SELECT m['z'] FROM " + file + " WHERE i8 = 0")).containsExactly("2");
    assertThat(values("SELECT i8 FROM " + file + " LIMIT 1")).containsExactly("-128");
    assertThat(values("SELECT count(*) FROM " + file)).containsExactly("4");
    assertThat(values("SELECT count(*) FROM " + file("empty.arrow"))).containsExactly("0");
    assertThat(values("SELECT s FROM read_arrow(" + file + ") WHERE d128 > 1"))
        .containsExactly("NULL");
  }

  @Test
  void otherColumnsOfAFileAreRead() throws SQLException, IOException {
    String file = file("odd.arrow");
    assertThat(values("SELECT a FROM " + file)).containsExactly("1", "2");
    assertThat(values("SELECT e FROM " + file + " WHERE z = 'y'")).containsExactly("6");
    assertThatThrownBy(() -> values("SELECT u FROM " + file))
        .hasMessageContaining("column u")
        .hasMessageContaining("unions are not read");
    assertThatThrownBy(() -> values("SELECT r FROM " + file))
        .hasMessageContaining("column r")
        .hasMessageContaining("runs of values");
  }

  @Test
  void severalFilesAreOneTable() throws SQLException, IOException {
    file("replaced.arrows");
    file("delta.arrows");
    String all = "'" + directory + "/*.arrows'";
    assertThat(values("SELECT count(*) FROM " + all)).containsExactly("11");
    assertThat(
            values(
                "SELECT DISTINCT filename FROM read_arrow("
                    + all
                    + ", filename = true) WHERE d = 'e'"))
        .containsExactly(directory.resolve("delta.arrows").toString());
    String odd = file("odd.arrow");
    String lists = "[" + file("delta.arrows") + ", " + odd + "]";
    assertThatThrownBy(() -> values("SELECT d FROM read_arrow(" + lists + ")"))
        .hasMessageContaining("union_by_name");
    assertThat(
            values(
                "SELECT coalesce(d, z) FROM read_arrow("
                    + lists
                    + ", union_by_name = true) ORDER BY 1"))
        .containsExactly("a", "a", "b", "c", "e", "x", "y");
  }

  @Test
  void resultsAreStreams() throws SQLException, IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    PacelineConnection paceline = connection.unwrap(PacelineConnection.class);
    paceline.copyTo(
        "COPY (SELECT i, [i, NULL] AS l FROM range(5000) AS t (i)) TO STDOUT (FORMAT arrow)",
        stream);
    Path file = Files.write(directory.resolve("result.arrow"), stream.toByteArray());
    assertThat(values("SELECT sum(i) || ' ' || sum(l[1]) FROM '" + file + "'"))
        .containsExactly("12497500 12497500");
    update("CREATE TABLE t (i BIGINT)");
    assertThat(
            paceline.copyFrom(
                "COPY t FROM STDIN (FORMAT arrow)", Files.newInputStream(narrow(file))))
        .isEqualTo(5000);
  }

  private Path narrow(Path file) throws SQLException {
    Path narrow = directory.resolve("narrow.arrows");
    update("COPY (SELECT i FROM '" + file + "') TO '" + narrow + "'");
    return narrow;
  }

  @Test
  void wrongOptionsAreErrors() throws IOException {
    String target = "'" + directory.resolve("x.arrow") + "'";
    assertThatThrownBy(() -> update("COPY (SELECT 1) TO " + target + " (COMPRESSION gzip)"))
        .hasMessageContaining("none, lz4 or zstd");
    assertThatThrownBy(() -> update("COPY (SELECT 1) TO " + target + " (BATCH_SIZE 0)"))
        .hasMessageContaining("batch_size");
    assertThatThrownBy(() -> values("SELECT * FROM read_arrow(" + file("odd.arrow") + ", a = 1)"))
        .hasMessageContaining("no option a");
  }
}
