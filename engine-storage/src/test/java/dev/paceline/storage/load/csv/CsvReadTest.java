package dev.paceline.storage.load.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.FileTableReader;
import dev.paceline.storage.load.lz4.Lz4FrameCompressor;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.definition.ColumnDefinition;
import io.airlift.compress.v3.bzip2.BZip2HadoopStreams;
import io.airlift.compress.v3.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Small files of which it is written here what they hold. */
@ExtendWith(LedgerExtension.class)
class CsvReadTest {
  @TempDir Path directory;

  @Test
  void findsTypesAndNames(MemoryLedger ledger) throws IOException {
    FileTable table =
        open(
            ledger,
            """
            id,name,price,day,at,clock,ok
            1,"Smith, John",1.50,2024-02-29,2024-02-29 12:30:00,12:30:00,true
            -2,,-0.25,1999-12-31,1999-12-31 23:59:59.123,00:00:01,false
            3,"say ""hi""\",1e3,,,,
            """);
    assertThat(table.columns().stream().map(ColumnDefinition::name))
        .containsExactly("id", "name", "price", "day", "at", "clock", "ok");
    assertThat(table.columns().stream().map(ColumnDefinition::type))
        .containsExactly(
            DataType.INT64,
            DataType.VARCHAR,
            DataType.FLOAT64,
            DataType.DATE,
            DataType.TIMESTAMP,
            DataType.TIME,
            DataType.BOOLEAN);
    assertThat(rows(ledger, table))
        .containsExactly(
            row(1L, "Smith, John", 1.5, 19782L, 1_709_209_800_000_000L, 45_000_000_000L, true),
            row(-2L, null, -0.25, 10956L, 946_684_799_123_000L, 1_000_000L, false),
            row(3L, "say \"hi\"", 1000.0, null, null, null, null));
  }

  @Test
  void tellsNullFromTheEmptyString(MemoryLedger ledger) throws IOException {
    FileTable table = open(ledger, "a,b\n,\"\"\n\"\",\nx,y\n");
    assertThat(rows(ledger, table)).containsExactly(row(null, ""), row("", null), row("x", "y"));
    FileTable named =
        open(
            ledger,
            "a,b\nNA,\nx,-\n\"NA\",1\n",
            Map.of("nullstr", List.of("NA", "-"), "all_varchar", true));
    assertThat(rows(ledger, named)).containsExactly(row(null, ""), row("x", null), row("NA", "1"));
  }

  @Test
  void readsAllRecordEnds(MemoryLedger ledger) throws IOException {
    for (String text :
        List.of(
            "a,b\n1,x\n2,y\n",
            "a,b\r\n1,x\r\n2,y\r\n",
            "a,b\r1,x\r2,y\r",
            "a,b\r\n1,x\n2,y",
            "a,b\n\n1,x\r\r2,y\r\n\r\n")) {
      for (int chunkBytes : new int[] {1, 2, 3, 5, 100}) {
        FileTable table = open(ledger, text, Map.of(), chunkBytes);
        assertThat(rows(ledger, table)).as(text).containsExactly(row(1L, "x"), row(2L, "y"));
      }
    }
  }

  @Test
  void findsDialects(MemoryLedger ledger) throws IOException {
    assertThat(rows(ledger, open(ledger, "a;b\n1,5;x\n2,25;y\n")))
        .containsExactly(row(1.5, "x"), row(2.25, "y"));
    assertThat(rows(ledger, open(ledger, "a\tb\n1\t'x\ty'\n2\t'z'\n")))
        .containsExactly(row(1L, "x\ty"), row(2L, "z"));
    assertThat(rows(ledger, open(ledger, "a|b|\n1|x|\n2|y|\n")))
        .containsExactly(row(1L, "x"), row(2L, "y"));
    assertThat(rows(ledger, open(ledger, "a,b\n1,\"x\\\"y\"\n2,\"z\"\n")))
        .containsExactly(row(1L, "x\"y"), row(2L, "z"));
    assertThat(rows(ledger, open(ledger, "day\n24.12.2023\n01.01.2024\n")))
        .containsExactly(row(19715L), row(19723L));
    assertThat(rows(ledger, open(ledger, "n\n5\n7\n"))).containsExactly(row(5L), row(7L));
    assertThat(rows(ledger, open(ledger, "1,2\n3,4\n"))).containsExactly(row(1L, 2L), row(3L, 4L));
  }

