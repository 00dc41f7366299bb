package dev.paceline.storage.load.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.FileTableReader;
import dev.paceline.storage.load.share.FileCache;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Random tables, written in random dialects, are read as they were, however the file is cut. */
@ExtendWith(LedgerExtension.class)
class CsvRoundTripTest {
  private static final String[] TYPES = {
    "TINYINT",
    "SMALLINT",
    "INTEGER",
    "BIGINT",
    "DECIMAL(9, 3)",
    "DECIMAL(18, 0)",
    "DECIMAL(38, 10)",
    "DOUBLE",
    "REAL",
    "BOOLEAN",
    "DATE",
    "TIME",
    "TIMESTAMP",
    "VARCHAR",
    "VARCHAR"
  };

  @TempDir Path directory;

  @Test
  void readsWhatWasWritten(MemoryLedger ledger) throws IOException {
    for (int seed = 0; seed < 100; seed++) {
      check(seed, ledger);
    }
  }

  private void check(int seed, MemoryLedger ledger) throws IOException {
    Random random = new Random(seed);
    Writer writer = new Writer(random);
    Path file = directory.resolve("t" + seed + ".csv");
    Files.write(file, writer.text.getBytes(StandardCharsets.UTF_8));
    FileSet files = new FileSet(file.toString(), List.of(FileSet.Entry.of(file)));
    int[] sizes = {1 + random.nextInt(8), 1 + random.nextInt(100), 1 + random.nextInt(5000)};
    for (int chunkBytes : sizes) {
      FileTable table =
          new CsvFormat(chunkBytes)
              .open(files, new FileOptions(writer.options), new FileCache(ledger, 0));
      String description = "seed " + seed + ", chunks of " + chunkBytes + " bytes";
      int workers = random.nextBoolean() ? 1 : 4;
      List<List<@Nullable Object>> rows;
      try {
        rows = new FileTableReader(ledger, workers).rows(table);
      } catch (RuntimeException e) {
        throw new AssertionError(description + " of\n" + writer.text, e);
      }
      List<List<@Nullable Object>> expected = new ArrayList<>(writer.rows);
      if (workers > 1) {
        rows = new ArrayList<>(rows);
        rows.sort(Comparator.comparing(Object::toString));
        expected.sort(Comparator.comparing(Object::toString));
      }
      assertThat(rows).as("%s of%n%s", description, writer.text).isEqualTo(expected);
      assertThat(ledger.usedBytes()).as(description).isZero();
    }
  }

  /** Writes one table. */
  private static final class Writer {
    private final Random random;
    private final Map<String, Object> options = new LinkedHashMap<>();
    private final List<List<@Nullable Object>> rows = new ArrayList<>();
    private final StringBuilder out = new StringBuilder();
    private final char delimiter;
    private final String quote;
    private final char escape;
    private final String text;

    Writer(Random random) {
      this.random = random;
      delimiter = ",;|\t~".charAt(random.nextInt(5));
      quote = random.nextInt(4) == 0 ? "'" : "\"";
      escape = random.nextInt(3) == 0 ? '\\' : quote.charAt(0);
      String[] ends = {"\n", "\r\n", "\r"};
      int end = random.nextInt(4);
      boolean header = random.nextBoolean();
      int fields = 1 + random.nextInt(random.nextInt(8) == 0 ? 40 : 6);
      Map<String, String> columns = new LinkedHashMap<>();
      for (int i = 0; i < fields; i++) {
        columns.put("c" + i, TYPES[random.nextInt(TYPES.length)]);
      }
      if (header) {
        out.append(String.join(Character.toString(delimiter), columns.keySet())).append('\n');
      }
      int count = random.nextInt(30);
      for (int i = 0; i < count; i++) {
        List<@Nullable Object> row = new ArrayList<>();
        int field = 0;
        for (String type : columns.values()) {
          out.append(field++ == 0 ? "" : delimiter);
          row.add(write(type, fields == 1));
        }
        rows.add(row);
        if (i < count - 1 || random.nextBoolean()) {
          out.append(ends[end == 3 ? random.nextInt(3) : end]);
        }
      }
      text = out.toString();
      options.put("columns", columns);
      options.put("header", header);
      options.put("delim", Character.toString(delimiter));
      options.put("quote", quote);
      options.put("escape", Character.toString(escape));
      if (random.nextInt(4) == 0) {
        options.put("parallel", false);
      }
    }

    /** Appends a field and returns its value; no NULL where a record would be a blank line. */
    private @Nullable Object write(String type, boolean alone) {
      if (random.nextInt(6) == 0 && !alone) {
        return null;
      }
      Object value = value(type);
      String string =
          switch (type) {
            case "DATE" -> DateTimeText.formatDate((Long) value);
            case "TIME" -> DateTimeText.formatTime((Long) value);
            case "TIMESTAMP" -> DateTimeText.formatTimestamp((Long) value);
            default ->
                value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
          };
      boolean special =
          string.isEmpty()
              || string.indexOf(delimiter) >= 0
              || string.contains(quote)
              || string.contains("\n")
              || string.contains("\r");
      if (special || random.nextInt(5) == 0) {
        String escaped = string;
        if (escape != quote.charAt(0)) {
          escaped = escaped.replace("\\", "\\\\");
        }
        out.append(quote).append(escaped.replace(quote, escape + quote)).append(quote);
      } else {
        out.append(string);
      }
      return value;
    }

    private Object value(String type) {
      return switch (type) {
        case "TINYINT" -> (long) (byte) random.nextInt();
        case "SMALLINT" -> (long) (short) random.nextInt();
        case "INTEGER" -> (long) random.nextInt();
        case "BIGINT" -> random.nextLong() >> random.nextInt(64);
        case "DECIMAL(9, 3)" -> BigDecimal.valueOf(random.nextInt(1_999_999_999) - 999_999_999, 3);
        case "DECIMAL(18, 0)" ->
            BigDecimal.valueOf(random.nextLong() % 1_000_000_000_000_000_000L, 0);
        case "DECIMAL(38, 10)" -> new BigDecimal(new BigInteger(random.nextInt(125), random), 10);
        case "DOUBLE" ->
            random.nextBoolean()
                ? Double.valueOf(random.nextInt(100_000) / 100.0)
                : Double.valueOf(Double.longBitsToDouble(random.nextLong() >>> 2));
        case "REAL" -> (double) (random.nextInt(100_000) / 100f);
        case "BOOLEAN" -> random.nextBoolean();
        case "DATE" -> (long) random.nextInt(200_000) - 100_000;
        case "TIME" -> random.nextLong(86_400_000_000L);
        case "TIMESTAMP" -> random.nextLong() % 4_000_000_000_000_000L;
        default -> string();
      };
    }

    private String string() {
      StringBuilder string = new StringBuilder();
      int length = random.nextInt(12) == 0 ? random.nextInt(300) : random.nextInt(12);
      for (int i = 0; i < length; i++) {
        if (random.nextInt(3) == 0) {
          string.append("\"',;|\t\n\r\\~".charAt(random.nextInt(10)));
        } else if (random.nextInt(8) == 0) {
          string.appendCodePoint(new int[] {0xe9, 0x20ac, 0x1f600, 0}[random.nextInt(4)]);
        } else {
          string.append((char) ('a' + random.nextInt(26)));
        }
      }
      return string.toString();
    }
  }
}
