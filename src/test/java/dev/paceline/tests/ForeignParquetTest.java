package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.Session;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Parquet files of pyarrow 26, in which encodings, types and page indexes occur that DuckDB does
 * not write. DuckDB reads the same files, but for a few columns, whose values are known.
 */
@WithoutC2
class ForeignParquetTest {
  @TempDir private Path directory;
  private Connection paceline;
  private Connection duckDb;

  @BeforeEach
  void open() throws SQLException {
    paceline =
        DriverManager.getConnection("jdbc:paceline:mem:;memory=256m;workers=1;time_zone=UTC");
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    // The rules of other zones depend on the data that each product has.
    try (Statement statement = duckDb.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
    }
  }

  @AfterEach
  void close() throws SQLException {
    var ledger = paceline.unwrap(Session.class).instance().engine().ledger();
    paceline.close();
    duckDb.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  /** Returns the name of a file in quotes. Files are kept as text. */
  private String file(String name) throws IOException {
    Path file = directory.resolve(name + ".parquet");
    String resource = "/parquet/" + name + ".parquet.gz.base64";
    try (InputStream text = ForeignParquetTest.class.getResourceAsStream(resource)) {
      assertThat(text).as(resource).isNotNull();
      Files.copy(new GZIPInputStream(Base64.getMimeDecoder().wrap(text)), file);
    }
    return "'" + file + "'";
  }

  private void assertSame(String sql) throws SQLException {
    assertSame(sql, sql);
  }

  private void assertSame(String ours, String theirs) throws SQLException {
    assertThat(TextRows.of(paceline, ours)).as(ours).isEqualTo(TextRows.of(duckDb, theirs));
  }

  @ParameterizedTest
  @ValueSource(strings = {"encodings-1", "encodings-2"})
  void encodings(String name) throws SQLException, IOException {
    String file = file(name);
    assertSame("select i32, i64, \"asc\", dl, db, f, d, bi, bl, b, few from " + file);
    assertSame("select dfx from " + file, "select lower(hex(dfx)) from " + file);
    assertSame("select count(i32), sum(i64), min(dl), max(few), sum(bi) from " + file);
    List<String> fixed = TextRows.of(paceline, "select bfx from " + file);
    for (int i = 0; i < fixed.size(); i++) {
      StringBuilder hex = new StringBuilder();
      "%04d".formatted(i).chars().forEach(c -> hex.append(Integer.toHexString(c)));
      assertThat(fixed.get(i)).isEqualTo(hex + "|");
    }
  }

  @Test
  void types() throws SQLException, IOException {
    String file = file("types");
    assertSame(
        "select u8, u16, u32, u64, i8, i16, cast(t32s as varchar), cast(t32ms as varchar),"
            + " cast(t64us as varchar), cast(tss as varchar), cast(tsms as varchar), cast(tsus as"
            + " varchar), d32, d64, dec5,"
            + " dec18, dec38, f16, uid, js, ls, sv, cat, nil, dur from "
            + file);
    assertSame("select bin from " + file, "select lower(hex(bin)) from " + file);
    assertSame(
        "select cast(cast(tsz as timestamp) as varchar) from " + file,
        "select tsz::timestamp::varchar from " + file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"li", "st", "ma"})
  void nestedColumns(String column) throws SQLException, IOException {
    assertSame("select cast(" + column + " as varchar) from " + file("types"));
  }

  /** Columns that cannot be read are named, and do not stand in the way of others. */
  @Test
  void unreadableColumns() throws SQLException, IOException {
    String file = file("types");
    assertThatThrownBy(() -> TextRows.of(paceline, "select dec256 from " + file))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("column dec256 of")
        .hasMessageContaining("DECIMAL(60");
    assertThatThrownBy(() -> TextRows.of(paceline, "select * from " + file))
        .hasMessageContaining("column dec256");
    assertThat(TextRows.of(paceline, "select count(*) from " + file)).containsExactly("100|");
  }

  @Test
  void oldTimestampsAndDecimalsWithoutStatistics() throws SQLException, IOException {
    String file = file("int96");
    assertSame(
        "select cast(tsus as varchar), cast(tss as varchar), dec5, dec18, dec38, u8 from "
            + file
            + " order by tss");
    assertSame("select count(*) from " + file + " where tsus >= timestamp '1990-01-01 00:00:00'");
    assertSame("select count(*), sum(dec5) from " + file + " where dec18 < 0");
    assertSame("select sum(u8), count(u8), max(dec38) from " + file("empty"));
    assertSame("select * from '" + directory + "/empty.parquet'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pages", "pages-2"})
  void pageIndexes(String name) throws SQLException, IOException {
    String file = file(name);
    for (String condition :
        List.of(
            "k between 730 and 741",
            "k in (3, 899, 900, 1997)",
            "k < 250 or k > 1800",
            "n between 260 and 270",
            "n = 300 and k > 600",
            "n is null and k between 450 and 520",
            "n is not null and k < 510",
            "s >= 'key 01990'",
            "s in ('key 00100', 'key 00899', 'key 00900', 'nothing')",
            "s like 'key 0012%'",
            "few = 'f3' and k % 100 = 7",
            "few = 'f3' and n = 700",
            "dbl > 249.5",
            "dbl = 100.0",
            "b and k between 890 and 910",
            "v = 17",
            "v is null and k between 899 and 903",
            "k = -1",
            "k between 100 and 120 and s > 'key 01000'")) {
      assertSame("select * from " + file + " where " + condition + " order by k");
      assertSame("select count(*), sum(v) from " + file + " where " + condition);
    }
    assertSame(
        "select a.k, a.few from %1$s a join (select k from %1$s where v < 3) b on a.k = b.k"
                .formatted(file)
            + " order by 1");
  }
}
