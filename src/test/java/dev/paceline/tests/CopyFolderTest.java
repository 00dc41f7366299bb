package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** COPY to directories of files, which DuckDB and we read again. */
class CopyFolderTest {
  private static final int ROWS = 5000;

  private static final String ALL =
      "SELECT CAST(count(*) AS INTEGER), CAST(sum(i) AS BIGINT), CAST(count(s) AS INTEGER) FROM ";

  @TempDir private Path directory;
  private Connection paceline;
  private Connection duckDb;

  @BeforeEach
  void open() throws SQLException {
    paceline = DriverManager.getConnection("jdbc:paceline:mem:;memory=256m;workers=2");
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    update(
        "CREATE TABLE t AS SELECT CAST(i AS INTEGER) AS i, CAST(i AS INTEGER) % 3 AS k,"
            + " CASE WHEN CAST(i AS INTEGER) % 7 = 0 THEN NULL WHEN CAST(i AS INTEGER) % 7 = 1"
            + " THEN 'a b/c=%é' ELSE 'v' || CAST(CAST(i AS INTEGER) % 2 AS VARCHAR) END AS s,"
            + " DATE '2024-01-31' AS d, 'text ' || CAST(i AS VARCHAR) AS x"
            + " FROM generate_series(0, "
            + (ROWS - 1)
            + ") AS g (i)");
  }

