package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Joins that the planner expresses by others, against DuckDB: IN and NOT IN over several columns
 * that may be NULL, and ASOF joins.
 */
class RewrittenJoinAnswersTest {
  private static Connection ours;
  private static Connection theirs;

  @BeforeAll
  static void fill() throws SQLException {
    ours = DriverManager.getConnection("jdbc:paceline:mem:;workers=3");
    theirs = DriverManager.getConnection("jdbc:duckdb:");
    Random random = new Random(5);
    for (String table : List.of("l", "r", "few", "whole")) {
      List<String> rows = new ArrayList<>();
      int count = table.equals("few") ? 3 : 120;
      for (int id = 0; id < count; id++) {
        boolean whole = table.equals("whole");
        rows.add(
            "(%d, %s, %s, %s)"
                .formatted(
                    id,
                    value(random, 12, whole),
                    value(random, 12, whole),
                    value(random, 30, whole)));
      }
      for (Connection connection : List.of(ours, theirs)) {
        try (Statement statement = connection.createStatement()) {
          statement.execute(
              "CREATE TABLE " + table + " (id INTEGER, a INTEGER, b INTEGER, c INTEGER)");
          statement.execute("INSERT INTO " + table + " VALUES " + String.join(", ", rows));
        }
      }
    }
  }

  private static String value(Random random, int bound, boolean known) {
    return !known && random.nextInt(7) == 0 ? "NULL" : Integer.toString(random.nextInt(bound));
  }

  @AfterAll
  static void close() throws SQLException {
    ours.close();
    theirs.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM l WHERE (a, b) NOT IN (SELECT a, b FROM r) ORDER BY id",
        "SELECT id FROM l WHERE (a, b) IN (SELECT a, b FROM r) ORDER BY id",
        "SELECT id, (a, b) IN (SELECT a, b FROM r) FROM l ORDER BY id",
        "SELECT id, (a, b) NOT IN (SELECT a, b FROM few) FROM l ORDER BY id",
        "SELECT id, (a, b, c) IN (SELECT a, b, c FROM r) FROM l ORDER BY id",
        "SELECT id FROM l WHERE (a, b, c) NOT IN (SELECT b, a, c FROM few) ORDER BY id",
        "SELECT id, (a, b) IN (SELECT a, b FROM r WHERE id < 0) FROM l ORDER BY id",
        "SELECT id, (a, b) IN (SELECT a, b FROM whole) FROM l ORDER BY id",
        "SELECT id, (a, b) IN (SELECT a, b FROM r) FROM whole ORDER BY id",
        "SELECT id FROM l WHERE (a, b) NOT IN (SELECT a, b FROM r) OR c < 5 ORDER BY id",
        "SELECT id, a > ALL (SELECT a FROM few) FROM l ORDER BY id",
        "SELECT id, a > ANY (SELECT b FROM few) FROM l ORDER BY id",
        "SELECT id FROM l WHERE NOT a < ANY (SELECT b FROM few) ORDER BY id",
      })
  void givesTheMarksOfDuckDb(String sql) throws SQLException {
    assertThat(rows(ours, sql)).isEqualTo(rows(theirs, sql));
  }

  @ParameterizedTest
  @CsvSource({
    "ASOF, >=",
    "ASOF, >",
    "ASOF, <=",
    "ASOF, <",
    "LEFT ASOF, >=",
    "LEFT ASOF, >",
    "LEFT ASOF, <=",
    "LEFT ASOF, <"
  })
  void findsTheClosestRowsOfDuckDb(String kind, String comparison) throws SQLException {
    String columns = "SELECT x.id, x.a, x.c, y.c FROM l AS x ";
    String end = " ORDER BY 1, 2, 3, 4";
    String other = " JOIN (SELECT DISTINCT a, c FROM r) AS y ";
    String condition = "x.c " + comparison + " y.c";
    assertThat(
            rows(
                ours,
                columns + kind + other + "MATCH_CONDITION " + condition + " ON x.a = y.a" + end))
        .isEqualTo(
            rows(
                theirs,
                columns
                    + (kind.equals("ASOF") ? "ASOF" : "ASOF LEFT")
                    + other
                    + "ON x.a = y.a AND "
                    + condition
                    + end));
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int column = 1; column <= columns; column++) {
          row.append(column == 1 ? "" : "|").append(result.getString(column));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }
}
