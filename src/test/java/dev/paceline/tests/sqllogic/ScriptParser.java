package dev.paceline.tests.sqllogic;

import dev.paceline.tests.sqllogic.ScriptRecord.Query;
import dev.paceline.tests.sqllogic.ScriptRecord.SortMode;
import dev.paceline.tests.sqllogic.ScriptRecord.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the text format of SQL Logic Test. */
final class ScriptParser {
  /** Whose answers we give where the corpus knows that products differ. */
  private static final String DIALECT = "postgresql";

  private final List<String> lines;
  private int next;

  private ScriptParser(String script) {
    lines = script.lines().toList();
  }

  static List<ScriptRecord> parse(String script) {
    return new ScriptParser(script).records();
  }

  private List<ScriptRecord> records() {
    List<ScriptRecord> records = new ArrayList<>();
    boolean skip = false;
    while (next < lines.size()) {
      String line = withoutComment(lines.get(next++));
      if (line.isEmpty()) {
        continue;
      }
      String[] words = line.split("\\s+");
      switch (words[0]) {
        case "onlyif" -> skip |= !words[1].equals(DIALECT);
        case "skipif" -> skip |= words[1].equals(DIALECT);
        case "halt" -> {
          if (!skip) {
            return records;
          }
          skip = false;
        }
        case "hash-threshold" -> {}
        case "statement" -> {
          int start = next + 1;
          Statement statement = new Statement(start, block(), words[1].equals("ok"));
          if (!skip) {
            records.add(statement);
          }
          skip = false;
        }
        case "query" -> {
          Query query = query(words);
          if (!skip) {
            records.add(query);
          }
          skip = false;
        }
        default -> throw new IllegalArgumentException("line " + next + ": " + line);
      }
    }
    return records;
  }

  private Query query(String[] words) {
    int start = next + 1;
    SortMode sort =
        words.length > 2 ? SortMode.valueOf(words[2].toUpperCase(Locale.ROOT)) : SortMode.NOSORT;
    StringBuilder sql = new StringBuilder();
    List<String> expected = new ArrayList<>();
    boolean results = false;
    while (next < lines.size() && !lines.get(next).isBlank()) {
      String line = lines.get(next++);
      if (results) {
        expected.add(line);
      } else if (line.equals("----")) {
        results = true;
      } else {
        sql.append(line).append('\n');
      }
    }
    return new Query(start, sql.toString().strip(), words[1], sort, expected);
  }

  private String block() {
    StringBuilder sql = new StringBuilder();
    while (next < lines.size() && !lines.get(next).isBlank()) {
      sql.append(lines.get(next++)).append('\n');
    }
    return sql.toString().strip();
  }

  private static String withoutComment(String line) {
    int comment = line.indexOf('#');
    return (comment < 0 ? line : line.substring(0, comment)).strip();
  }
}
