package dev.paceline.benchmarks.suite;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a query gave, in a form that answers of different products can be compared in:
 * exact numbers as BigDecimal, doubles as Double, all else as text.
 *
 * @param rows in the order of arrival
 */
public record Answer(List<List<@Nullable Object>> rows) {
  /** Averages are doubles in one product and decimals of at least six digits in the other. */
  private static final double TOLERANCE = 1e-6;

  /** Reads a result to its end. */
  public static Answer of(ResultSet result) throws SQLException {
    int columns = result.getMetaData().getColumnCount();
    List<List<@Nullable Object>> rows = new ArrayList<>();
    while (result.next()) {
      List<@Nullable Object> row = new ArrayList<>(columns);
      for (int i = 1; i <= columns; i++) {
        row.add(comparable(result.getObject(i)));
      }
      rows.add(row);
    }
    return new Answer(rows);
  }

  /**
   * The first difference from another answer, in words; null if there is none. Exact numbers must
   * be equal, a double may differ from what it is compared with by a millionth.
   *
   * @param ordered whether the order of the rows counts
   */
  public @Nullable String differenceFrom(Answer other, boolean ordered) {
    if (rows.size() != other.rows.size()) {
      return rows.size() + " rows, not " + other.rows.size();
    }
    List<List<@Nullable Object>> mine = ordered ? rows : sorted(rows);
    List<List<@Nullable Object>> theirs = ordered ? other.rows : sorted(other.rows);
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
      double difference = Math.abs(x.doubleValue() - y.doubleValue());
      return difference <= TOLERANCE * Math.max(1, Math.abs(y.doubleValue()));
    }
    return a.equals(b);
  }

  private static List<List<@Nullable Object>> sorted(List<List<@Nullable Object>> rows) {
    List<List<@Nullable Object>> copy = new ArrayList<>(rows);
    copy.sort(Comparator.comparing(Answer::sortText));
    return copy;
  }

  /**
   * Text that sorts rows of both products alike: doubles are left out, decimals lose trailing
   * zeros.
   */
  private static String sortText(List<@Nullable Object> row) {
    StringBuilder text = new StringBuilder();
    for (Object value : row) {
      if (value instanceof BigDecimal exact) {
        text.append(exact.stripTrailingZeros().toPlainString());
      } else if (!(value instanceof Double)) {
        text.append(value);
      }
      text.append('|');
    }
    return text.toString();
  }

  private static @Nullable Object comparable(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case BigDecimal exact -> exact;
      case BigInteger exact -> new BigDecimal(exact);
      case Double approximate -> approximate;
      case Float approximate -> approximate.doubleValue();
      case Number whole -> BigDecimal.valueOf(whole.longValue());
      default -> value.toString();
    };
  }
}
