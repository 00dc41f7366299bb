package dev.paceline.tests;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists, structs and maps in Parquet files, read by Paceline and by DuckDB. */
@WithoutC2
class NestedParquetTest extends FileComparisonTest {
  private static final String COLUMNS =
      "i, case when i % 7 > 0 then [x::integer for x in range(i % 5)] end as l,"
          + " [case when x % 3 > 0 then 'text ' || x end for x in range(i % 4)] as t,"
          + " case when i % 5 > 0 then [case when y > 0 then [case when x > 0 then x * 1.5 end for x"
          + " in range(i % 3)] end for y in range(i % 4)] end as ll,"
          + " case when i % 3 > 0 then {'a': case when i % 4 > 0 then i end, 'b': 'b' || i % 10}"
          + " end as s,"
          + " case when i % 6 > 0 then {'l': [i, null], 'n': {'d': date '2024-01-01' + i::integer %"
          + " 99, 'x': null::integer}} end as sl,"
          + " [{'k': x, 'm': map {'one': x}} for x in range(i % 3)] as ls,"
          + " case when i % 8 > 0 then map([x for x in range(i % 3)], [['v' || x, null] for x in"
          + " range(i % 3)]) end as m,"
          + " [null::integer] as nulls, case when i < 0 then [1] end as never";

  private static final List<String> NAMES =
      List.of("l", "t", "ll", "s", "sl", "ls", "m", "nulls", "never");

  private static List<String> texts(Connection connection, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  private void assertSameColumns(String from) throws SQLException {
    for (String name : NAMES) {
      String sql = "SELECT CAST(%s AS VARCHAR) FROM %s ORDER BY i".formatted(name, from);
      assertThat(texts(paceline, sql)).as(sql).isEqualTo(texts(duckDb, sql));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, v1, snappy, 2048",
    "1, v1, uncompressed, 2048",
    "5000, v1, snappy, 2048",
    "5000, v2, zstd, 2048",
    "140000, v1, snappy, 200000",
  })
  void filesOfDuckDb(int rows, String version, String compression, int groupRows)
      throws SQLException {
    String file = "'" + directory.resolve("nested.parquet") + "'";
    execute(
        duckDb,
        "COPY (SELECT %s FROM range(%d) t(i)) TO %s (FORMAT parquet, PARQUET_VERSION %s, COMPRESSION %s, ROW_GROUP_SIZE %d)"
            .formatted(COLUMNS, rows, file, version, compression, groupRows));
    if (rows < 100_000) {
      assertSameColumns(file);
    } else {
      // A row group of several chunks, some rows of each.
      assertSameColumns("(SELECT * FROM " + file + " WHERE i % 1009 = 5) AS t");
    }
    String count = "SELECT count(*) || ' ' || count(l) || ' ' || count(m) FROM " + file;
    assertThat(texts(paceline, count)).isEqualTo(texts(duckDb, count));
  }

  /** What Paceline writes of the rows, several pages and row groups of it, is the same for both. */
  @ParameterizedTest
  @CsvSource({"0, snappy, 1000", "3000, snappy, 1000", "30000, zstd, 100000"})
  void filesOfPaceline(int rows, String compression, int groupRows) throws SQLException {
    String source = "'" + directory.resolve("nested.parquet") + "'";
    String file = "'" + directory.resolve("written.parquet") + "'";
    execute(
        duckDb,
        "COPY (SELECT %s FROM range(%d) t(i)) TO %s (FORMAT parquet)"
            .formatted(COLUMNS, rows, source));
    execute(
        paceline,
        "COPY (SELECT * FROM %s) TO %s (COMPRESSION %s, ROW_GROUP_SIZE %d)"
            .formatted(source, file, compression, groupRows));
    assertSameColumns(file);
    for (String name : NAMES) {
      String sql = "SELECT CAST(%s AS VARCHAR) FROM %s ORDER BY i";
      assertThat(texts(duckDb, sql.formatted(name, file)))
          .as(name)
          .isEqualTo(texts(duckDb, sql.formatted(name, source)));
    }
    String bytes = "SELECT count(*) || ' ' || sum(num_values) FROM parquet_metadata(" + file + ")";
    assertThat(texts(paceline, bytes)).isEqualTo(texts(duckDb, bytes));
  }

  @Test
  void mapsOfStructsKeepTheirKeys() throws SQLException {
    String file = "'" + directory.resolve("maps.parquet") + "'";
    execute(
        paceline,
        "COPY (SELECT map {{'key': 1, 'value': NULL}: [{'key': 2, 'value': map {'a': 3}}]} AS m"
            + " FROM range(3)) TO "
            + file);
    String sql = "SELECT CAST(m AS VARCHAR) FROM " + file;
    assertThat(texts(paceline, sql)).isEqualTo(texts(duckDb, sql)).hasSize(3);
    assertThatThrownBy(() -> execute(paceline, "COPY (SELECT (1, 'x') AS t) TO " + file))
        .hasMessageContaining("column t")
        .hasMessageContaining("no names");
  }

  @Test
  void listsOfIntervalsKeepThem() throws SQLException {
    String file = "'" + directory.resolve("intervals.parquet") + "'";
    execute(paceline, "COPY (SELECT [INTERVAL '1' DAY, NULL, INTERVAL '3' HOUR] AS t) TO " + file);
    String sql = "SELECT CAST(t AS VARCHAR) FROM " + file;
    assertThat(texts(paceline, sql)).isEqualTo(texts(duckDb, sql)).hasSize(1);
  }

  @Test
  void partsOfValuesAreReadAndFiltered() throws SQLException {
    String file = "'" + directory.resolve("nested.parquet") + "'";
    execute(duckDb, "COPY (SELECT " + COLUMNS + " FROM range(3000) t(i)) TO " + file);
    for (String query :
        List.of(
            "SELECT CAST(s.a AS VARCHAR) FROM %s WHERE s.b = 'b7' ORDER BY i",
            "SELECT CAST(sl.n.d AS VARCHAR) FROM %s WHERE sl.l[1] > 2990 ORDER BY i",
            "SELECT CAST(sum(len(l)) AS VARCHAR) FROM %s",
            "SELECT CAST(count(*) AS VARCHAR) FROM %s WHERE l IS NULL",
            "SELECT CAST(count(DISTINCT t) AS VARCHAR) FROM %s",
            "SELECT CAST(count(*) AS VARCHAR) FROM %s WHERE t = ['x']",
            "SELECT CAST(sum(x) AS VARCHAR) FROM (SELECT unnest(l) AS x FROM %s) AS u")) {
      String sql = query.formatted(file);
      assertThat(texts(paceline, sql)).as(sql).isEqualTo(texts(duckDb, sql));
    }
  }
}
