package dev.paceline.storage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnPredicate.NullTest;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.storage.load.arrow.ArrowFormat;
import dev.paceline.storage.load.arrow.write.ArrowWriterFormat;
import dev.paceline.storage.load.csv.CsvFormat;
import dev.paceline.storage.load.json.JsonFormat;
import dev.paceline.storage.load.lz4.Lz4FrameCompressor;
import dev.paceline.storage.load.parquet.ParquetFormat;
import dev.paceline.storage.load.parquet.write.ParquetWriterFormat;
import io.airlift.compress.v3.bzip2.BZip2HadoopStreams;
import io.airlift.compress.v3.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files with some bytes changed, cut off or repeated: they are read, or refused by an error that
 * says so, within the memory that there is. Nobody can tell whether a changed value is damaged.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamagedFilesTest {
  private static final long SEED = 20_260_101;
  private static final long MEMORY_BYTES = 64 << 20;

  /** Damaged files of each kind; a soak has more than a million of all 35 kinds. */
  private static final int ROUNDS = SoakSize.of(150, 30_000);

  /** The part of the rounds for files that are large enough for several workers. */
  private static final int LARGE_PART = 50;

  private static final Set<ErrorCode> EXPECTED =
      EnumSet.of(
          ErrorCode.INVALID_FILE,
          ErrorCode.INVALID_CAST,
          ErrorCode.NOT_SUPPORTED,
          ErrorCode.MEMORY_LIMIT,
          ErrorCode.STRING_TOO_LONG);

  private static final String QUERY =
      "select i, i::smallint as s, i % 5 as few, i * 1.5 as d, (i * 3.25)::decimal(30, 4) as dec,"
          + " 'text ' || i % 7 as t, 'unique ' || i as u, i % 2 = 0 as b, uuid() as id,"
          + " timestamp '2024-01-01' + to_seconds(i) as at,"
          + " case when i % 3 = 0 then i end as n, case when i % 4 = 0 then 'x' || i end as o";

  private static final String NESTED =
      ", [i, null, i % 7] as l, {'a': i, 'b': ['t' || i % 9]} as st, map([i, i + 1], ['x', null])"
          + " as m, [uuid()] as ids";

  private static final String ROWS = " from range(300) t(i)";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compression uncompressed",
        "compression snappy",
        "compression zstd",
        "compression lz4_raw",
        "compression gzip",
        "compression brotli",
        "compression uncompressed, parquet_version v2"
      })
  void damagedParquet(String options) throws Exception {
    Path file = directory.resolve("whole.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "copy (" + QUERY + ROWS + ") to '" + file + "' (format parquet, " + options + ")");
    }
    damage(new ParquetFormat(), file, ROUNDS);
  }

  /** Lists, structs and maps, whose levels and values are in several pages. */
  @ParameterizedTest
  @ValueSource(strings = {"v1", "v2"})
  void damagedNestedParquet(String version) throws Exception {
    Path file = directory.resolve("whole.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "copy (select i, case when i % 5 > 0 then [i, null, i % 7] end as l,"
              + " [[x for x in range(i % 4)] for y in range(i % 3)] as ll,"
              + " {'a': i, 'b': ['t' || i % 9]} as s, map([i, i + 1], ['x', null]) as m"
              + " from range(300) t(i)) to '"
              + file
              + "' (format parquet, compression uncompressed, parquet_version "
              + version
              + ")");
    }
    damage(new ParquetFormat(), file, ROUNDS);
  }

  /** Files of Paceline, with dictionaries, Bloom filters, page indexes, UUIDs and nested values. */
  @ParameterizedTest
  @ValueSource(strings = {"snappy", "uncompressed"})
  void damagedOwnParquet(String compression) throws Exception {
    Path file = directory.resolve("own.parquet");
    Map<String, Object> options = Map.of("compression", compression, "row_group_size", 100L);
    copy(QUERY + NESTED + ROWS, new ParquetWriterFormat(), options, file);
    damage(new ParquetFormat(), file, ROUNDS);
  }

  /** A file of pyarrow with a page index. */
  @Test
  void damagedPageIndex() throws Exception {
    Path file = directory.resolve("whole.parquet");
    String resource = "parquet/pages.parquet.gz.base64";
    try (InputStream text = DamagedFilesTest.class.getResourceAsStream(resource)) {
      assertThat(text).isNotNull();
      Files.copy(new GZIPInputStream(Base64.getMimeDecoder().wrap(text)), file);
    }
    damage(new ParquetFormat(), file, ROUNDS);
  }

  /** Writes the rows of a query of DuckDB, which come by a Parquet file. */
  private void copy(String query, WriterFormat format, Map<String, Object> options, Path file)
      throws Exception {
    Path parquet = directory.resolve("whole.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("copy (" + query + ") to '" + parquet + "' (format parquet)");
    }
    try (MemoryLedger ledger = new MemoryLedger(MEMORY_BYTES)) {
      FileTable table = FileRows.open(new ParquetFormat(), parquet, Map.of(), ledger);
      FileRows.copy(table, format, options, file, 1, ledger);
    }
  }

  /** Files and streams of every type that the queries have. */
  @ParameterizedTest
  @CsvSource({"false, none", "false, lz4", "false, zstd", "true, zstd"})
  void damagedArrow(boolean isStream, String compression) throws Exception {
    Path file = directory.resolve("whole.arrow");
    Map<String, Object> options =
        Map.of("stream", isStream, "compression", compression, "batch_size", 100L);
    copy(QUERY + NESTED + ROWS, new ArrowWriterFormat(), options, file);
    damage(new ArrowFormat(), file, ROUNDS);
  }

  /** Nested and coded values of all layouts by pyarrow. */
  @ParameterizedTest
  @ValueSource(strings = {"types", "types-lz4", "delta"})
  void damagedForeignArrow(String name) throws Exception {
    Path file = directory.resolve("whole.arrow");
    String resource = "arrow/" + name + ".gz.base64";
    try (InputStream text = DamagedFilesTest.class.getResourceAsStream(resource)) {
      assertThat(text).as(resource).isNotNull();
      Files.copy(new GZIPInputStream(Base64.getMimeDecoder().wrap(text)), file);
    }
    damage(new ArrowFormat(), file, ROUNDS);
  }

  /** A compressed record batch of several chunks, which share its buffers. */
  @Test
  void damagedLargeBatch() throws Exception {
    Path file = directory.resolve("whole.arrow");
    Map<String, Object> options = Map.of("compression", "lz4", "batch_size", 200_000L);
    String query = "select (i % 100)::tinyint as i, '' || i % 7 as t from range(140000) t(i)";
    copy(query, new ArrowWriterFormat(), options, file);
    damage(new ArrowFormat(), file, ROUNDS / LARGE_PART);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".gz", ".zst", ".lz4", ".bz2"})
  void damagedJson(String suffix) throws Exception {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      content.append(
          "{\"a\": %d, \"b\": \"é\\u00e9 %d\", \"c\": [%d, {\"x\": null}], \"d\": \"2024-01-01\"}\n"
              .formatted(i, i, i));
    }
    Path file = directory.resolve("whole.json" + suffix);
    pack(content.toString().getBytes(StandardCharsets.UTF_8), file);
    damage(new JsonFormat(), file, ROUNDS);
    String array = "[" + content.toString().strip().replace("\n", ",\n") + "]";
    pack(array.getBytes(StandardCharsets.UTF_8), file);
    damage(new JsonFormat(), file, ROUNDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".gz", ".zst", ".lz4", ".bz2"})
  void damagedCsv(String suffix) throws Exception {
    StringBuilder content = new StringBuilder("id,price,day,text,\"more, text\"\n");
    for (int i = 0; i < 80; i++) {
      content.append(
          "%d,%d.%02d,2024-02-%02d,plain é %d,%s\n"
              .formatted(
                  i, i * 7, i, i % 28 + 1, i, i % 3 == 0 ? "" : "\"two\nlines, \"\"" + i + '"'));
    }
    Path file = directory.resolve("whole.csv" + suffix);
    pack(content.toString().getBytes(StandardCharsets.UTF_8), file);
    damage(new CsvFormat(), file, ROUNDS);
  }

  @Test
  void damagedWideCsv() throws Exception {
    StringBuilder content = new StringBuilder("\uFEFFa;b;c\r\n");
    for (int i = 0; i < 80; i++) {
      content.append("%d;'%d''x';%d:00:00\r\n".formatted(i, i, i % 24));
    }
    Path file = directory.resolve("whole.csv");
    Files.write(file, content.toString().getBytes(StandardCharsets.UTF_16LE));
    damage(new CsvFormat(), file, ROUNDS);
  }

  private static void pack(byte[] content, Path file) throws IOException {
    String name = file.toString();
    try (OutputStream target = Files.newOutputStream(file);
        OutputStream out =
            switch (name.substring(name.lastIndexOf('.'))) {
              case ".gz" -> new GZIPOutputStream(target);
              case ".zst" -> new ZstdOutputStream(target);
              case ".bz2" -> new BZip2HadoopStreams().createOutputStream(target);
              default -> target;
            }) {
      if (name.endsWith(".lz4")) {
        ByteBuffer frame = new Lz4FrameCompressor().compress(content, content.length);
        out.write(frame.array(), 0, frame.remaining());
      } else {
        out.write(content);
      }
    }
  }

  private void damage(FileFormat format, Path file, int rounds) throws Exception {
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(SEED);
    Path damaged = file.resolveSibling("damaged-" + file.getFileName());
    try (MemoryLedger ledger = new MemoryLedger(MEMORY_BYTES)) {
      assertThat(FileRows.read(FileRows.open(format, file, Map.of(), ledger), ledger)).isNotEmpty();
      for (int round = 0; round < rounds; round++) {
        byte[] content = damage(whole, random);
        Files.write(damaged, content);
        try {
          FileTable table = FileRows.open(format, damaged, Map.of(), ledger);
          if (round % 2 == 0) {
            FileRows.read(table, ledger);
          } else {
            int column = random.nextInt(table.columns().size());
            FileRows.read(table, predicates(table, column, random), ledger);
          }
        } catch (PacelineException e) {
          if (!EXPECTED.contains(e.code())) {
            fail("round " + round + " of " + file, e);
          }
          assertThat(e).hasMessageNotContaining(": null;");
        } catch (RuntimeException | Error e) {
          fail("round " + round + " of " + file, e);
        }
        assertThat(ledger.usedBytes()).as("round %s", round).isZero();
      }
    }
  }

  /** Returns a predicate for which page indexes, statistics and Bloom filters are read. */
  private static List<ScanPredicate> predicates(FileTable table, int column, Random random) {
    long number = random.nextInt(500);
    byte[] text = ("text " + number % 7).getBytes(StandardCharsets.UTF_8);
    ColumnPredicate predicate =
        switch (table.columns().get(column).type().family()) {
          case INTEGRAL -> LongRanges.between(number, number + random.nextInt(2));
          case BYTES -> new BytesRanges(List.of(new BytesRange(text, true, text, true)), false);
          case BOOLEAN, FLOATING -> new NullTest(random.nextBoolean());
        };
    return List.of(new ScanPredicate(column, predicate));
  }

  private static byte[] damage(byte[] whole, Random random) {
    byte[] content = whole.clone();
    // Footers and headers are small, and need as much attention as values.
    int area = random.nextInt(3);
    int from = area == 0 ? Math.max(0, content.length - 1500) : 0;
    int to = area == 1 ? Math.min(content.length, 200) : content.length;
    switch (random.nextInt(8)) {
      case 0 -> {
        return Arrays.copyOf(content, random.nextInt(content.length));
      }
      case 1 -> {
        int at = random.nextInt(content.length);
        int length = Math.min(random.nextInt(1, 64), content.length - at);
        System.arraycopy(whole, random.nextInt(content.length - length + 1), content, at, length);
      }
      case 2 -> {
        byte[] filler = "\u00ff[{\"0".getBytes(StandardCharsets.ISO_8859_1);
        int at = random.nextInt(from, to);
        Arrays.fill(
            content,
            at,
            Math.min(content.length, at + random.nextInt(1, 16)),
            filler[random.nextInt(filler.length)]);
      }
      default -> {
        for (int i = random.nextInt(1, 4); i > 0; i--) {
          content[random.nextInt(from, to)] = (byte) random.nextInt(256);
        }
      }
    }
    return content;
  }
}
