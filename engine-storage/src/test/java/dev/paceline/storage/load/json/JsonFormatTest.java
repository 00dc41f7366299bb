package dev.paceline.storage.load.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.load.FileRows;
import dev.paceline.storage.load.FileTable;
import io.airlift.compress.v3.bzip2.BZip2HadoopStreams;
import io.airlift.compress.v3.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonFormatTest {
  @TempDir Path directory;
  private final MemoryLedger ledger = new MemoryLedger(1 << 28);

  @AfterEach
  void allMemoryIsBack() {
    assertThat(ledger.usedBytes()).isZero();
  }

  private FileTable open(String content, Map<String, ?> options) throws IOException {
    return open(content, options, 1 << 20);
  }

  private FileTable open(String content, Map<String, ?> options, int chunkBytes)
      throws IOException {
    Path file = directory.resolve("test.json");
    Files.writeString(file, content);
    return FileRows.open(new JsonFormat(chunkBytes), file, options, ledger);
  }

  private static List<String> types(FileTable table) {
    return table.columns().stream().map(column -> column.name() + " " + column.type()).toList();
  }

  private static void assertInvalid(ThrowingCallable call, String... parts) {
    var thrown = assertThatThrownBy(call).isInstanceOf(PacelineException.class);
    for (String part : parts) {
      thrown.hasMessageContaining(part);
    }
    thrown.extracting(e -> ((PacelineException) e).code()).isEqualTo(ErrorCode.INVALID_FILE);
  }

  @Test
  void findsOutTypes() throws IOException {
    String content =
        """
        {"i": 1, "d": 1, "b": true, "day": "2024-02-29", "at": "2024-02-29T12:00:01.5", "s": "a", "big": 1, "n": 5}
        {"i": -9223372036854775808, "d": 1.5e3, "b": false, "day": "1969-12-31", "s": 12}

        {"d": null, "at": "2024-03-01", "n": {"x": [1, 2.50, "é\\u0041\\n"]}, "big": 99999999999999999999}
        """;
    FileTable table = open(content, Map.of());
    assertThat(types(table))
        .containsExactly(
            "i BIGINT",
            "d DOUBLE",
            "b BOOLEAN",
            "day DATE",
            "at TIMESTAMP",
            "s VARCHAR",
            "big DOUBLE",
            "n VARCHAR");
    assertThat(FileRows.read(table, ledger))
        .containsExactly(
            List.of("1", "1.0", "true", "2024-02-29", "2024-02-29 12:00:01.5", "a", "1.0", "5"),
            List.of(
                "-9223372036854775808",
                "1500.0",
                "false",
                "1969-12-31",
                "null",
                "12",
                "null",
                "null"),
            List.of(
                "null",
                "null",
                "null",
                "null",
                "2024-03-01 00:00:00",
                "null",
                "1.0E20",
                "{\"x\":[1,2.50,\"éA\\n\"]}"));
  }

  @Test
  void readsArraysAndPackedFilesAndRecordsOfSeveralLines() throws IOException {
    String array = " [ {\"a\": 1,\n \"b\": \"x\"},\n{\"a\": 2}\n]\n";
    String several = "{\"a\": 1,\n \"b\": \"x\"} {\"a\": 2}";
    List<List<String>> expected = List.of(List.of("1", "x"), List.of("2", "null"));
    assertThat(FileRows.read(open(array, Map.of()), ledger)).isEqualTo(expected);
    assertThat(FileRows.read(open(several, Map.of()), ledger)).isEqualTo(expected);
    for (String content : List.of(array, several)) {
      for (String suffix : List.of("gz", "zst", "bz2")) {
        Path file = directory.resolve("test.json." + suffix);
        try (OutputStream stream = packed(Files.newOutputStream(file), suffix)) {
          stream.write(content.getBytes(StandardCharsets.UTF_8));
        }
        FileTable table = FileRows.open(new JsonFormat(), file, Map.of(), ledger);
        assertThat(FileRows.read(table, ledger)).as(suffix).isEqualTo(expected);
        byte[] packed = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(packed, packed.length - 9));
        assertInvalid(
            () -> FileRows.read(FileRows.open(new JsonFormat(), file, Map.of(), ledger), ledger),
            "test.json." + suffix);
      }
    }
  }

  private static OutputStream packed(OutputStream out, String suffix) throws IOException {
    return switch (suffix) {
      case "gz" -> new GZIPOutputStream(out);
      case "zst" -> new ZstdOutputStream(out);
      default -> new BZip2HadoopStreams().createOutputStream(out);
    };
  }

  @Test
  void findsEveryLineWhereverChunksBegin() throws IOException {
    StringBuilder content = new StringBuilder();
    List<List<String>> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String text = "é".repeat(i % 41);
      content.append("{\"i\":").append(i).append(",\"s\":\"").append(text).append("\"}");
      content.append(i % 7 == 0 ? "\r\n" : i % 11 == 0 ? "\n\n" : "\n");
      expected.add(List.of(String.valueOf(i), text));
    }
    for (int chunkBytes : new int[] {1, 7, 64, 1000, 1 << 20}) {
      assertThat(FileRows.read(open(content.toString(), Map.of(), chunkBytes), ledger))
          .isEqualTo(expected);
      String unended = content.toString().strip();
      assertThat(FileRows.read(open(unended, Map.of(), chunkBytes), ledger)).isEqualTo(expected);
    }
  }

  @Test
  void readsTypesThatTheStatementGives() throws IOException {
    Map<String, String> columns =
        Map.of("a", "DECIMAL(30, 2)", "t", "TIME", "day", "DATE", "r", "REAL", "s", "SMALLINT");
    String content =
        "{\"a\": 12345678901234567890.125, \"t\": \"12:34:56.7\", \"day\": \"24.12.2024\","
            + " \"r\": 0.1, \"s\": \"-7\"}";
    FileTable table =
        open(content, Map.of("columns", columns, "dateformat", "%d.%m.%Y", "format", "nd"));
    List<String> row = FileRows.read(table, ledger).getFirst();
    assertThat(types(table))
        .containsExactlyInAnyOrder(
            "a DECIMAL(30, 2)", "t TIME", "day DATE", "r REAL", "s SMALLINT");
    assertThat(row)
        .containsExactlyInAnyOrder(
            "12345678901234567890.13", "12:34:56.7", "2024-12-24", "0.10000000149011612", "-7");
    assertThat(
            FileRows.read(
                FileRows.open(
                    new JsonFormat(),
                    directory.resolve("test.json"),
                    table.effectiveOptions(),
                    ledger),
                ledger))
        .containsExactly(row);
  }

  @Test
  void readsValuesThatAreNoObjects() throws IOException {
    FileTable table = open("[1, [2, {\"a\": null}], \"x\", null]", Map.of());
    assertThat(types(table)).containsExactly("json VARCHAR");
    assertThat(FileRows.read(table, ledger))
        .containsExactly(List.of("1"), List.of("[2,{\"a\":null}]"), List.of("x"), List.of("null"));
  }

  @Test
  void takesTheLastOfEqualMembersAndTellsNamesApart() throws IOException {
    FileTable table = open("{\"a\": 1, \"A\": 2, \"a\": 3}\n{\"A\": 4}", Map.of());
    assertThat(types(table)).containsExactly("a BIGINT", "A_1 BIGINT");
    assertThat(FileRows.read(table, ledger))
        .containsExactly(List.of("3", "2"), List.of("null", "4"));
  }

  @Test
  void errorsNameTheirPlace() throws IOException {
    String lines = "{\"a\": 1}\n{\"a\": 2}\n{\"a\": \"x\"}\n{\"a\": 4}\n";
    Map<String, Object> sample = Map.of("sample_size", 2L);
    for (int chunkBytes : new int[] {5, 1 << 20}) {
      FileTable table = open(lines, sample, chunkBytes);
      assertInvalid(
          () -> FileRows.read(table, ledger),
          "test.json, line 3, column a: 'x' is no value of type BIGINT");
    }
    FileTable array = open("[" + lines.strip().replace("\n", ",\n") + "]", sample);
    assertInvalid(() -> FileRows.read(array, ledger), "line 3, column a: 'x'");
    FileTable broken = open("{\"a\": 1}\n{\"a\": 2}\n{\"a\": \n{\"a\": 4}\n", sample);
    assertInvalid(() -> FileRows.read(broken, ledger), "line 3", "valid JSON");
    FileTable twice = open("{\"a\": 1}\n{\"a\": 2} {\"a\": 3}\n", Map.of("sample_size", 1L));
    assertInvalid(() -> FileRows.read(twice, ledger), "line 2", "several values");
    FileTable large =
        open("{\"a\": 1}\n{\"a\": 22222222}\n", Map.of("maximum_object_size", 10L), 5);
    assertInvalid(() -> FileRows.read(large, ledger), "line 2", "maximum_object_size");
    FileTable open = open("[{\"a\": 1}, {\"a\": 2}", Map.of("sample_size", 1L));
    assertInvalid(() -> FileRows.read(open, ledger), "test.json");
    assertInvalid(() -> open("", Map.of("records", "true")), "no record", "columns");
    assertInvalid(() -> open("[".repeat(5000), Map.of()), "nesting");
  }

  @Test
  void leavesOutRecordsThatDoNotFit() throws IOException {
    Map<String, Object> options =
        Map.of("ignore_errors", true, "columns", Map.of("a", "INTEGER"), "format", "nd");
    String lines =
        "{\"a\": 1}\n{\"a\": \"x\", \"b\": {}}\nnonsense\n3\n{\"a\": 99999999999}\n{\"a\": 6}";
    assertThat(FileRows.read(open(lines, options), ledger))
        .containsExactly(List.of("1"), List.of("6"));
    Map<String, Object> arrayOptions =
        Map.of("ignore_errors", true, "columns", Map.of("a", "INTEGER"));
    String array = "[{\"a\": 1}, {\"a\": {\"c\": [1]}, \"b\": {}}, 3, [4, {}], {\"a\": 6}]";
    assertThat(FileRows.read(open(array, arrayOptions), ledger))
        .containsExactly(List.of("1"), List.of("6"));
  }

  @Test
  void writesAndReadsBack() throws Exception {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      content.append(
          i % 5 == 0
              ? "{\"a\": null}\n"
              : """
                {"a": %d, "b": %s, "d": %s, "day": "2024-01-%02d", "s": "q\\"\\\\\\n\\u0001\\tü%d"}
                """
                  .formatted(i * 1_000_003L - 2_500_000_000L, i % 2 == 0, i / 7.0, i % 28 + 1, i));
    }
    FileTable source = open(content.toString(), Map.of(), 10_000);
    List<List<String>> expected = FileRows.read(source, ledger);
    for (Map<String, Object> options :
        List.<Map<String, Object>>of(
            Map.of(), Map.of("array", true), Map.of("compression", "gzip"))) {
      for (int threads : new int[] {1, 4}) {
        Path written =
            directory.resolve(options.containsKey("compression") ? "w.json.gz" : "w.json");
        FileRows.copy(source, new JsonWriterFormat(), options, written, threads, ledger);
        FileTable table = FileRows.open(new JsonFormat(), written, Map.of(), ledger);
        assertThat(types(table)).isEqualTo(types(source));
        if (threads == 1) {
          assertThat(FileRows.read(table, ledger)).isEqualTo(expected);
        } else {
          assertThat(FileRows.occurrences(FileRows.read(table, ledger)))
              .isEqualTo(FileRows.occurrences(expected));
        }
      }
    }
  }
}
