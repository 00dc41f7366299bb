package dev.paceline.storage.load.csv;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.load.FileRows;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.FileTypeNames;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The small CSV files of {@code csv/corpus.txt}, whose beginning says how they are written, and the
 * answers of both products to them.
 */
final class CsvCorpus {
  private static final Pattern REPETITION = Pattern.compile("\\\\\\{(\\d+) ((?:[^}])*)\\}");

  /** An option's name, and a value in one of the forms that SQL has. */
  private static final Pattern OPTION =
      Pattern.compile(
          "\\s*(\\w+)\\s*=\\s*('(?:[^']|'')*'|\\[[^\\]]*\\]|\\{[^}]*\\}|[^,\\s]+)\\s*,?");

  private static final Pattern STRING = Pattern.compile("'((?:[^']|'')*)'");

  private static final int MOST_LINES = 20;

  private CsvCorpus() {}

  /**
   * A file with what is expected of it.
   *
   * @param options as they are written in SQL
   * @param expected the lines of the answer
   * @param difference why DuckDB's answer is another one; empty if it is the same
   */
  record Case(
      String name,
      String options,
      Charset charset,
      String text,
      List<String> expected,
      String difference) {
    /** Writes the file to a folder. */
    Path write(Path folder) throws IOException {
      return Files.write(
          folder.resolve(name.replaceAll("\\W+", "_") + ".csv"), text.getBytes(charset));
    }
  }

  /** Returns all files. */
  static List<Case> read() throws IOException {
    String manifest;
    try (var in = CsvCorpus.class.getResourceAsStream("/csv/corpus.txt")) {
      if (in == null) {
        throw new IOException("there is no corpus.txt");
      }
      manifest = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<Case> cases = new ArrayList<>();
    for (String block : manifest.split("\n\n+")) {
      if (block.startsWith("case ")) {
        cases.add(parse(block));
      }
    }
    return cases;
  }

  private static Case parse(String block) {
    Map<String, String> parts = new LinkedHashMap<>();
    List<String> expected = new ArrayList<>();
    for (String line : block.split("\n")) {
      int blank = line.indexOf(' ');
      String word = blank < 0 ? line : line.substring(0, blank);
      String rest = blank < 0 ? "" : line.substring(blank + 1);
      switch (word) {
        case "case", "options", "encoding", "file", "differs" -> parts.put(word, rest);
        case "columns", "row", "rows", "error" -> expected.add(line);
        default -> throw new IllegalArgumentException(line);
      }
    }
    return new Case(
        parts.getOrDefault("case", ""),
        parts.getOrDefault("options", ""),
        Charset.forName(parts.getOrDefault("encoding", "UTF-8")),
        unescape(parts.getOrDefault("file", "")),
        expected,
        parts.getOrDefault("differs", ""));
  }

  private static String unescape(String text) {
    String repeated =
        REPETITION
            .matcher(text)
            .replaceAll(
                match ->
                    Matcher.quoteReplacement(
                        match.group(2).repeat(Integer.parseInt(match.group(1)))));
    StringBuilder plain = new StringBuilder();
    for (int at = 0; at < repeated.length(); at++) {
      char character = repeated.charAt(at);
      if (character != '\\') {
        plain.append(character);
        continue;
      }
      at++;
      switch (repeated.charAt(at)) {
        case 'n' -> plain.append('\n');
        case 'r' -> plain.append('\r');
        case 't' -> plain.append('\t');
        case 'u' -> {
          plain.append((char) Integer.parseInt(repeated.substring(at + 1, at + 5), 16));
          at += 4;
        }
        default -> plain.append(repeated.charAt(at));
      }
    }
    return plain.toString();
  }

  /** Returns the options as a statement hands them to the format. */
  static Map<String, Object> options(String text) {
    Map<String, Object> options = new LinkedHashMap<>();
    Matcher matcher = OPTION.matcher(text);
    while (matcher.find()) {
      options.put(matcher.group(1), value(matcher.group(2)));
    }
    return options;
  }

  private static Object value(String text) {
    List<String> strings = new ArrayList<>();
    Matcher matcher = STRING.matcher(text);
    while (matcher.find()) {
      strings.add(matcher.group(1).replace("''", "'"));
    }
    return switch (text.charAt(0)) {
      case '\'' -> strings.getFirst();
      case '[' -> strings;
      case '{' -> {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < strings.size(); i += 2) {
          map.put(strings.get(i), strings.get(i + 1));
        }
        yield map;
      }
      default ->
          text.equals("true") || text.equals("false")
              ? (Object) Boolean.valueOf(text)
              : (Object) Long.valueOf(text);
    };
  }

