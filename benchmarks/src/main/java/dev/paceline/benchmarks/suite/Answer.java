package dev.paceline.benchmarks.suite;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result in a form in which those of different products can be compared: exact
 * numbers as BigDecimal, doubles as Double, all other values as strings, times with zone in UTC.
 *
 * @param rows in the order of arrival
 */
public record Answer(List<List<@Nullable Object>> rows) {
  /** Averages are doubles in one product and decimals of at least six digits in the other. */
  private static final double TOLERANCE = 1e-6;

  /** Returns the answer with some rows, whose values are comparable already. */
  public static Answer ofRows(List<List<Object>> rows) {
    return new Answer(new ArrayList<>(rows));
  }

  /** Runs a query. */
  public static Answer of(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return of(rows);
    }
  }

  /** Reads a result to its end. */
  public static Answer of(ResultSet result) throws SQLException {
    return of(result, Integer.MAX_VALUE);
  }

  /** Reads the first rows of a result, at most {@code maxRows}. */
  public static Answer of(ResultSet result, int maxRows) throws SQLException {
    int columns = result.getMetaData().getColumnCount();
    List<List<@Nullable Object>> rows = new ArrayList<>();
    while (rows.size() < maxRows && result.next()) {
      List<@Nullable Object> row = new ArrayList<>(columns);
      for (int i = 1; i <= columns; i++) {
        row.add(comparable(result.getObject(i)));
      }
      rows.add(row);
    }
    return new Answer(rows);
  }

  /**
   * Compares this answer to a query with the expected one.
   *
   * @throws PacelineException INTERNAL_ERROR if they differ
   */
  public void requireSame(Answer expected, Query query) {
    String difference = differenceFrom(expected, query.isTotallyOrdered());
    if (difference != null) {
      throw PacelineException.internal(query.label() + " has another answer: " + difference, null);
    }
  }

  /**
   * Returns the first difference from another answer, in words; null if there is none. Exact
   * numbers must be equal. A double may differ from the other number by a millionth of it.
   *
   * @param ordered whether the order of the rows counts
   */
  public @Nullable String differenceFrom(Answer other, boolean ordered) {
    if (rows.size() != other.rows.size()) {
      return rows.size() + " rows, not " + other.rows.size();
    }
    BitSet approximate = approximateColumns(rows);
    approximate.or(approximateColumns(other.rows));
    List<List<@Nullable Object>> mine = ordered ? rows : sorted(rows, approximate);
    List<List<@Nullable Object>> theirs = ordered ? other.rows : sorted(other.rows, approximate);
    for (int i = 0; i < mine.size(); i++) {
      if (!sameRow(mine.get(i), theirs.get(i))) {
        return "row " + (i + 1) + " is " + mine.get(i) + ", not " + theirs.get(i);
      }
    }
    return null;
  }

  private static boolean sameRow(List<@Nullable Object> a, List<@Nullable Object> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!same(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(@Nullable Object a, @Nullable Object b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    if (a instanceof BigDecimal x && b instanceof BigDecimal y) {
      return x.compareTo(y) == 0;
    }
    if (a instanceof Number x && b instanceof Number y) {
      return same(x.doubleValue(), y.doubleValue());
    }
    return a.equals(b);
  }

  /** NaN is the same as NaN, and an infinity the same as itself. */
  private static boolean same(double a, double b) {
    double difference = Math.abs(a - b);
    return Double.compare(a, b) == 0
        || Double.isFinite(difference) && difference <= TOLERANCE * Math.max(1, Math.abs(b));
  }

  private static BitSet approximateColumns(List<List<@Nullable Object>> rows) {
    BitSet columns = new BitSet();
    for (List<@Nullable Object> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        if (row.get(i) instanceof Double) {
          columns.set(i);
        }
      }
    }
    return columns;
  }

  private static List<List<@Nullable Object>> sorted(
      List<List<@Nullable Object>> rows, BitSet ignored) {
    return rows.stream()
        .map(row -> new SortedRow(sortText(row, ignored), row)) // once, not at each comparison
        .sorted(Comparator.comparing(SortedRow::text))
        .map(SortedRow::row)
        .toList();
  }

  private record SortedRow(String text, List<@Nullable Object> row) {}

  /**
   * Returns a string that sorts rows of both products alike: decimals lose trailing zeros.
   *
   * @param ignored columns that are doubles in one of the products, and decimals perhaps in the
   *     other
   */
  private static String sortText(List<@Nullable Object> row, BitSet ignored) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      if (!ignored.get(i)) {
        Object value = row.get(i);
        text.append(
            value instanceof BigDecimal exact ? exact.stripTrailingZeros().toPlainString() : value);
      }
      text.append('|');
    }
    return text.toString();
  }

  private static @Nullable Object comparable(@Nullable Object value) throws SQLException {
    return switch (value) {
      case null -> null;
      case Array list -> text((Object[]) list.getArray());
      case Object[] list -> text(list);
      case Struct struct -> text(struct.getAttributes());
      case Map<?, ?> map -> text(map.keySet().toArray()) + text(map.values().toArray());
      case BigDecimal exact -> exact;
      case BigInteger exact -> new BigDecimal(exact);
      case Double approximate -> approximate;
      case Float approximate -> approximate.doubleValue();
      case Number whole -> BigDecimal.valueOf(whole.longValue());
      // Drivers choose the offset: that of the session or that of the JVM.
      case OffsetDateTime instant -> instant.toInstant().toString();
      default -> value.toString();
    };
  }

  /** A list as a text in which equal numbers are written in the same way. */
  private static String text(@Nullable Object[] list) throws SQLException {
    List<String> elements = new ArrayList<>();
    for (Object element : list) {
      elements.add(
          switch (comparable(element)) {
            case null -> "NULL";
            case BigDecimal exact -> exact.stripTrailingZeros().toPlainString();
            case Double number when Double.isFinite(number) ->
                BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
            case Object other -> other.toString();
          });
    }
    return elements.toString();
  }
}