  @Test
  void readsEncodings(MemoryLedger ledger) throws IOException {
    String text = "name,n\nZürich,1\nköln,2\n";
    for (Charset charset :
        List.of(
            StandardCharsets.UTF_8,
            StandardCharsets.UTF_16LE,
            StandardCharsets.UTF_16BE,
            StandardCharsets.ISO_8859_1)) {
      Path file = write(text.getBytes(charset));
      assertThat(rows(ledger, open(ledger, file, Map.of(), 7)))
          .as(charset.name())
          .containsExactly(row("Zürich", 1L), row("köln", 2L));
    }
    Path marked = write(("\ufeff" + text).getBytes(StandardCharsets.UTF_8));
    FileTable table = open(ledger, marked, Map.of(), 7);
    assertThat(table.columns().getFirst().name()).isEqualTo("name");
    assertThat(rows(ledger, table)).hasSize(2);
  }

  @Test
  void readsPackedFiles(MemoryLedger ledger) throws IOException {
    StringBuilder text = new StringBuilder("name,n\n");
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      text.append("Zürich").append(i).append(',').append(i).append('\n');
      expected.add(row("Zürich" + i, (long) i));
    }
    byte[] plain = text.toString().getBytes(StandardCharsets.UTF_8);
    for (String suffix : List.of("gz", "zst", "bz2", "lz4")) {
      byte[] packed = packed(suffix, plain);
      Path file = Files.write(directory.resolve("packed.csv." + suffix), packed);
      assertThat(rows(ledger, open(ledger, file, Map.of(), 700))).as(suffix).isEqualTo(expected);
      byte[] cut = Arrays.copyOf(packed, packed.length - 40);
      Path damaged = Files.write(directory.resolve("cut.csv." + suffix), cut);
      assertFails(
          () -> rows(ledger, open(ledger, damaged, Map.of(), 700)),
          ErrorCode.INVALID_FILE,
          "cannot be decompressed");
    }
  }

  private static byte[] packed(String suffix, byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    if (suffix.equals("lz4")) {
      ByteBuffer frame = new Lz4FrameCompressor().compress(plain, plain.length);
      packed.write(frame.array(), 0, frame.remaining());
      return packed.toByteArray();
    }
    try (OutputStream out =
        switch (suffix) {
          case "gz" -> new GZIPOutputStream(packed);
          case "zst" -> new ZstdOutputStream(packed);
          default -> new BZip2HadoopStreams().createOutputStream(packed);
        }) {
      out.write(plain);
    }
    return packed.toByteArray();
  }

  @Test
  void takesOptions(MemoryLedger ledger) throws IOException {
    FileTable table =
        open(
            ledger,
            "garbage \" here\nx;31/12/2020;1.234,5\n",
            Map.of(
                "skip",
                1L,
                "delim",
                ";",
                "header",
                false,
                "columns",
                columns("a", "VARCHAR", "b", "DATE", "c", "DECIMAL(10, 2)"),
                "dateformat",
                "%d/%m/%Y",
                "decimal_separator",
                ",",
                "thousands",
                "."));
    assertThat(rows(ledger, table)).containsExactly(row("x", 18627L, new BigDecimal("1234.50")));
    assertFails(
        () -> open(ledger, "a\n1\n", Map.of("delimm", ";")),
        ErrorCode.INVALID_ARGUMENT,
        "did you mean delim");
    assertThat(
            rows(
                ledger,
                open(ledger, "# c, \"\n1,2\n#\n3,4\n", Map.of("comment", "#", "header", false))))
        .containsExactly(row(1L, 2L), row(3L, 4L));
    FileTable strings = open(ledger, "a,b\n1,2\n", Map.of("all_varchar", true));
    assertThat(rows(ledger, strings)).containsExactly(row("1", "2"));
  }

  @Test
  void readsNumbersOfUsualAndOtherForms(MemoryLedger ledger) throws IOException {
    Random random = new Random(5);
    for (int round = 0; round < 24; round++) {
      StringBuilder text = new StringBuilder("a,b,c,d\n");
      List<List<@Nullable Object>> expected = new ArrayList<>();
      int rows = random.nextInt(1, 900);
      int others = round % 3 == 0 ? Integer.MAX_VALUE : round % 3 == 1 ? 200 : 3;
      for (int row = 0; row < rows; row++) {
        boolean usual = random.nextInt(others) != 0;
        long whole = usual ? random.nextInt(100_000_000) : random.nextLong() >> random.nextInt(60);
        int scale = usual ? 2 : random.nextInt(4);
        BigDecimal decimal =
            BigDecimal.valueOf(
                usual ? random.nextInt(1_000_000) : random.nextLong() >> random.nextInt(25, 60),
                scale);
        LocalDate date = LocalDate.ofEpochDay(random.nextInt(usual ? 40_000 : 800_000));
        boolean isNull = !usual && random.nextInt(4) == 0;
        boolean quoted = round % 2 == 1;
        String between = quoted ? "\",\"" : ",";
        String decimalText = decimal.toPlainString();
        text.append(quoted ? "\"" : "")
            .append(String.join(between, "" + whole, decimalText, decimalText, date.toString()))
            .append(quoted ? "\"\n" : "\n");
        // A number may also mean NULL.
        boolean hasNullString = round % 4 >= 2;
        expected.add(
            row(
                hasNullString && whole == 7 && !quoted ? null : (Object) whole,
                decimal.setScale(3),
                decimal.doubleValue(),
                date.toEpochDay()));
        if (isNull) {
          text.append(",,,\n");
          expected.add(row(null, null, null, null));
        }
        if (!usual) {
          text.append("7,-0.5,.25,0001-01-01\n");
          expected.add(
              row(
                  hasNullString ? null : (Object) 7L,
                  new BigDecimal("-0.500"),
                  0.25,
                  LocalDate.of(1, 1, 1).toEpochDay()));
        }
      }
      Map<String, Object> options = new HashMap<>();
      options.put(
          "columns", columns("a", "bigint", "b", "decimal(18, 3)", "c", "double", "d", "date"));
      options.put("header", true);
      if (round % 4 >= 2) {
        options.put("nullstr", List.of("", "7"));
      }
      FileTable table = open(ledger, text.toString(), options, 1 << 20);
      assertThat(rows(ledger, table)).as("round %d", round).isEqualTo(expected);
    }
  }

  @Test
  void readsStringsOfUsualAndOtherForms(MemoryLedger ledger) throws IOException {
    Random random = new Random(6);
    for (int round = 0; round < 24; round++) {
      StringBuilder text = new StringBuilder("a,b\n");
      List<List<@Nullable Object>> expected = new ArrayList<>();
      int rows = random.nextInt(1, 1200);
      int others = round % 3 == 0 ? Integer.MAX_VALUE : round % 3 == 1 ? 300 : 3;
      boolean hasNullString = round % 4 == 1;
      for (int row = 0; row < rows; row++) {
        String first = "x".repeat(random.nextInt(30)) + row;
        String second = random.nextInt(others) == 0 ? "" : "y" + random.nextInt(100);
        switch (random.nextInt(others)) {
          case 0 -> {
            text.append("\"a \"\"quote\"\",\",").append(second);
            first = "a \"quote\",";
          }
          case 1 -> {
            text.append("\"\",").append(second);
            first = "";
          }
          case 2 -> {
            first = round % 4 == 2 ? "ö" : "NULL";
            text.append(first).append(',').append(second);
          }
          default -> text.append(first).append(',').append(second);
        }
        text.append('\n');
        expected.add(
            row(
                hasNullString && first.equals("NULL") ? null : first,
                second.isEmpty() ? null : second));
      }
      Map<String, Object> options = new HashMap<>();
      options.put("columns", columns("a", "varchar", "b", "varchar"));
      options.put("header", true);
      if (hasNullString) {
        options.put("nullstr", List.of("", "NULL"));
      }
      FileTable table = open(ledger, text.toString(), options, 1 << 20);
      assertThat(rows(ledger, table)).as("round %d", round).isEqualTo(expected);
    }
  }

  @Test
  void effectiveOptionsOpenTheSameTable(MemoryLedger ledger) throws IOException {
    String text = "a;day\n1,5;24.12.2023\n'x;y';01.01.2024\n";
    FileTable table = open(ledger, text);
    FileTable again = open(ledger, text, table.effectiveOptions());
    assertThat(again.columns()).isEqualTo(table.columns());
    assertThat(rows(ledger, again)).isEqualTo(rows(ledger, table)).hasSize(2);
  }

  @Test
  void errorsNameThePlace(MemoryLedger ledger) throws IOException {
    Map<String, Object> typed = Map.of("columns", columns("a", "TINYINT", "b", "DATE"));
    assertFails(
        () -> rows(ledger, open(ledger, "a,b\n1,2024-01-01\n300,2024-01-01\n", typed)),
        ErrorCode.INVALID_CAST,
        "line 3, byte 17, column 1 (a): the value '300' is outside the range of TINYINT");
    assertFails(
        () -> rows(ledger, open(ledger, "a,b\r\n1,2023-02-29\r\n", typed)),
        ErrorCode.INVALID_CAST,
        "line 2, byte 7, column 2 (b): the value '2023-02-29' is not of type DATE");
    assertFails(
        () -> rows(ledger, open(ledger, "a,b\n1\n", typed)),
        ErrorCode.INVALID_FILE,
        "line 2, byte 4: 1 field instead of 2");
    assertFails(
        () -> rows(ledger, open(ledger, "a,b\n1,\"2024-01-01\"\n1,\"2024-01-01\n", typed)),
        ErrorCode.INVALID_FILE,
        "line 3, byte 19: a quote is opened in this record and never closed");
    assertFails(
        () ->
            rows(
                ledger,
                open(
                    ledger,
                    write("a,b\nx,\u00e9\n".getBytes(StandardCharsets.ISO_8859_1)),
                    Map.of("encoding", "utf-8"),
                    100)),
        ErrorCode.INVALID_CAST,
        "is not valid UTF-8; set encoding='latin-1'");
  }

  @Test
  void leavesOutWhatDoesNotFit(MemoryLedger ledger) throws IOException {
    String text = "a,b\n1,\"x\"\"\"\n?,y\n3\n4,z,z\n5,\"q\"r\n6,\"w\"\"w\"\n";
    Map<String, Object> options =
        Map.of("columns", columns("a", "INTEGER", "b", "VARCHAR"), "ignore_errors", true);
    for (int chunkBytes : new int[] {4, 1000}) {
      FileTable table = open(ledger, text, options, chunkBytes);
      assertThat(rows(ledger, table)).containsExactly(row(1L, "x\""), row(6L, "w\"w"));
      assertThat(table.rejects().count()).isEqualTo(4);
      assertThat(String.join("\n", table.rejects().messages()))
          .contains("'?' is not of type INTEGER", "1 field instead", "3 fields instead", "closing");
    }
    Map<String, Object> few =
        Map.of("columns", columns("a", "INTEGER", "b", "VARCHAR"), "max_errors", 3L);
    assertFails(() -> rows(ledger, open(ledger, text, few)), ErrorCode.INVALID_FILE, "max_errors");
    assertThat(rows(ledger, open(ledger, "a,b,c\n1\n2,3\n4,5,6\n", Map.of("null_padding", true))))
        .containsExactly(row(1L, null, null), row(2L, 3L, null), row(4L, 5L, 6L));
  }

  @Test
  void readsEmptyFiles(MemoryLedger ledger) throws IOException {
    assertThat(rows(ledger, open(ledger, ""))).isEmpty();
    assertThat(rows(ledger, open(ledger, "a,b\n"))).isEmpty();
    assertThat(open(ledger, "a,b\n").columns()).hasSize(2);
    assertThat(rows(ledger, open(ledger, "a,b"))).isEmpty();
  }

  @Test
  void noticesThatAFileWasChanged(MemoryLedger ledger) throws IOException {
    Path file = write("a\n1\n".getBytes(StandardCharsets.UTF_8));
    FileTable table = open(ledger, file, Map.of(), 100);
    Files.writeString(file, "a\n1\n2\n");
    assertFails(() -> rows(ledger, table), ErrorCode.IO_ERROR, "was changed");
  }

  @Test
  void readsOnlyTheWantedColumns(MemoryLedger ledger) throws IOException {
    FileTable table =
        open(
            ledger,
            "a,b,c\n1,x,2\n3,y,bad\n",
            Map.of("columns", columns("a", "INTEGER", "b", "VARCHAR", "c", "INTEGER")));
    assertThat(new FileTableReader(ledger, 1).rows(table, 1, 0))
        .containsExactly(row("x", 1L), row("y", 3L));
    assertFails(() -> rows(ledger, table), ErrorCode.INVALID_CAST, "column 3 (c)");
  }

  private static Map<String, String> columns(String... namesAndTypes) {
    Map<String, String> columns = new java.util.LinkedHashMap<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      columns.put(namesAndTypes[i], namesAndTypes[i + 1]);
    }
    return columns;
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  private static List<List<@Nullable Object>> rows(MemoryLedger ledger, FileTable table) {
    return new FileTableReader(ledger, 1).rows(table);
  }

  private FileTable open(MemoryLedger ledger, String text) throws IOException {
    return open(ledger, text, Map.of());
  }

  private FileTable open(MemoryLedger ledger, String text, Map<String, Object> options)
      throws IOException {
    return open(ledger, text, options, 1 << 16);
  }

  private FileTable open(
      MemoryLedger ledger, String text, Map<String, Object> options, int chunkBytes)
      throws IOException {
    return open(ledger, write(text.getBytes(StandardCharsets.UTF_8)), options, chunkBytes);
  }

  private static FileTable open(
      MemoryLedger ledger, Path file, Map<String, Object> options, int chunkBytes) {
    FileSet files = new FileSet(file.toString(), List.of(FileSet.Entry.of(file)));
    return new CsvFormat(chunkBytes)
        .open(files, new FileOptions(options), new FileCache(ledger, 0));
  }

  private Path write(byte[] bytes) throws IOException {
    return Files.write(Files.createTempFile(directory, "t", ".csv"), bytes);
  }

  private interface Action {
    void run() throws IOException;
  }

  private static void assertFails(Action action, ErrorCode code, String message) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(PacelineException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }
}