  @AfterEach
  void close() throws SQLException {
    var ledger = paceline.unwrap(Session.class).instance().engine().ledger();
    paceline.close();
    duckDb.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  private int update(String sql) throws SQLException {
    try (Statement statement = paceline.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private List<String> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private void assertOnlyTheTarget(String... names) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      assertThat(all.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder(names);
    }
  }

  @ParameterizedTest
  @CsvSource({"csv, csv, read_csv", "parquet, parquet, read_parquet", "json, json, read_json"})
  void partitions(String format, String suffix, String function) throws SQLException, IOException {
    Path folder = directory.resolve("out");
    String options = " (FORMAT " + format + ", PARTITION_BY (k, s)";
    assertThat(update("COPY t TO '" + folder + "'" + options + ")")).isEqualTo(ROWS);
    assertThat(files(folder))
        .hasSize(12)
        .contains("k=1/s=__HIVE_DEFAULT_PARTITION__/data_0." + suffix)
        .contains("k=2/s=a%20b%2Fc%3D%25%C3%A9/data_0." + suffix);
    String pattern = function + "('" + folder + "/**/*." + suffix + "', hive_partitioning = true)";
    String query =
        "SELECT CAST(k AS VARCHAR), s, CAST(count(*) AS INTEGER), CAST(sum(i) AS BIGINT), min(x)"
            + " FROM %s GROUP BY k, s ORDER BY 1, 2 NULLS LAST";
    List<String> expected = TextRows.of(paceline, query.formatted("t"));
    assertThat(expected).hasSize(12);
    assertThat(TextRows.of(paceline, query.formatted(pattern))).isEqualTo(expected);
    assertThat(TextRows.of(duckDb, query.formatted(pattern))).isEqualTo(expected);
    assertThat(TextRows.of(paceline, query.formatted(pattern + " WHERE k = 1 AND s = 'v0'")))
        .hasSize(1);
    assertOnlyTheTarget("out");
  }

  @Test
  void whatBecomesOfFilesThatExist() throws SQLException, IOException {
    Path folder = directory.resolve("out");
    String copy = "COPY t TO '" + folder + "' (FORMAT csv, PARTITION_BY k";
    update(copy + ")");
    Path other = Files.writeString(folder.resolve("other.txt"), "here");
    assertThatThrownBy(() -> update(copy + ")")).hasMessageContaining("is not empty");
    assertThat(files(folder)).hasSize(4);
    update(copy + ", OVERWRITE_OR_IGNORE)");
    assertThat(files(folder)).hasSize(4);
    update(copy + ", APPEND)");
    assertThat(files(folder)).hasSize(7);
    String all = "'" + folder + "/*/*.csv'";
    assertThat(TextRows.of(paceline, "SELECT count(*) FROM " + all))
        .containsExactly(2 * ROWS + "|");
    update(copy + ", OVERWRITE, FILENAME_PATTERN 'part-{i}-x', WRITE_PARTITION_COLUMNS)");
    assertThat(files(folder))
        .containsExactly("k=0/part-0-x.csv", "k=1/part-0-x.csv", "k=2/part-0-x.csv");
    assertThat(other).doesNotExist();
    assertThat(Files.readString(folder.resolve("k=1/part-0-x.csv"))).startsWith("i,k,s,d,x\n");
    assertOnlyTheTarget("out");
  }

  @Test
  void anErrorLeavesNothing() throws SQLException, IOException {
    Path folder = directory.resolve("out");
    for (String options : List.of("PARTITION_BY k", "PER_THREAD_OUTPUT", "FILE_SIZE_BYTES '1kB'")) {
      assertThatThrownBy(
              () ->
                  update(
                      "COPY (SELECT i, k, 1 / (i - 4990) AS q FROM t) TO '"
                          + folder
                          + "' (FORMAT csv, "
                          + options
                          + ")"))
          .hasMessageContaining("division by zero");
      assertOnlyTheTarget();
    }
    update("COPY t TO '" + folder + "' (FORMAT csv, PARTITION_BY k)");
    Path before = folder.resolve("k=0/data_0.csv");
    String content = Files.readString(before);
    assertThatThrownBy(
            () ->
                update(
                    "COPY (SELECT i, k, 1 / (i - 4990) AS q FROM t) TO '"
                        + folder
                        + "' (FORMAT csv, PARTITION_BY k, OVERWRITE)"))
        .hasMessageContaining("division by zero");
    assertThat(Files.readString(before)).isEqualTo(content);
    assertOnlyTheTarget("out");
  }

  @Test
  void filesOfWorkersAndOfSizes() throws SQLException, IOException {
    Path folder = directory.resolve("out");
    for (String format : List.of("csv", "json", "parquet")) {
      String copy = "COPY t TO '" + folder + "' (OVERWRITE, FORMAT " + format;
      update(copy + ", PER_THREAD_OUTPUT)");
      assertThat(files(folder)).hasSizeBetween(1, 2).contains("data_0." + format);
      String query = ALL + "'" + folder + "/*." + format + "'";
      assertThat(TextRows.of(paceline, query)).isEqualTo(TextRows.of(paceline, ALL + "t"));
      assertThat(TextRows.of(duckDb, query)).isEqualTo(TextRows.of(paceline, ALL + "t"));
      update(
          copy.replace("COPY t", "COPY (SELECT t.* FROM t, generate_series(1, 20) AS g (n))")
              + ", FILE_SIZE_BYTES 20000"
              + (format.equals("parquet") ? ", ROW_GROUP_SIZE 7000)" : ")"));
      assertThat(files(folder)).as(format).hasSizeGreaterThan(2);
      String counted = "SELECT CAST(count(*) AS INTEGER), CAST(sum(i) AS BIGINT) FROM ";
      assertThat(TextRows.of(duckDb, counted + "'" + folder + "/*." + format + "'"))
          .isEqualTo(TextRows.of(paceline, "SELECT 20 * count(*), 20 * sum(i) FROM t"));
    }
    update(
        "COPY (SELECT * FROM t WHERE i < 0) TO '"
            + folder
            + "' (FORMAT csv, OVERWRITE,"
            + " PER_THREAD_OUTPUT)");
    assertThat(files(folder)).containsExactly("data_0.csv");
    assertThat(Files.readString(folder.resolve("data_0.csv"))).isEqualTo("i,k,s,d,x\n");
    update(
        "COPY (SELECT * FROM t WHERE i < 0) TO '"
            + folder
            + "' (FORMAT csv, OVERWRITE,"
            + " PARTITION_BY k)");
    assertThat(files(folder)).isEmpty();
  }

  @Test
  void manyDirectories() throws SQLException, IOException {
    Path folder = directory.resolve("out");
    update(
        "COPY (SELECT * FROM t WHERE i < 1000) TO '"
            + folder
            + "' (FORMAT parquet, PARTITION_BY (i))");
    assertThat(files(folder)).hasSize(1000);
    String query = "SELECT i, x FROM %s WHERE i BETWEEN 500 AND 510 ORDER BY i";
    assertThat(TextRows.of(paceline, query.formatted("'" + folder + "/*/*.parquet'")))
        .isEqualTo(TextRows.of(paceline, query.formatted("t")));
  }

  @ParameterizedTest
  @CsvSource({
    "csv, gzip, csv.gz",
    "csv, zstd, csv.zst",
    "json, gzip, json.gz",
    "json, zstd, json.zst"
  })
  void compressedText(String format, String compression, String suffix)
      throws SQLException, IOException {
    Path file = directory.resolve("t." + suffix);
    update("COPY t TO '" + file + "'");
    String query = ALL + "'" + file + "'";
    assertThat(TextRows.of(paceline, query)).isEqualTo(TextRows.of(paceline, ALL + "t"));
    assertThat(TextRows.of(duckDb, query)).isEqualTo(TextRows.of(paceline, ALL + "t"));
    Path folder = directory.resolve("out");
    update(
        "COPY t TO '"
            + folder
            + "' (FORMAT "
            + format
            + ", COMPRESSION "
            + compression
            + ", PARTITION_BY k)");
    assertThat(files(folder)).contains("k=0/data_0." + suffix);
    assertThat(TextRows.of(paceline, ALL + "'" + folder + "/*/*." + suffix + "'"))
        .isEqualTo(TextRows.of(paceline, ALL + "t"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PARTITION_BY nothing | no column",
        "PARTITION_BY (k, k) | twice",
        "PARTITION_BY (i, k, s, d, x) | files have no column",
        "OVERWRITE | needs a directory",
        "FILENAME_PATTERN 'x' | needs a directory",
        "PARTITION_BY k, OVERWRITE, APPEND | exclude each other",
        "PARTITION_BY k, FILENAME_PATTERN 'a/b' | is the name of a file",
        "PARTITION_BY k, FILENAME_PATTERN '{j}' | is the name of a file",
        "PARTITION_BY k, APPEND, FILENAME_PATTERN 'a{i}' | needs {uuid}",
        "PARTITION_BY k, FILE_EXTENSION '/' | is a suffix",
        "PARTITION_BY k, FILE_SIZE_BYTES 'much' | is a size",
        "PER_THREAD_OUTPUT 3 | true or false",
        "PARTITION_BY k, NOTHING | no option"
      })
  void optionsThatDoNotFit(String options, String message) throws IOException {
    String copy = "COPY t TO '" + directory.resolve("out") + "' (FORMAT csv, " + options + ")";
    assertThatThrownBy(() -> update(copy)).as(copy).hasMessageContaining(message);
    assertOnlyTheTarget();
  }
}
