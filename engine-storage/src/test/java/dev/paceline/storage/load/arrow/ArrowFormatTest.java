package dev.paceline.storage.load.arrow;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.storage.load.FileRows;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.FileTableReader;
import dev.paceline.storage.load.arrow.metadata.ArrowFile;
import dev.paceline.storage.load.arrow.write.ArrowWriterFormat;
import dev.paceline.storage.load.parquet.ParquetFormat;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes rows of DuckDB, which come by Parquet files, and reads them again. */
@ExtendWith(LedgerExtension.class)
class ArrowFormatTest {
  /** Names and values by the number of the row, i. */
  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("b", "i % 3 = 0"),
          Map.entry("ti", "(i % 256 - 128)::tinyint"),
          Map.entry("si", "(i * 7 % 65536 - 32768)::smallint"),
          Map.entry("ii", "(i * 1000003 % 4294967296 - 2147483648)::integer"),
          Map.entry("bi", "i * 1000000007 * 1000"),
          Map.entry("r", "(i * 1.5)::float"),
          Map.entry("d", "(i * 1.1)::double"),
          Map.entry("d4", "(i % 10000 / 100)::decimal(4, 2)"),
          Map.entry("d18", "(-i * 37)::decimal(18, 3)"),
          Map.entry("d38", "((i - 2) * 37)::decimal(38, 0) * 1000000007 * 1000000007 * 1000000007"),
          Map.entry("dt", "date '1970-01-01' + (i::integer % 40000 - 20000)"),
          Map.entry("tm", "time '00:00:00' + to_microseconds(i * 1001 % 86400000000)"),
          Map.entry("ts", "timestamp '1969-12-31' + to_microseconds(i * 1000000007)"),
          Map.entry("few", "'string ' || i % 100"),
          Map.entry("many", "'ümläut ' || i"),
          Map.entry("empty", "''"),
          Map.entry("bl", "('blob' || i % 7)::blob"),
          Map.entry("u", "('00000000-0000-0000-0000-' || lpad(i::varchar, 12, 'f'))::uuid"));

  @TempDir private Path directory;

  private FileTable source(String rows, MemoryLedger ledger) throws SQLException {
    Path file = directory.resolve("source.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "copy (" + rows + ") to '" + file + "' (format parquet, row_group_size 2048)");
    }
    return FileRows.open(new ParquetFormat(), file, Map.of(), ledger);
  }

  private static FileTable open(Path file, MemoryLedger ledger) {
    return FileRows.open(new ArrowFormat(), file, Map.of(), ledger);
  }

  /**
   * Returns a query of all types.
   *
   * @param nulls tells which rows are NULL
   */
  private static String rows(int count, String nulls) {
    return COLUMNS.entrySet().stream()
        .map(
            column ->
                "case when %s then null else %s end as %s"
                    .formatted(nulls, column.getValue(), column.getKey()))
        .collect(joining(", ", "select ", " from range(" + count + ") t(i)"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "lz4", "zstd"})
  void filesAndStreamsKeepAllTypes(String compression, MemoryLedger ledger) throws Exception {
    Path written = directory.resolve("written.arrow");
    for (int count : new int[] {0, 2500}) {
      for (String nulls : List.of("false", "i % 3 = 0", "i < 2100")) {
        FileTable source = source(rows(count, nulls), ledger);
        for (boolean isStream : new boolean[] {false, true}) {
          Map<String, Object> options =
              Map.of("compression", compression, "stream", isStream, "batch_size", 700L);
          long length = FileRows.copy(source, new ArrowWriterFormat(), options, written, 1, ledger);
          assertThat(length).isEqualTo(Files.size(written));
          FileTable table = open(written, ledger);
          assertThat(table.estimatedRows()).isEqualTo(count);
          assertThat(table.columns())
              .extracting(ColumnDefinition::type)
              .isEqualTo(source.columns().stream().map(ColumnDefinition::type).toList());
          assertThat(FileRows.read(table, ledger)).isEqualTo(FileRows.read(source, ledger));
        }
      }
    }
  }

  @Test
  void severalWorkersWriteAndReadLargeBatches(MemoryLedger ledger) throws Exception {
    FileTable source = source(rows(20_000, "false"), ledger);
    Path written = directory.resolve("written.arrow");
    FileRows.copy(source, new ArrowWriterFormat(), Map.of("batch_size", 1000L), written, 4, ledger);
    assertThat(FileRows.occurrences(FileRows.read(open(written, ledger), ledger)))
        .isEqualTo(FileRows.occurrences(FileRows.read(source, ledger)));
    FileTable large =
        source("select 'x' || i as s, i, i % 2 = 0 as b from range(300000) t(i)", ledger);
    FileRows.copy(
        large, new ArrowWriterFormat(), Map.of("batch_size", 300_000L), written, 1, ledger);
    FileTable table = open(written, ledger);
    assertThat(FileRows.chunkRowsAndSkippedBlocks(table, new int[] {1}, List.of()))
        .containsExactly(131_072, 131_072, 37_856, 0);
    assertThat(FileRows.read(table, ledger)).isEqualTo(FileRows.read(large, ledger));
  }

  /** The chunks of a large batch share its decompressed buffers, whoever comes first. */
  @ParameterizedTest
  @ValueSource(strings = {"lz4", "zstd"})
  void severalWorkersReadOneCompressedBatch(String compression, MemoryLedger ledger)
      throws Exception {
    FileTable large =
        source(
            "select i, case when i % 7 > 0 then 'x' || i end as s, i % 2 = 0 as b, i * 1.5::double"
                + " as d, case when i % 3 > 0 then i::integer end as n, 't' || i % 9 as few,"
                + " [i, null] as l, uuid() as u from range(150000) t(i)",
            ledger);
    Path written = directory.resolve("written.arrow");
    FileRows.copy(
        large,
        new ArrowWriterFormat(),
        Map.of("batch_size", 300_000L, "compression", compression),
        written,
        1,
        ledger);
    FileTable table = open(written, ledger);
    for (int[] columns : new int[][] {{1}, {}}) {
      assertThat(FileRows.chunkRowsAndSkippedBlocks(table, columns, List.of()))
          .containsExactly(131_072, 18_928, 0);
    }
    List<List<@Nullable Object>> expected = new FileTableReader(ledger, 1).rows(large);
    assertThat(new FileTableReader(ledger, 1).rows(table)).isEqualTo(expected);
    for (int i = 0; i < 2; i++) {
      List<List<@Nullable Object>> rows = new FileTableReader(ledger, 3).rows(table);
      rows.sort(Comparator.comparingLong(row -> (long) requireNonNull(row.getFirst())));
      assertThat(rows).isEqualTo(expected);
    }
  }

  /** A scan that ends early gives the memory of the buffers back. */
  @Test
  void aScanThatEndsEarlyKeepsNothing(MemoryLedger ledger) throws Exception {
    FileTable large = source("select i, 'x' || i as s from range(300000) t(i)", ledger);
    Path written = directory.resolve("written.arrow");
    FileRows.copy(
        large,
        new ArrowWriterFormat(),
        Map.of("batch_size", 300_000L, "compression", "lz4"),
        written,
        1,
        ledger);
    ChunkSource scan =
        open(written, ledger).snapshot().openScan(new int[] {0, 1}, List.of(), new BitSet());
    Chunk chunk = requireNonNull(scan.next());
    chunk.load(() -> {});
    assertThat(chunk.column(1)).isNotNull();
    scan.close();
    assertThat(ledger.usedBytes()).isPositive();
    scan.release(chunk);
    assertThat(ledger.usedBytes()).isZero();
  }

  @Test
  void bodiesAreAligned(MemoryLedger ledger) throws Exception {
    Path written = directory.resolve("written.arrow");
    FileTable source = source(rows(3000, "false"), ledger);
    FileRows.copy(source, new ArrowWriterFormat(), Map.of("batch_size", 999L), written, 1, ledger);
    ArrowFile file = ArrowFile.open(FileSet.Entry.of(written), ledger);
    assertThat(file.batches()).hasSize(4);
    assertThat(file.batches()).allMatch(batch -> batch.place().body() % 64 == 0);
  }

  @Test
  void whatIsNoArrowFileIsRefused(MemoryLedger ledger) throws IOException, SQLException {
    Path file = directory.resolve("test.arrow");
    for (String content :
        List.of("", "ARROW1", "a,b\n1,2\n3,4\n5,6\n", "ARROW1\0\0\0\0\0\0ARROW1", "PAR1PAR1PAR1")) {
      Files.writeString(file, content);
      assertRefused(file, ErrorCode.INVALID_FILE, file.toString(), ledger);
    }
    Files.writeString(file, "FEA1 and whatever follows");
    assertRefused(file, ErrorCode.NOT_SUPPORTED, "first version of the Feather", ledger);
  }

  @Test
  void truncatedFilesAreRefused(MemoryLedger ledger) throws Exception {
    Path whole = directory.resolve("whole.arrow");
    Path cut = directory.resolve("cut.arrow");
    FileTable source = source(rows(100, "false"), ledger);
    Map<String, Object> options = new HashMap<>(Map.of("batch_size", 50L));
    for (boolean isStream : new boolean[] {false, true}) {
      options.put("stream", isStream);
      FileRows.copy(source, new ArrowWriterFormat(), options, whole, 1, ledger);
      byte[] bytes = Files.readAllBytes(whole);
      int boundaries = 0;
      for (int length = 0; length < bytes.length; length += 8) {
        Files.write(cut, Arrays.copyOf(bytes, length));
        try {
          // A stream may end behind any message.
          assertThat(FileRows.read(open(cut, ledger), ledger).size() % 50).isZero();
          boundaries++;
        } catch (PacelineException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.INVALID_FILE);
        }
      }
      assertThat(boundaries).isEqualTo(isStream ? 3 : 0);
    }
  }

  @Test
  void filesOfOtherColumnsAreRefused(MemoryLedger ledger) throws Exception {
    Path first = directory.resolve("1.arrow");
    Path second = directory.resolve("2.arrow");
    Map<String, Object> none = Map.of();
    FileRows.copy(
        source("select 1 as a, 2 as b", ledger), new ArrowWriterFormat(), none, first, 1, ledger);
    FileRows.copy(
        source("select 1 as a, 'x' as b", ledger),
        new ArrowWriterFormat(),
        none,
        second,
        1,
        ledger);
    assertThatThrownBy(() -> FileRows.openAll(new ArrowFormat(), List.of(first, second), ledger))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("column b has the type VARCHAR");
    FileRows.copy(
        source("select 2 as b, 3 as a", ledger), new ArrowWriterFormat(), none, second, 1, ledger);
    FileTable table = FileRows.openAll(new ArrowFormat(), List.of(first, second), ledger);
    assertThat(FileRows.read(table, ledger)).containsExactly(List.of("1", "2"), List.of("3", "2"));
  }

  private void assertRefused(Path file, ErrorCode code, String message, MemoryLedger ledger) {
    assertThatThrownBy(() -> open(file, ledger))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining(message)
        .extracting(e -> ((PacelineException) e).code())
        .isEqualTo(code);
  }
}
