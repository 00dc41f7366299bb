package dev.paceline.server.cli;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes the names of tables and columns, SQL's words, and the shell's commands. */
final class SqlCompleter implements Completer {
  private static final List<String> KEYWORDS =
      List.of(
          ("select from where group by having order limit offset fetch first rows only distinct"
                  + " join left right full outer inner cross on using union all intersect except"
                  + " with as and or not in exists between like escape is null case when then else"
                  + " end cast extract substring count sum avg min max create table drop insert"
                  + " into values delete update set explain analyze copy date interval asc desc"
                  + " nulls last true false over partition rollup cube grouping sets filter"
                  + " coalesce nullif year month day")
              .split(" "));
  private static final List<String> COMMANDS = List.of("\\d", "\\timing", "\\q", "\\?");

  private final Connection connection;

  SqlCompleter(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    String prefix = line.word().substring(0, line.wordCursor());
    Set<String> names = prefix.startsWith("\\") ? Set.copyOf(COMMANDS) : names();
    for (String name : names) {
      if (startsWith(name, prefix)) {
        candidates.add(new Candidate(name));
      }
    }
    if (!prefix.startsWith("\\")) {
      boolean upper = !prefix.isEmpty() && prefix.equals(prefix.toUpperCase(Locale.ROOT));
      for (String keyword : KEYWORDS) {
        if (startsWith(keyword, prefix)) {
          candidates.add(new Candidate(upper ? keyword.toUpperCase(Locale.ROOT) : keyword));
        }
      }
    }
  }

  private static boolean startsWith(String name, String prefix) {
    return name.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  /** Tables and columns as they are now: the last statement may have made one. */
  private Set<String> names() {
    Set<String> names = new TreeSet<>();
    try {
      DatabaseMetaData data = connection.getMetaData();
      try (ResultSet tables = data.getTables(null, null, "%", null)) {
        while (tables.next()) {
          names.add(tables.getString("TABLE_NAME"));
        }
      }
      try (ResultSet columns = data.getColumns(null, null, "%", "%")) {
        while (columns.next()) {
          names.add(columns.getString("COLUMN_NAME"));
        }
      }
    } catch (SQLException e) {
      // Completion is a convenience: without names the keywords remain.
      return names;
    }
    return names;
  }
}
