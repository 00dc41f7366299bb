package dev.paceline.storage.load.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.FileTableReader;
import dev.paceline.storage.load.share.FileCache;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Input that is wrong, or unusual, is read or refused within memory. */
@ExtendWith(LedgerExtension.class)
class CsvBadInputTest {
  private static final int CHUNK_BYTES = 1 << 16;

  @TempDir Path directory;

  @Test
  void refusesAQuoteThatIsNeverClosed(MemoryLedger ledger) throws IOException {
    String text = "a,b\n1,\"x\"\n2,\"" + "0123456789,\n".repeat(300_000);
    Path file = write(text);
    for (int workers : new int[] {1, 4}) {
      assertFails(
          () -> rows(ledger, workers, open(ledger, file, Map.of("quote", "\""))),
          "a quote is opened in this record and never closed");
      assertFails(
          () ->
              rows(
                  ledger,
                  workers,
                  open(ledger, file, Map.of("quote", "\"", "max_line_size", 200_000L))),
          "longer than 200000 bytes");
    }
  }

  @Test
  void readsRecordsThatAreLongerThanChunks(MemoryLedger ledger) throws IOException {
    String field = "line\n".repeat(200_000);
    Path file = write("a,b\n1,\"" + field + "\"\n2,\"" + field + "\"\n3,x\n");
    for (int workers : new int[] {1, 4}) {
      List<List<@Nullable Object>> rows = rows(ledger, workers, open(ledger, file, Map.of()));
      assertThat(rows)
          .containsExactlyInAnyOrder(
              Arrays.asList(1L, field), Arrays.asList(2L, field), Arrays.asList(3L, "x"));
    }
  }

  @Test
  void refusesAFieldThatNoStringCanHold(MemoryLedger ledger) throws IOException {
    Path file = write("a\n" + "x".repeat(20 << 20) + "\ny\n");
    FileTable table = open(ledger, file, Map.of("columns", Map.of("a", "VARCHAR"), "header", true));
    assertFails(() -> rows(ledger, 1, table), "is longer than 16777215 bytes");
  }

  @Test
  void readsTenThousandColumns(MemoryLedger ledger) throws IOException {
    String names =
        IntStream.range(0, 10_000).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
    String values =
        IntStream.range(0, 10_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
    FileTable table = open(ledger, write(names + "\n" + values + "\n" + values + "\n"), Map.of());
    assertThat(table.columns()).hasSize(10_000);
    assertThat(new FileTableReader(ledger, 1).rows(table, 9_999, 0))
        .containsExactly(Arrays.asList(9_999L, 0L), Arrays.asList(9_999L, 0L));
  }

  @Test
  void keepsZeroBytesInStrings(MemoryLedger ledger) throws IOException {
    FileTable table = open(ledger, write("a,b\nx\0y,1\n\0,2\n"), Map.of());
    assertThat(rows(ledger, 1, table))
        .containsExactly(Arrays.asList("x\0y", 1L), Arrays.asList("\0", 2L));
  }

  @Test
  void readsLooseQuotes(MemoryLedger ledger) throws IOException {
    StringBuilder text = new StringBuilder("size,name\n");
    for (int i = 0; i < 5000; i++) {
      text.append(i % 3 == 0 ? "5\" pipe" : "\"a, b\"").append(",x").append(i).append('\n');
    }
    FileTable table = open(ledger, write(text.toString()), Map.of());
    assertThat(table.effectiveOptions()).containsEntry("parallel", false);
    List<List<@Nullable Object>> rows = rows(ledger, 4, table);
    assertThat(rows).hasSize(5000).contains(Arrays.asList("5\" pipe", "x0"));
  }

  @Test
  void neverReadsLooseQuotesWrongly(MemoryLedger ledger) throws IOException {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 40; i++) {
        text.append("ab\"".charAt(random.nextInt(3)))
            .append("xy\",\n".charAt(random.nextInt(5)))
            .append(random.nextInt(4) == 0 ? "\n" : "z");
      }
      Path file = write(text.toString());
      Map<String, Object> options =
          Map.of(
              "columns",
              Map.of("a", "VARCHAR"),
              "delim",
              "|",
              "quote",
              "\"",
              "header",
              false,
              "ignore_errors",
              true);
      List<List<@Nullable Object>> expected = null;
      try {
        expected = rows(ledger, 1, open(ledger, file, with(options, false), CHUNK_BYTES));
      } catch (PacelineException e) {
        assertThat(e).hasMessageContaining("never closed");
      }
      int chunkBytes = 1 + random.nextInt(40);
      try {
        assertThat(rows(ledger, 1, open(ledger, file, with(options, true), chunkBytes)))
            .as("seed %d: %s", seed, text)
            .isEqualTo(expected);
      } catch (PacelineException e) {
        assertThat(e)
            .as("seed %d: %s", seed, text)
            .hasMessageMatching("(?s).*(parallel=false|never closed).*");
      }
    }
  }

  private static Map<String, Object> with(Map<String, Object> options, boolean parallel) {
    Map<String, Object> all = new java.util.HashMap<>(options);
    all.put("parallel", parallel);
    return all;
  }

  private static List<List<@Nullable Object>> rows(
      MemoryLedger ledger, int workers, FileTable table) {
    return new FileTableReader(ledger, workers).rows(table);
  }

  private static FileTable open(MemoryLedger ledger, Path file, Map<String, Object> options) {
    return open(ledger, file, options, CHUNK_BYTES);
  }

  private static FileTable open(
      MemoryLedger ledger, Path file, Map<String, Object> options, int chunkBytes) {
    FileSet files = new FileSet(file.toString(), List.of(FileSet.Entry.of(file)));
    return new CsvFormat(chunkBytes)
        .open(files, new FileOptions(options), new FileCache(ledger, 0));
  }

  private Path write(String text) throws IOException {
    return Files.writeString(
        Files.createTempFile(directory, "t", ".csv"), text, StandardCharsets.UTF_8);
  }

  private interface Action {
    void run() throws IOException;
  }

  private static void assertFails(Action action, String message) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            PacelineException.class,
            e -> assertThat(e.code()).isIn(ErrorCode.INVALID_FILE, ErrorCode.STRING_TOO_LONG))
        .hasMessageContaining(message);
  }
}
