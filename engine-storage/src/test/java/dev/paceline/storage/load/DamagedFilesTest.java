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
import dev.paceline.storage.load.json.JsonFormat;
import dev.paceline.storage.load.parquet.ParquetFormat;
import java.io.InputStream;
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
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files with some bytes changed, cut off or repeated: they are read, or refused by an error that
 * says so, within the memory that there is. Nobody can tell whether a changed value is damaged.
 */
class DamagedFilesTest {
  private static final long SEED = 20_260_101;
  private static final long MEMORY_BYTES = 64 << 20;

  private static final Set<ErrorCode> EXPECTED =
      EnumSet.of(
          ErrorCode.INVALID_FILE,
          ErrorCode.NOT_SUPPORTED,
          ErrorCode.MEMORY_LIMIT,
          ErrorCode.STRING_TOO_LONG);

  private static final String QUERY =
      "select i, i::smallint as s, i % 5 as few, i * 1.5 as d, (i * 3.25)::decimal(30, 4) as dec,"
          + " 'text ' || i % 7 as t, 'unique ' || i as u, i % 2 = 0 as b, uuid() as id,"
          + " timestamp '2024-01-01' + to_seconds(i) as at,"
          + " case when i % 3 = 0 then i end as n, case when i % 4 = 0 then 'x' || i end as o"
          + " from range(300) t(i)";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compression uncompressed",
        "compression snappy",
        "compression zstd",
        "compression lz4_raw",
        "compression gzip",
        "compression uncompressed, parquet_version v2"
      })
  void damagedParquet(String options) throws Exception {
    Path file = directory.resolve("whole.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("copy (" + QUERY + ") to '" + file + "' (format parquet, " + options + ")");
    }
    damage(new ParquetFormat(), file, SoakSize.of(400, 20_000));
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
    damage(new ParquetFormat(), file, SoakSize.of(600, 20_000));
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
    damage(new ParquetFormat(), file, SoakSize.of(400, 20_000));
  }

  /** A file or stream of every type that the query has, and of nested and coded ones by pyarrow. */
  @ParameterizedTest
  @ValueSource(strings = {"file none", "file lz4", "stream zstd", "types", "types-lz4", "delta"})
  void damagedArrow(String kind) throws Exception {
    Path file = directory.resolve("whole.arrow");
    if (kind.contains(" ")) {
      Path parquet = directory.resolve("whole.parquet");
      try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
          Statement statement = connection.createStatement()) {
        statement.execute("copy (" + QUERY + ") to '" + parquet + "' (format parquet)");
      }
      try (MemoryLedger ledger = new MemoryLedger(MEMORY_BYTES)) {
        FileTable table = FileRows.open(new ParquetFormat(), parquet, Map.of(), ledger);
        Map<String, Object> options =
            Map.of(
                "stream",
                kind.startsWith("stream"),
                "compression",
                kind.substring(kind.indexOf(' ') + 1),
                "batch_size",
                100L);
        FileRows.copy(table, new ArrowWriterFormat(), options, file, 1, ledger);
      }
    } else {
      String resource = "arrow/" + kind + ".gz.base64";
      try (InputStream text = DamagedFilesTest.class.getResourceAsStream(resource)) {
        assertThat(text).as(resource).isNotNull();
        Files.copy(new GZIPInputStream(Base64.getMimeDecoder().wrap(text)), file);
      }
    }
    damage(new ArrowFormat(), file, SoakSize.of(400, 20_000));
  }

  @Test
  void damagedJson() throws Exception {
    Path file = directory.resolve("whole.json");
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      content.append(
          "{\"a\": %d, \"b\": \"é\\u00e9 %d\", \"c\": [%d, {\"x\": null}], \"d\": \"2024-01-01\"}\n"
              .formatted(i, i, i));
    }
    Files.writeString(file, content);
    damage(new JsonFormat(), file, 500);
    Files.writeString(file, "[" + content.toString().strip().replace("\n", ",\n") + "]");
    damage(new JsonFormat(), file, 500);
  }

  private void damage(FileFormat format, Path file, int rounds) throws Exception {
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(SEED);
    Path damaged = directory.resolve("damaged");
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
