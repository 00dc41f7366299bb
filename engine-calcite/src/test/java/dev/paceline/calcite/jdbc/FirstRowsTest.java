package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.testing.SoakSize;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sorts with a limit have the first rows of the same sorts without one. */
class FirstRowsTest extends JdbcTest {
  /** Of the queries with a limit; 5 shares no factor with the numbers of keys and orders. */
  private static final int EVERY_NTH = SoakSize.of(5, 1);

  private static final int PARTS = 12;
  private static final int PART_ROWS = 3_000;
  private static final int LIMIT = 20;

  /** Of results that are long enough. */
  private static final int OFFSET = 37;

  @BeforeEach
  void makeTables() throws SQLException {
    update(
        "CREATE TABLE t (n BIGINT, d DATE NOT NULL, price DECIMAL(12, 2),"
            + " id INTEGER NOT NULL, weight DOUBLE, remark VARCHAR)");
    update("CREATE TABLE names (n BIGINT NOT NULL, name VARCHAR NOT NULL)");
    update("INSERT INTO names VALUES (1, 'one'), (2, 'two'), (2, 'also two'), (900, 'many')");
    Random random = new Random(7);
    for (int part = 0; part < PARTS; part++) {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)")) {
        for (int row = 0; row < PART_ROWS; row++) {
          boolean isNull = random.nextInt(50) == 0;
          insert.setObject(1, isNull ? null : (Long) random.nextLong(1000), Types.BIGINT);
          insert.setDate(2, new java.sql.Date(86_400_000L * random.nextInt(2000)));
          insert.setObject(
              3,
              part == 3 ? null : java.math.BigDecimal.valueOf(random.nextInt(100_000) - 50_000, 2),
              Types.DECIMAL);
          insert.setInt(4, part * PART_ROWS + row);
          insert.setObject(5, isNull ? null : weight(random), Types.DOUBLE);
          insert.setString(6, random.nextInt(40) == 0 ? null : remark(random));
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
  }

  private static Double weight(Random random) {
    return switch (random.nextInt(30)) {
      case 0 -> Double.NaN;
      case 1 -> -0.0;
      case 2 -> 0.0;
      case 3 -> Double.NEGATIVE_INFINITY;
      default -> random.nextGaussian();
    };
  }

  /** Returns strings of many lengths that share words, such as are compressed, and an empty one. */
  private static String remark(Random random) {
    List<String> words = List.of("the ", "final ", "requests ", "sleep ", "\u00e9t\u00e9 ", "a");
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(9); i > 0; i--) {
      text.append(words.get(random.nextInt(words.size())));
    }
    return text.toString();
  }

  /** Reads what a limit may keep and one row more, and leaves the rest of the result. */
  private List<List<String>> firstRows(String sql) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (rows.size() <= LIMIT + OFFSET && result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(result.getString(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  @Test
  void limitsKeepTheFirstRowsOfTheSort() throws SQLException {
    List<String> sources =
        List.of(
            "SELECT n, d, price, id, weight, remark FROM t",
            "SELECT n, d, price, id, weight, remark FROM t WHERE id % 7 <> 3",
            "SELECT t.n, d, price, id, weight, remark FROM t LEFT JOIN names ON t.n = names.n",
            "SELECT t.n, d, price, id, weight, remark FROM t JOIN names ON t.n = names.n",
            "SELECT n, d, price, id, weight, remark FROM t WHERE n NOT IN (SELECT n FROM names)",
            "SELECT t.n, d, price, id, weight, remark FROM names RIGHT JOIN t ON t.n = names.n",
            "SELECT n, d, price, id, weight, remark FROM t UNION ALL SELECT n + 1, d, price, id,"
                + " weight, remark FROM t");
    List<String> keys = List.of("n", "d", "price", "n + 1", "id", "weight", "remark");
    List<String> orders =
        List.of(
            "", " DESC", " NULLS FIRST", " NULLS LAST", " DESC NULLS FIRST", " DESC NULLS LAST");
    int query = 0;
    for (String source : sources) {
      for (String key : keys) {
        for (String order : orders) {
          if (query++ % EVERY_NTH != 0) {
            continue;
          }
          String sorted =
              "SELECT n, d, price, id, weight, remark FROM (%s) AS s ORDER BY %s%s, id, n"
                  .formatted(source, key, order);
          List<List<String>> first = firstRows(sorted);
          int offset = first.size() > LIMIT + OFFSET ? OFFSET : 0;
          assertThat(rows(sorted + " LIMIT " + LIMIT + " OFFSET " + offset))
              .as(sorted)
              .isEqualTo(first.subList(offset, Math.min(first.size(), offset + LIMIT)));
        }
      }
    }
  }

  /** A worker keeps that many rows in a buffer only if their size is fixed. */
  @Test
  void largeOffsetsSkipTheFirstRowsOfTheSort() throws SQLException {
    for (String key : List.of("n", "d DESC", "price NULLS FIRST", "id DESC", "weight")) {
      for (String columns : List.of("id, n, d, price, weight", "id, remark")) {
        String sorted = "SELECT " + columns + " FROM t ORDER BY " + key + ", id";
        List<List<String>> all = rows(sorted);
        for (int offset : new int[] {16_370, 30_000, PARTS * PART_ROWS - 5}) {
          assertThat(rows(sorted + " LIMIT " + LIMIT + " OFFSET " + offset))
              .as("%s behind %d", sorted, offset)
              .isEqualTo(all.subList(offset, Math.min(all.size(), offset + LIMIT)));
        }
      }
    }
  }
}
