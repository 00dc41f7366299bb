package dev.paceline.storage.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ScanCounters;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.arrow.ArrowFormat;
import dev.paceline.storage.load.arrow.write.ArrowWriterFormat;
import dev.paceline.storage.load.parquet.ParquetFormat;
import dev.paceline.storage.load.share.FileCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans of Parquet and Arrow files that find columns in memory. */
@ExtendWith(LedgerExtension.class)
class ColumnFileSharedScanTest {
  private static final int ROWS = 20_000;
  private static final int ROW_GROUP_ROWS = 2048;
  private static final int ROW_GROUPS = 10;
  private static final long CACHE_BYTES = 64 << 20;

  @TempDir Path directory;

  /**
   * Writes a file of ten row groups or record batches.
   *
   * @param kind the name of the format, and the compression of an Arrow file
   */
  private Path write(String kind, int first, MemoryLedger ledger) throws Exception {
    Path parquet = directory.resolve("rows.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "copy (select i, i % 5 as few, 'unique ' || i as u, case when i % 3 = 0 then 'text ' || i"
              + " % 7 end as t, i * 1.5::double as d, i % 2 = 0 as b, null::integer as n,"
              + " (i * 3.25)::decimal(30, 4) as dec, [i, null] as l from range("
              + first
              + ", "
              + (first + ROWS)
              + ") t(i)) to '"
              + parquet
              + "' (row_group_size "
              + ROW_GROUP_ROWS
              + ")");
    }
    Path file = parquet;
    if (!kind.equals("parquet")) {
      file = directory.resolve("rows.arrow");
      FileRows.copy(
          FileRows.open(new ParquetFormat(), parquet, Map.of(), ledger),
          new ArrowWriterFormat(),
          Map.of(
              "batch_size",
              (long) ROW_GROUP_ROWS,
              "compression",
              kind.substring(kind.indexOf(' ') + 1)),
          file,
          1,
          ledger);
    }
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + first));
    return file;
  }

  private static FileTable open(Path file, FileCache cache) {
    FileSet files = new FileSet(file.toString(), List.of(FileSet.Entry.of(file)));
    FileFormat format =
        file.toString().endsWith(".arrow") ? new ArrowFormat() : new ParquetFormat();
    return format.open(files, new FileOptions(Map.of()), cache);
  }

  /** A scan that reads one number of each row. */
  private static final class Running implements AutoCloseable {
    private final ChunkSource source;
    private final MemoryLedger ledger;
    private final List<Long> values = new ArrayList<>();
    private long readBytes;

    Running(FileTable table, ScanOrder order, MemoryLedger ledger) {
      this.source = table.snapshot().openScan(new int[] {0}, List.of(), new BitSet(), order);
      this.ledger = ledger;
    }

    boolean advance() {
      Chunk chunk = source.next();
      if (chunk == null) {
        assertThat(source.exhausted()).isTrue();
        return false;
      }
      chunk.load(() -> {});
      readBytes += chunk.readBytes();
      try (MemoryScope memory = ledger.openScope("test")) {
        ColumnVector vector = new ColumnVector(DataType.INT64, memory);
        chunk.column(0).read(0, chunk.rowCount(), vector);
        for (int row = 0; row < chunk.rowCount(); row++) {
          values.add(vector.getLong(row));
        }
      }
      source.release(chunk);
      return true;
    }

    @Override
    public void close() {
      source.close();
    }
  }

  private static ScanCounters counters(ChunkSource source) {
    ScanCounters counters = new ScanCounters();
    source.addFileChunks(counters);
    return counters;
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "arrow none", "arrow lz4"})
  void theSecondScanFindsColumnsInMemory(String kind, MemoryLedger ledger) throws Exception {
    Path file = write(kind, 0, ledger);
    try (FileCache cache = new FileCache(ledger, CACHE_BYTES)) {
      FileTableReader reader = new FileTableReader(ledger, 1);
      List<List<@Nullable Object>> first = reader.rows(open(file, cache));
      assertThat(cache.usedBytes()).isPositive();
      assertThat(first).hasSize(ROWS);
      assertThat(reader.rows(open(file, cache))).isEqualTo(first);
      List<List<@Nullable Object>> byFour = new FileTableReader(ledger, 4).rows(open(file, cache));
      assertThat(FileRows.occurrences(byFour)).isEqualTo(FileRows.occurrences(first));
      try (Running scan = new Running(open(file, cache), ScanOrder.ANY, ledger)) {
        while (scan.advance()) {}
        assertThat(scan.readBytes).isZero();
        assertThat(counters(scan.source).chunksCached.sum()).isEqualTo(ROW_GROUPS);
      }
      write(kind, 7, ledger);
      assertThat(reader.rows(open(file, cache)).getFirst().getFirst()).isEqualTo(7L);
      assertThat(ledger.usedBytes()).isEqualTo(cache.usedBytes());
      cache.reclaim(Long.MAX_VALUE);
      assertThat(ledger.usedBytes()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "arrow none", "arrow lz4"})
  void aLaterScanGoesOnWhereTheOtherIs(String kind, MemoryLedger ledger) throws Exception {
    Path file = write(kind, 0, ledger);
    try (FileCache cache = new FileCache(ledger, CACHE_BYTES);
        Running early = new Running(open(file, cache), ScanOrder.ANY, ledger)) {
      for (int i = 0; i < 4; i++) {
        early.advance();
      }
      try (Running late = new Running(open(file, cache), ScanOrder.ANY, ledger);
          Running ordered = new Running(open(file, cache), ScanOrder.TABLE, ledger)) {
        boolean some = true;
        while (some) {
          some = early.advance() | late.advance() | ordered.advance();
        }
        assertThat(early.readBytes + late.readBytes + ordered.readBytes)
            .isLessThan((long) (1.3 * early.readBytes) + late.readBytes)
            .isLessThan(2 * Files.size(file));
        assertThat(ordered.values).isSorted().hasSize(ROWS);
        assertThat(new TreeSet<>(late.values)).hasSize(ROWS);
        assertThat(counters(late.source).chunksCached.sum()).isGreaterThan(5);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "arrow none", "arrow lz4"})
  void nothingIsKeptWithoutACache(String kind, MemoryLedger ledger) throws Exception {
    Path file = write(kind, 0, ledger);
    try (FileCache cache = new FileCache(ledger, 0)) {
      FileTableReader reader = new FileTableReader(ledger, 1);
      assertThat(reader.rows(open(file, cache))).isEqualTo(reader.rows(open(file, cache)));
      assertThat(ledger.usedBytes()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "arrow none", "arrow lz4"})
  void aSmallCacheHoldsWhatFits(String kind, MemoryLedger ledger) throws Exception {
    Path file = write(kind, 0, ledger);
    try (FileCache cache = new FileCache(ledger, 300_000)) {
      FileTableReader reader = new FileTableReader(ledger, 1);
      List<List<@Nullable Object>> rows = reader.rows(open(file, cache));
      assertThat(cache.usedBytes()).isBetween(1L, 300_000L);
      assertThat(reader.rows(open(file, cache))).isEqualTo(rows);
      assertThat(cache.usedBytes()).isBetween(1L, 300_000L);
    }
  }
}
