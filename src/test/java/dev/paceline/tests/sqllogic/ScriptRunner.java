package dev.paceline.tests.sqllogic;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.tests.sqllogic.ScriptRecord.Query;
import dev.paceline.tests.sqllogic.ScriptRecord.SortMode;
import dev.paceline.tests.sqllogic.ScriptRecord.Statement;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs scripts over one JDBC connection. */
final class ScriptRunner {
  private static final Pattern HASH = Pattern.compile("(\\d+) values hashing to ([0-9a-f]{32})");

  private final Connection connection;
  private final UnaryOperator<List<List<String>>> fault;

  ScriptRunner(Connection connection) {
    this(connection, UnaryOperator.identity());
  }

  /**
   * @param fault what is done to each result before it is judged: a planted bug, to see that the
   *     judge sees
   */
  ScriptRunner(Connection connection, UnaryOperator<List<List<String>>> fault) {
    this.connection = connection;
    this.fault = fault;
  }

  /**
   * @param everyNth runs only each n-th query, all statements
   */
  ScriptReport run(List<ScriptRecord> script, int everyNth) {
    ScriptReport report = new ScriptReport();
    int queries = 0;
    for (ScriptRecord step : script) {
      boolean goOn =
          switch (step) {
            case Statement statement -> execute(statement, report);
            case Query query -> {
              if (queries++ % everyNth == 0) {
                ask(query, report);
              }
              yield true;
            }
          };
      if (!goOn) {
        report.countUnsupported("rest of the script");
        break;
      }
    }
    return report;
  }

  /** Returns false when the script cannot go on, because the database is not what it expects. */
  private boolean execute(Statement statement, ScriptReport report) {
    try (java.sql.Statement jdbc = connection.createStatement()) {
      jdbc.execute(statement.sql());
      if (!statement.succeeds()) {
        report.errors.add(at(statement) + "should have failed");
      } else {
        report.passed++;
      }
      return statement.succeeds();
    } catch (SQLException e) {
      if (!statement.succeeds()) {
        report.passed++;
        return true;
      }
      if (isNotSupported(e)) {
        report.countUnsupported(firstWords(statement.sql()));
        return statement.sql().toUpperCase(Locale.ROOT).startsWith("CREATE INDEX");
      }
      report.errors.add(at(statement) + e);
      return false;
    }
  }

  private void ask(Query query, ScriptReport report) {
    try (java.sql.Statement jdbc = connection.createStatement();
        ResultSet rows = jdbc.executeQuery(query.sql())) {
      List<String> actual = flatten(fault.apply(read(rows, query.types())), query.sort());
      if (matches(query.expected(), actual)) {
        report.passed++;
      } else {
        report.wrong.add(
            at(query) + "expected " + query.expected() + " but got " + shorten(actual));
      }
    } catch (SQLException e) {
      if (isNotSupported(e)) {
        report.countUnsupported(String.valueOf(e.getMessage()));
      } else {
        report.errors.add(at(query) + e);
      }
    }
  }

  private static List<List<String>> read(ResultSet rows, String types) throws SQLException {
    List<List<String>> all = new ArrayList<>();
    while (rows.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 0; i < types.length(); i++) {
        row.add(render(rows, i + 1, types.charAt(i)));
      }
      all.add(row);
    }
    return all;
  }

  private static String render(ResultSet rows, int column, char type) throws SQLException {
    Object value = rows.getObject(column);
    if (value == null) {
      return "NULL";
    }
    return switch (type) {
      case 'I' -> integer(value);
      case 'R' -> String.format(Locale.ROOT, "%.3f", new BigDecimal(value.toString()));
      default -> value.toString().isEmpty() ? "(empty)" : value.toString();
    };
  }

  private static String integer(Object value) {
    if (value instanceof Boolean truth) {
      return truth ? "1" : "0";
    }
    try {
      return new BigDecimal(value.toString()).setScale(0, RoundingMode.DOWN).toPlainString();
    } catch (NumberFormatException e) {
      return "0"; // as SQLite reads a text that is no number
    }
  }

  private static List<String> flatten(List<List<String>> rows, SortMode sort) {
    List<List<String>> ordered = new ArrayList<>(rows);
    if (sort == SortMode.ROWSORT) {
      ordered.sort(
          (a, b) ->
              Arrays.compare(
                  a.toArray(String[]::new), b.toArray(String[]::new), Comparator.naturalOrder()));
    }
    List<String> values = new ArrayList<>();
    ordered.forEach(values::addAll);
    if (sort == SortMode.VALUESORT) {
      Collections.sort(values);
    }
    return values;
  }

  private static boolean matches(List<String> expected, List<String> actual) {
    if (expected.size() == 1) {
      Matcher hash = HASH.matcher(expected.getFirst());
      if (hash.matches()) {
        return Integer.parseInt(hash.group(1)) == actual.size()
            && hash.group(2).equals(md5(actual));
      }
    }
    return expected.equals(actual);
  }

  private static String md5(List<String> values) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      for (String value : values) {
        digest.update(value.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isNotSupported(SQLException e) {
    return ErrorCode.NOT_SUPPORTED.sqlState().equals(e.getSQLState());
  }

  private static String firstWords(String sql) {
    String[] words = sql.split("\\s+", 3);
    return words.length < 2 ? sql : words[0] + " " + words[1];
  }

  private static String at(ScriptRecord step) {
    return "line " + step.line() + ": " + step.sql().replaceAll("\\s+", " ") + ": ";
  }

  private static String shorten(List<String> values) {
    return values.size() <= 12 ? values.toString() : values.subList(0, 12) + " … " + values.size();
  }
}
