package dev.paceline.storage.load.parquet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnPredicate.NullTest;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.storage.load.FileRows;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.parquet.write.ParquetWriterFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Rows that Bloom filters and page indexes rule out are not read, and no others. */
@ExtendWith(LedgerExtension.class)
class ParquetPruningTest {
  private static final int BLOOM_ROWS = 2000;

  @TempDir Path directory;

  /** Returns the number of rows in the chunks of a scan. */
  private static long rows(FileTable table, int column, ColumnPredicate predicate) {
    long[] counts =
        FileRows.chunkRowsAndSkippedBlocks(
            table, new int[] {column}, List.of(new ScanPredicate(0, predicate)));
    return Arrays.stream(counts, 0, counts.length - 1).sum();
  }

  private static ColumnPredicate text(String... values) {
    return new BytesRanges(
        Arrays.stream(values)
            .map(value -> value.getBytes(StandardCharsets.UTF_8))
            .map(bytes -> new BytesRange(bytes, true, bytes, true))
            .toList(),
        false);
  }

  private static ColumnPredicate numbers(long... values) {
    return new LongRanges(values, values, false);
  }

  /** DuckDB writes a filter for each column with a dictionary. All values are even. */
  @Test
  void bloomFiltersRuleOutRowGroups(MemoryLedger ledger) throws SQLException {
    Path file = directory.resolve("bloom.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "copy (select (i % 100 * 2)::integer as i, (i % 100 * 2)::bigint as b, 'v' || (i % 100 *"
              + " 2) as s, date '1970-01-01' + (i::integer % 100 * 2) as d, (i % 100 * 2 /"
              + " 100)::decimal(6, 2) as n from range("
              + BLOOM_ROWS
              + ") t(i)) to '"
              + file
              + "'");
    }
    FileTable table = FileRows.open(new ParquetFormat(), file, Map.of(), ledger);
    for (int column : new int[] {0, 1, 3, 4}) {
      int excluded = 0;
      for (long value = 0; value < 200; value += 2) {
        assertThat(rows(table, column, numbers(value))).isEqualTo(BLOOM_ROWS);
        excluded += rows(table, column, numbers(value + 1)) == 0 ? 1 : 0;
      }
      assertThat(excluded).as("column %s", column).isGreaterThan(90);
      assertThat(rows(table, column, numbers(1, 3, 100))).isEqualTo(BLOOM_ROWS);
      assertThat(rows(table, column, LongRanges.between(1, 3))).isEqualTo(BLOOM_ROWS);
      assertThat(rows(table, column, new LongRanges(new long[] {1}, new long[] {1}, true)))
          .isEqualTo(BLOOM_ROWS);
    }
    assertThat(rows(table, 2, text("v100"))).isEqualTo(BLOOM_ROWS);
    assertThat(rows(table, 2, text("v101"))).isEqualTo(0);
    assertThat(rows(table, 2, text("v101", "v102"))).isEqualTo(BLOOM_ROWS);
  }

  /**
   * A file of pyarrow 26 with a page index: 2,000 rows, k and s ascend, n is NULL outside of the
   * rows 500 to 1,499, where it is half of k.
   */
  @Test
  void pageIndexesRuleOutRows(MemoryLedger ledger) throws IOException {
    Path file = directory.resolve("pages.parquet");
    try (InputStream resource =
            requireNonNull(
                ParquetPruningTest.class.getResourceAsStream("pages.parquet.gz.base64"));
        InputStream content = new GZIPInputStream(Base64.getMimeDecoder().wrap(resource))) {
      Files.copy(content, file);
    }
    FileTable table = FileRows.open(new ParquetFormat(), file, Map.of(), ledger);
    assertThat(rows(table, 0, LongRanges.between(730, 731))).isBetween(2L, 200L);
    assertThat(rows(table, 0, numbers(3, 1997))).isBetween(2L, 400L);
    assertThat(rows(table, 1, LongRanges.between(260, 270))).isBetween(22L, 700L);
    assertThat(rows(table, 1, new NullTest(false))).isBetween(1000L, 1700L);
    assertThat(rows(table, 2, text("key 00731"))).isBetween(1L, 200L);
    assertThat(rows(table, 2, text("key 0073"))).isBetween(0L, 200L);
    assertThat(rows(table, 3, LongRanges.between(0, 1000))).isEqualTo(2000);
  }

  /**
   * Files of our own have both: k and s ascend, n is NULL outside of some rows, f has few values,
   * all of them even, and l has strings that are too long for bounds.
   */
  @Test
  void ownFilesRuleOutRows(MemoryLedger ledger) throws Exception {
    Path source = directory.resolve("source.parquet");
    Path file = directory.resolve("own.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "copy (select i as k, case when i between 30000 and 39999 then i::double / 2 end as n,"
              + " printf('key %06d', i) as s, (i * 7 % 50 * 2)::integer as f,"
              + " ['red', 'green', 'blue'][1 + i % 3] as c, repeat('x', 300) || i as l"
              + " from range(100000) t(i)) to '"
              + source
              + "'");
      FileRows.copy(
          FileRows.open(new ParquetFormat(), source, Map.of(), ledger),
          new ParquetWriterFormat(),
          Map.of("row_group_size", 100_000L),
          file,
          1,
          ledger);
      FileTable table = FileRows.open(new ParquetFormat(), file, Map.of(), ledger);
      assertThat(rows(table, 0, LongRanges.between(50_000, 50_001))).isBetween(2L, 20_480L);
      assertThat(rows(table, 0, numbers(3, 99_997))).isBetween(2L, 40_960L);
      assertThat(rows(table, 1, new NullTest(false))).isBetween(10_000L, 40_960L);
      assertThat(rows(table, 2, text("key 012345"))).isBetween(1L, 20_480L);
      assertThat(rows(table, 3, numbers(50))).isEqualTo(100_000);
      assertThat(rows(table, 4, text("green"))).isEqualTo(100_000);
      assertThat(rows(table, 4, text("brown"))).isEqualTo(0);
      assertThat(rows(table, 5, text("x"))).isEqualTo(100_000);
      int excluded = 0;
      for (long value = 1; value < 100; value += 2) {
        excluded += rows(table, 3, numbers(value)) == 0 ? 1 : 0;
      }
      assertThat(excluded).isGreaterThan(45);
      assertThat(FileRows.read(table, ledger))
          .isEqualTo(
              FileRows.read(FileRows.open(new ParquetFormat(), source, Map.of(), ledger), ledger));
      assertThat(excludedByDuckDb(statement, file, "f", "50")).isFalse();
      assertThat(excludedByDuckDb(statement, file, "f", "51")).isTrue();
      assertThat(excludedByDuckDb(statement, file, "c", "'green'")).isFalse();
      assertThat(excludedByDuckDb(statement, file, "c", "'brown'")).isTrue();
    }
  }

  private static boolean excludedByDuckDb(
      Statement statement, Path file, String column, String value) throws SQLException {
    try (ResultSet result =
        statement.executeQuery(
            "select bool_and(bloom_filter_excludes) from parquet_bloom_probe('%s', '%s', %s)"
                .formatted(file, column, value))) {
      assertThat(result.next()).isTrue();
      return result.getBoolean(1);
    }
  }
}