  /** Returns our answer: a line with the columns and one for each row, or one with the error. */
  static List<String> ours(Path file, String options, MemoryLedger ledger) {
    List<String> lines = new ArrayList<>();
    try {
      FileTable table = FileRows.open(new CsvFormat(), file, options(options), ledger);
      lines.add(
          table.columns().stream()
              .map(column -> show(column.name()) + " " + FileTypeNames.of(column.type()))
              .collect(Collectors.joining(", ", "columns ", "")));
      for (List<String> row : FileRows.read(table, ledger)) {
        List<@Nullable String> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
          String type = FileTypeNames.of(table.columns().get(i).type());
          values.add(row.get(i).equals("null") ? null : normal(row.get(i), type));
        }
        lines.add(row(values));
      }
      return shortened(lines);
    } catch (PacelineException e) {
      return List.of("error " + show(withoutPath(e.getMessage(), file)));
    }
  }

  /** Returns DuckDB's answer in the same form; of an error only the word. */
  static List<String> duckDb(Connection connection, Path file, String options) {
    List<String> lines = new ArrayList<>();
    String call = "read_csv('" + file + "'" + (options.isEmpty() ? "" : ", " + options) + ")";
    try (Statement statement = connection.createStatement()) {
      List<String> columns = new ArrayList<>();
      List<String> types = new ArrayList<>();
      try (ResultSet described = statement.executeQuery("DESCRIBE FROM " + call)) {
        while (described.next()) {
          types.add(typeName(described.getString(2)));
          columns.add(show(described.getString(1)) + " " + types.getLast());
        }
      }
      lines.add("columns " + String.join(", ", columns));
      try (ResultSet result =
          statement.executeQuery(
              "WITH t AS MATERIALIZED (FROM "
                  + call
                  + ") SELECT CAST(COLUMNS(*) AS VARCHAR) FROM t")) {
        while (result.next()) {
          List<@Nullable String> values = new ArrayList<>();
          for (int i = 1; i <= types.size(); i++) {
            String value = result.getString(i);
            values.add(value == null ? null : normal(value, types.get(i - 1)));
          }
          lines.add(row(values));
        }
      }
      return shortened(lines);
    } catch (SQLException e) {
      return List.of("error");
    }
  }

  /** Leaves the middle of many rows out. */
  private static List<String> shortened(List<String> lines) {
    if (lines.size() <= MOST_LINES) {
      return lines;
    }
    List<String> few = new ArrayList<>(lines.subList(0, 2));
    few.add("rows " + (lines.size() - 1));
    few.add(lines.getLast());
    return few;
  }

  private static String typeName(String type) {
    return switch (type) {
      case "FLOAT" -> "REAL";
      case "HUGEINT" -> "DECIMAL(38, 0)";
      case "TIMESTAMP WITH TIME ZONE" -> "TIMESTAMP WITH LOCAL TIME ZONE";
      default -> type.replace(",", ", ");
    };
  }

  /** Writes numbers and times in the same way for both. */
  private static String normal(String value, String type) {
    return switch (type) {
      case "DOUBLE", "REAL" ->
          switch (value) {
            case "inf" -> "Infinity";
            case "-inf" -> "-Infinity";
            case "nan" -> "NaN";
            default -> Double.toString(Double.parseDouble(value));
          };
      case "TIMESTAMP", "TIME", "TIMESTAMP WITH LOCAL TIME ZONE" ->
          value
              .replaceFirst("\\+00$", "")
              .replaceFirst("\\.(\\d*?)0*$", ".$1")
              .replaceFirst("\\.$", "");
      default -> value;
    };
  }

  private static String row(List<@Nullable String> values) {
    return values.stream()
        .map(value -> value == null ? "NULL" : show(value))
        .collect(Collectors.joining("|", "row ", ""));
  }

  private static String withoutPath(String message, Path file) {
    return message.replace(file.toString(), "FILE").replace(file.getParent().toString(), "FOLDER");
  }

  /** Returns a string in one line, as the manifest has it. */
  private static String show(String value) {
    if (value.isEmpty() || value.equals("NULL")) {
      return "'" + value + "'";
    }
    StringBuilder shown = new StringBuilder();
    value
        .chars()
        .forEach(
            character -> {
              switch (character) {
                case '\n' -> shown.append("\\n");
                case '\r' -> shown.append("\\r");
                case '\t' -> shown.append("\\t");
                case '\\' -> shown.append("\\\\");
                case '|' -> shown.append("\\|");
                default -> {
                  if (character < ' ' || character == 0xa0 || character == 0xfeff) {
                    shown.append(String.format(java.util.Locale.ROOT, "\\u%04x", character));
                  } else {
                    shown.append((char) character);
                  }
                }
              }
            });
    return shown.length() > 200
        ? shown.substring(0, 20) + "(" + value.length() + ")"
        : shown.toString();
  }
}
