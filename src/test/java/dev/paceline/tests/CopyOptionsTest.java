package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Options of COPY … TO and EXPORT DATABASE, and what Parquet files say about themselves. */
@WithoutC2
class CopyOptionsTest extends FileComparisonTest {
  private Path file;

  @BeforeEach
  void makeTables() throws SQLException {
    file = directory.resolve("copied");
    for (Connection connection : List.of(paceline, duckDb)) {
      run(
          connection,
          "create table t as select * from (values"
              + " (1, 'x', DATE '2020-01-02', TIMESTAMP '2020-01-02 03:04:05.678', 1.25),"
              + " (NULL, NULL, NULL, NULL, NULL),"
              + " (2, 'a\"b,c', DATE '1999-12-31', TIMESTAMP '1999-12-31 00:00:00', -2.25))"
              + " as v (i, s, d, ts, n)");
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void assertFails(String sql, String message) {
    assertThatThrownBy(() -> run(paceline, sql)).as(sql).hasMessageContaining(message);
  }

  /** Checks that both write the same text. */
  private void assertWritesSame(String options) throws SQLException, IOException {
    String sql = "copy t to '" + file + "' (" + options + ")";
    run(paceline, sql);
    String ours = Files.readString(file);
    Files.delete(file);
    run(duckDb, sql);
    assertThat(ours).as(sql).isEqualTo(Files.readString(file));
  }

  @Test
  void formatsOfDatesAndTimestamps() throws SQLException, IOException {
    assertWritesSame("format csv, dateformat '%d/%m/%Y'");
    assertWritesSame("format csv, timestampformat '%d.%m.%Y %H:%M'");
    assertWritesSame(
        "format csv, dateformat '%d,%m', timestampformat '%A, %-d %B %Y - %I:%M:%S %p'");
    assertWritesSame("format csv, date_format '%j', timestamp_format '%H:%M:%S.%f', delim '|'");
    assertWritesSame("format json, dateformat '%d/%m/%Y', timestampformat '\"%d.%m.%Y\" %H:%M'");
    assertFails(
        "copy t to '" + file + "' (format csv, dateformat '%Q')", "%Q, which stands for nothing");
  }

  @Test
  void footersOfParquet() throws SQLException {
    String parquet = "'" + directory.resolve("k.parquet") + "'";
    run(
        paceline,
        "copy t to "
            + parquet
            + " (kv_metadata {origin: 'here', 'two words': 'é\\'}, field_ids {i: 7, s: 8},"
            + " parquet_version v1, row_group_size_bytes '1MB')");
    for (String query :
        List.of(
            "select decode(key), decode(value) from parquet_kv_metadata(",
            "select num_rows, num_row_groups, format_version, created_by, file_size_bytes,"
                + " footer_size from parquet_file_metadata(",
            "select field_id, name, type, num_children, converted_type, scale,"
                + " \"precision\", column_id from parquet_schema(",
            "select row_group_num_columns, num_values, path_in_schema, stats_null_count,"
                + " stats_min_value, stats_max_value, total_compressed_size, bloom_filter_offset"
                + " from parquet_metadata(")) {
      assertSame(query + parquet + ")");
    }
    assertFails(
        "copy t to " + parquet + " (encryption_config {footer_key: 'k'})",
        "Paceline writes no encrypted files");
    assertFails(
        "select * from read_parquet(" + parquet + ", encryption_config = {footer_key: 'k'})",
        "Paceline reads no encrypted files");
    assertFails("copy t to " + parquet + " (field_ids {x: 7})", "names x");
    assertFails("copy t to " + parquet + " (field_ids {i: 'a'})", "but is a for i");
    assertFails("copy t to " + parquet + " (kv_metadata 'a')", "values by names");
    assertFails("copy t to " + parquet + " (parquet_version 'v3')", "V1 or V2");
  }

  @Test
  void numbersOfNestedColumns() throws SQLException {
    String nested = "copy (select {'a': 1, 'b': [1]} as s, map {'k': 2} as m, 3 as z) to '";
    for (String ids :
        List.of(
            "'auto'",
            "{s: {__duckdb_field_id: 1, a: 2, b: {__duckdb_field_id: 3, element: 4}},"
                + " m: {key: 5, value: 6}}")) {
      Path ours = directory.resolve("ours.parquet");
      Path theirs = directory.resolve("theirs.parquet");
      run(paceline, nested + ours + "' (field_ids " + ids + ")");
      run(duckDb, nested + theirs + "' (field_ids " + ids + ")");
      String read = "select name, field_id from parquet_schema('%s') where column_id > 0";
      assertThat(TextRows.of(paceline, read.formatted(ours)))
          .isEqualTo(TextRows.of(duckDb, read.formatted(theirs)));
    }
  }

  @Test
  void bloomFilters() throws SQLException {
    Path parquet = directory.resolve("b.parquet");
    String rows =
        "copy (select range %% 10 as i, 'v' || (range %% 10) as s, DATE '2020-01-01' as d"
            + " from range(10000)) to '%s' (format parquet%s)";
    for (Connection writer : List.of(paceline, duckDb)) {
      run(writer, rows.formatted(parquet, ""));
      for (String probe : List.of("'i', 7", "'i', 77", "'s', 'v7'", "'s', 'v77'")) {
        assertSame(
            "select row_group_id, bloom_filter_excludes from parquet_bloom_probe('"
                + parquet
                + "', "
                + probe
                + ")");
      }
    }
    run(paceline, rows.formatted(parquet, ", write_bloom_filter false"));
    String probe = "select bloom_filter_excludes from parquet_bloom_probe('" + parquet + "', ";
    assertSame(probe + "'i', 77)");
    assertFails(probe + "'q', 77)", "names q");
    assertFails(probe + "'i', 'x')", "'x' is no value of type INTEGER");
    assertFails(probe + "'i')", "needs a path, a column and a value");
  }

  @Test
  void filesOfOtherTypes() throws SQLException {
    List<String> rows =
        List.of(
            "select 1 as a, DATE '2020-01-01' as t, 'x' as b",
            "select 'q' as a, TIMESTAMP '2020-01-01 10:00:00' as t, 'y' as b",
            "select DATE '2022-02-02' as a, DATE '2021-01-01' as t, NULL as b");
    for (String format : List.of("parquet", "arrow")) {
      for (int i = 0; i < rows.size(); i++) {
        Path path = directory.resolve(i + "." + format);
        run(paceline, "copy (" + rows.get(i) + ") to '" + path + "' (format " + format + ")");
        Path same = directory.resolve("same" + i + ".parquet");
        run(paceline, "copy (" + rows.get(i) + ") to '" + same + "'");
      }
      String ours =
          "read_" + format + "('" + directory + "/?." + format + "', union_by_name = true)";
      String theirs = "read_parquet('" + directory + "/same?.parquet', union_by_name = true)";
      for (String query :
          List.of(
              "select a, cast(t as varchar), typeof(t), b from FILES order by t",
              "select b from FILES where a = '1'",
              "select count(*) from FILES where t < TIMESTAMP '2020-01-01 05:00:00'",
              "select cast(max(t) as varchar), min(a) from FILES")) {
        assertThat(TextRows.of(paceline, query.replace("FILES", ours)))
            .as(query)
            .isEqualTo(TextRows.of(duckDb, query.replace("FILES", theirs)));
      }
    }
  }

  @Test
  void exportsWithOptions() throws SQLException {
    for (String options :
        List.of(
            "format csv, delimiter '|', nullstr 'none', dateformat '%d.%m.%Y'",
            "format csv, quote '''', header false",
            "format json, timestampformat '%d.%m.%Y %H:%M:%S.%f'",
            "compression zstd, row_group_size 100000")) {
      Path path = directory.resolve("e" + options.length());
      run(paceline, "export database '" + path + "' (" + options + ")");
      List<String> before = TextRows.of(paceline, "select * from t order by i");
      run(paceline, "drop table t");
      run(paceline, "import database '" + path + "'");
      assertThat(TextRows.of(paceline, "select * from t order by i")).as(options).isEqualTo(before);
    }
    assertFails("export database '" + directory.resolve("z") + "' (bogus 1)", "no option bogus");
    assertThat(directory.resolve("z")).doesNotExist();
  }
}
