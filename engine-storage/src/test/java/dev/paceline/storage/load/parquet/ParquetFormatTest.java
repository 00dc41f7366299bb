package dev.paceline.storage.load.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.UuidText;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.FileReport;
import dev.paceline.storage.load.FileRows;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.parquet.write.ParquetWriterFormat;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads files that DuckDB wrote, and compares with what DuckDB reads from them. */
class ParquetFormatTest {
  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("b", "i % 3 = 0"),
          Map.entry("ti", "(i % 256 - 128)::tinyint"),
          Map.entry("si", "(i * 7 % 65536 - 32768)::smallint"),
          Map.entry("ii", "(i * 1000003 % 4294967296 - 2147483648)::integer"),
          Map.entry("bi", "i * 1000000007 * 1000"),
          Map.entry("uti", "(i % 256)::utinyint"),
          Map.entry("usi", "(i % 65536)::usmallint"),
          Map.entry("ui", "(i * 1000003 % 4294967296)::uinteger"),
          Map.entry("ub", "(18446744073709551615 - i)::ubigint"),
          Map.entry("r", "(i * 1.5)::float::double::float"),
          Map.entry("d", "(i * 1.1)::double"),
          Map.entry("d4", "(i % 10000 / 100)::decimal(4, 2)"),
          Map.entry("d9", "(i * 37 % 1000000)::decimal(9, 2)"),
          Map.entry("d18", "(-i * 37)::decimal(18, 3)"),
          Map.entry("d38", "((i - 2) * 37)::decimal(38, 0) * 1000000007 * 1000000007 * 1000000007"),
          Map.entry("dt", "date '1970-01-01' + (i::integer % 40000 - 20000)"),
          Map.entry("tm", "time '00:00:00' + to_microseconds(i * 1001 % 86400000000)"),
          Map.entry("ts", "timestamp '1969-12-31' + to_microseconds(i * 1000000007)"),
          Map.entry("tms", "(timestamp '1969-12-31' + to_milliseconds(i * 1007))::timestamp_ms"),
          Map.entry("tns", "make_timestamp_ns(i * 1000000007 * 1000 + 999)"),
          Map.entry("few", "'string ' || i % 100"),
          Map.entry("one", "'the same'"),
          Map.entry("many", "'long and unique string ' || i"),
          Map.entry("mixed", "case when i < 2048 then 'few ' || i % 3 else 'string ' || i * i end"),
          Map.entry("umlaut", "'ümläut ' || i % 3000"),
          Map.entry("empty", "''"),
          Map.entry("bl", "('blob' || i % 7)::blob"),
          Map.entry("u", "('00000000-0000-0000-0000-' || lpad(i::varchar, 12, 'f'))::uuid"));

  @TempDir Path directory;
  private final MemoryLedger ledger = new MemoryLedger(1 << 30);
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  private Path write(String query, String options) throws SQLException {
    Path file = directory.resolve("test.parquet");
    statement.execute("copy (" + query + ") to '" + file + "' (format parquet, " + options + ")");
    return file;
  }

  private FileTable open(Path file) {
    return FileRows.open(new ParquetFormat(), file, Map.of(), ledger);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compression snappy",
        "compression zstd",
        "compression gzip",
        "compression brotli",
        "compression lz4_raw",
        "compression uncompressed",
        "compression snappy, parquet_version v2",
        "compression zstd, row_group_size 2048"
      })
  void readsAllTypes(String options) throws SQLException {
    for (int rows : new int[] {0, 2500}) {
      for (String condition : List.of("false", "hash(i, '%s') %% 3 = 0", "i < 2100")) {
        Path file = write(select(rows, condition), options);
        FileTable table = open(file);
        assertThat(table.estimatedRows()).isEqualTo(rows);
        assertThat(FileRows.read(table, ledger)).isEqualTo(readByDuckDb(table, file));
      }
    }
  }

  /**
   * Returns a query of all types.
   *
   * @param condition whether a value is NULL; may name the column
   */
  private static String select(int rows, String condition) {
    List<String> columns = new ArrayList<>();
    COLUMNS.forEach(
        (name, value) ->
            columns.add(
                "case when "
                    + condition.formatted(name)
                    + " then null else "
                    + value
                    + " end as "
                    + name));
    return "select " + String.join(", ", columns) + " from range(" + rows + ") t(i)";
  }

  @ParameterizedTest
  @ValueSource(strings = {"snappy", "zstd", "gzip", "lz4_raw", "uncompressed"})
  void writesAllTypes(String compression) throws Exception {
    Path written = directory.resolve("written.parquet");
    for (int rows : new int[] {0, 2500}) {
      for (String condition : List.of("false", "hash(i, '%s') %% 3 = 0", "i < 2100")) {
        FileTable source = open(write(select(rows, condition), "row_group_size 2048"));
        Map<String, Object> options = Map.of("compression", compression, "row_group_size", 2100L);
        long length = FileRows.copy(source, new ParquetWriterFormat(), options, written, 1, ledger);
        assertThat(length).isEqualTo(Files.size(written));
        FileTable table = open(written);
        assertThat(table.columns())
            .extracting(ColumnDefinition::type)
            .isEqualTo(source.columns().stream().map(ColumnDefinition::type).toList());
        List<List<String>> expected = FileRows.read(source, ledger);
        assertThat(FileRows.read(table, ledger)).isEqualTo(expected);
        assertThat(readByDuckDb(table, written)).isEqualTo(expected);
      }
    }
  }

  @Test
  void writesByFourWorkers() throws Exception {
    FileTable source = open(write(select(20_000, "i %% 7 = 0"), "row_group_size 2048"));
    Path written = directory.resolve("written.parquet");
    FileRows.copy(
        source, new ParquetWriterFormat(), Map.of("row_group_size", 1000L), written, 4, ledger);
    FileTable table = open(written);
    assertThat(FileRows.occurrences(FileRows.read(table, ledger)))
        .isEqualTo(FileRows.occurrences(FileRows.read(source, ledger)));
    ScanPredicate none = new ScanPredicate(0, LongRanges.between(-5, -4));
    int position = table.columns().stream().map(ColumnDefinition::name).toList().indexOf("bi");
    assertThat(FileRows.chunkRowsAndSkippedBlocks(table, new int[] {position}, List.of(none)))
        .hasSize(1);
  }

  @Test
  void leavesNoFileWithoutFinish() throws Exception {
    FileTable source = open(write("select i from range(10) t(i)", "compression snappy"));
    Path folder = Files.createDirectory(directory.resolve("out"));
    Path written = folder.resolve("written.parquet");
    try (MemoryScope memory = ledger.openScope("writer");
        RowWriter writer =
            new ParquetWriterFormat()
                .open(
                    FileOutput.toFile(written, false),
                    source.columns(),
                    new FileOptions(Map.of()),
                    memory)) {
      writer.openPart(memory);
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files).hasSize(1);
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
    Files.writeString(written, "here");
    assertThatThrownBy(() -> FileOutput.toFile(written, false))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("exists");
  }

  private List<List<String>> readByDuckDb(FileTable table, Path file) throws SQLException {
    List<String> columns = new ArrayList<>();
    for (ColumnDefinition column : table.columns()) {
      columns.add(
          column.type().equals(DataType.VARBINARY)
              ? "lower(hex(" + column.name() + "))"
              : column.type().equals(DataType.FLOAT32)
                  ? column.name() + "::double::varchar"
                  : column.name() + "::varchar");
    }
    List<List<String>> rows = new ArrayList<>();
    Pattern digits = Pattern.compile("(:\\d\\d\\.\\d{1,6})\\d*$");
    try (ResultSet result =
        statement.executeQuery("select " + String.join(", ", columns) + " from '" + file + "'")) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          String text = String.valueOf(result.getString(i + 1));
          row.add(
              switch (table.columns().get(i).type().kind()) {
                case TIME, TIMESTAMP ->
                    digits
                        .matcher(text)
                        .replaceFirst("$1")
                        .replaceFirst("(\\.\\d*[1-9])0+$|\\.0+$", "$1");
                case FLOAT32, FLOAT64 ->
                    text.equals("null") ? text : Double.toString(Double.parseDouble(text));
                default -> text;
              });
        }
        rows.add(row);
      }
    }
    return rows;
  }

  @Test
  void sharesALargeRowGroup() throws SQLException {
    Path file = write("select 'x' || i as s, i from range(300000) t(i)", "row_group_size 300000");
    FileTable table = open(file);
    // 300000 rows in one row group become three chunks.
    assertThat(FileRows.chunkRowsAndSkippedBlocks(table, new int[] {1}, List.of()))
        .containsExactly(100_352, 100_352, 99_296, 0);
    List<List<String>> rows = FileRows.read(table, ledger);
    assertThat(rows).hasSize(300_000);
    for (int i = 0; i < rows.size(); i += 997) {
      assertThat(rows.get(i)).containsExactly("x" + i, String.valueOf(i));
    }
  }

  @Test
  void skipsRowGroupsByStatistics() throws SQLException {
    Path file = write("select i, 'text ' || i as s from range(20480) t(i)", "row_group_size 2048");
    FileTable table = open(file);
    ScanPredicate range = new ScanPredicate(0, LongRanges.between(5000, 6000));
    assertThat(FileRows.chunkRowsAndSkippedBlocks(table, new int[] {0, 1}, List.of(range)))
        .containsExactly(2048, 18);
    assertThat(table.statistics(0).minLong()).isZero();
    assertThat(table.statistics(0).maxLong()).isEqualTo(20_479);
  }

  @Test
  void countsRowsWithoutColumns() throws SQLException {
    FileTable table = open(write("select i from range(5000) t(i)", "compression snappy"));
    assertThat(FileRows.chunkRowsAndSkippedBlocks(table, new int[0], List.of()))
        .containsExactly(5000, 0);
  }

  @Test
  void readsIntervalsOfMonths() throws SQLException {
    for (String value : List.of("interval 1 month", "[interval 1 month]")) {
      FileTable table =
          open(write("select " + value + " as v from range(10) t(i)", "compression snappy"));
      assertThat(FileRows.read(table, ledger)).hasSize(10);
    }
  }

  @Test
  void reportsSchemaAndMetadata() throws SQLException {
    Path file =
        write(
            "select i::integer as i, case when i > 0 then 'x' || i end as s, [i] as l,"
                + " (i - 1)::decimal(7, 2) as d from range(3000) t(i)",
            "row_group_size 2048");
    FileSet files = new FileSet(file.toString(), List.of(FileSet.Entry.of(file)));
    FileReport schema = ParquetReports.schema(files, ledger);
    assertThat(schema.rows())
        .extracting(row -> row.get(1))
        .containsExactly("duckdb_schema", "i", "s", "l", "list", "element", "d");
    assertThat(schema.rows().getLast()).contains("INT32", "DECIMAL(7, 2)");
    FileReport metadata = ParquetReports.metadata(files, ledger);
    assertThat(metadata.rows()).hasSize(2 * 4);
    assertThat(metadata.rows()).allMatch(row -> row.size() == metadata.columns().size());
    assertThat(metadata.rows().get(0)).contains(2048L, "i", "SNAPPY", "0", "2047");
    assertThat(metadata.rows().get(7)).contains(952L, "d", "2047.00", "2998.00");
  }

  /** Strings and UUIDs that occur twice are stored once, and those that occur once as they are. */
  @Test
  void dictionariesAreWrittenWhereFilesGetSmaller() throws Exception {
    FileTable source =
        open(
            write(
                "select 'a long string that occurs twice ' || i // 2 as twice, ('00000000-0000-0000"
                    + "-0000-' || lpad((i // 2)::varchar, 12, '0'))::uuid as id, 'once ' || i as"
                    + " once, i // 2 as number from range(20000) t(i)",
                "compression uncompressed"));
    Path written = directory.resolve("written.parquet");
    FileRows.copy(
        source,
        new ParquetWriterFormat(),
        Map.of("compression", "uncompressed"),
        written,
        1,
        ledger);
    FileSet files = new FileSet(written.toString(), List.of(FileSet.Entry.of(written)));
    FileReport metadata = ParquetReports.metadata(files, ledger);
    assertThat(metadata.rows())
        .extracting(row -> String.valueOf(row.get(17)).contains("RLE_DICTIONARY"))
        .containsExactly(true, true, false, false);
    assertThat(metadata.rows().get(1))
        .contains("00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000009999");
    FileTable table = open(written);
    assertThat(FileRows.read(table, ledger)).isEqualTo(FileRows.read(source, ledger));
    assertThat(readByDuckDb(table, written)).isEqualTo(FileRows.read(source, ledger));
  }

  /** Bounds of UUIDs are those of their bytes without a sign. */
  @Test
  void uuidsRuleOutRowGroups() throws Exception {
    FileTable source =
        open(
            write(
                "select (lpad(lower(to_hex(i * 588674)), 8, '0') || '-0000-0000-0000-000000000000')"
                    + "::uuid as id from range(7296) t(i)",
                "compression snappy"));
    Path written = directory.resolve("written.parquet");
    FileRows.copy(
        source, new ParquetWriterFormat(), Map.of("row_group_size", 2048L), written, 1, ledger);
    FileTable table = open(written);
    for (long i : new long[] {5, 3000, 3900, 7000}) {
      String id = "%08x-0000-0000-0000-000000000000".formatted(i * 588_674);
      byte[] bytes = UuidText.bytes(UUID.fromString(id));
      BytesRange range = new BytesRange(bytes, true, bytes, true);
      List<ScanPredicate> equal =
          List.of(new ScanPredicate(0, new BytesRanges(List.of(range), false)));
      assertThat(FileRows.chunkRowsAndSkippedBlocks(table, new int[] {0}, equal)).hasSize(2);
      assertThat(FileRows.read(table, equal, ledger)).contains(List.of(id));
    }
    assertThat(FileRows.read(table, ledger)).isEqualTo(FileRows.read(source, ledger));
  }

  @Test
  void refusesWhatIsNoParquetFile() throws Exception {
    Path file = directory.resolve("test.parquet");
    for (String content : List.of("", "PAR1", "a,b\n1,2\n3,4\n5,6\n", "PAR1\0\0\0\0PAR1")) {
      Files.writeString(file, content);
      assertThatThrownBy(() -> open(file))
          .isInstanceOf(PacelineException.class)
          .hasMessageContaining(file.toString())
          .extracting(e -> ((PacelineException) e).code())
          .isEqualTo(ErrorCode.INVALID_FILE);
    }
  }

  @Test
  void refusesFilesOfDifferentColumns() throws SQLException {
    Path first = directory.resolve("1.parquet");
    Path second = directory.resolve("2.parquet");
    statement.execute("copy (select 1 as a, 2 as b) to '" + first + "'");
    statement.execute("copy (select 1 as a, 'x' as b) to '" + second + "'");
    assertThatThrownBy(() -> FileRows.openAll(new ParquetFormat(), List.of(first, second), ledger))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("column b has the type VARCHAR");
    statement.execute("copy (select 2 as b, 3 as a) to '" + second + "'");
    FileTable table = FileRows.openAll(new ParquetFormat(), List.of(first, second), ledger);
    assertThat(FileRows.read(table, ledger)).containsExactly(List.of("1", "2"), List.of("3", "2"));
  }
}
