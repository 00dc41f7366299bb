package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LIKE, ILIKE and SIMILAR TO whose pattern is computed in each row, against DuckDB. */
class ComputedPatternAnswersTest {
  private static final String TEXTS =
      "(VALUES (1, 'abc'), (2, 'ABC'), (3, ''), (4, NULL), (5, 'a%c'), (6, 'éa_b'), (7, 'aab'))"
          + " AS t (id, s)";
  private static final String PATTERNS =
      "(VALUES (1, 'a%'), (2, '%b%'), (3, ''), (4, NULL), (5, '_b_'), (6, 'a!%c'), (7, '%'),"
          + " (8, 'abc'), (9, 'é%')) AS u (n, p)";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s LIKE p",
        "s NOT LIKE p",
        "s ILIKE p",
        "s NOT ILIKE upper(p)",
        "s LIKE p || '%'",
        "s LIKE p ESCAPE '!'",
        "s LIKE s",
      })
  void givesTheAnswersOfDuckDb(String condition) throws SQLException {
    String sql =
        "SELECT id, n, " + condition + " FROM " + TEXTS + ", " + PATTERNS + " ORDER BY id, n";
    assertThat(rows("jdbc:paceline:mem:", sql)).isEqualTo(rows("jdbc:duckdb:", sql));
    String filter =
        "SELECT id, n FROM " + TEXTS + ", " + PATTERNS + " WHERE " + condition + " ORDER BY id, n";
    assertThat(rows("jdbc:paceline:mem:", filter)).isEqualTo(rows("jdbc:duckdb:", filter));
  }

  @Test
  void matchesSimilarPatternsOfEachRow() throws SQLException {
    String sql =
        "SELECT s SIMILAR TO p FROM (VALUES (1, 'abc', '(a|x)b_'), (2, 'abc', 'ab'), (3, NULL,"
            + " '%'), (4, 'a', NULL), (5, 'aaa', 'a+')) AS t (id, s, p) ORDER BY id";
    assertThat(rows("jdbc:paceline:mem:", sql))
        .containsExactly("true", "false", "null", "null", "true");
  }

  @Test
  void takesTheEscapeCharacterOfEachRow() throws SQLException {
    String sql =
        "SELECT 'a%' LIKE p ESCAPE e FROM (VALUES (1, 'a!%', '!'), (2, 'a#%', '#'), (3, 'a%', ''))"
            + " AS t (id, p, e) ORDER BY id";
    assertThat(rows("jdbc:paceline:mem:", sql)).containsExactly("true", "true", "true");
  }

  @Test
  void namesAPatternThatCannotBeRead() {
    assertThatThrownBy(
            () ->
                rows(
                    "jdbc:paceline:mem:",
                    "SELECT s LIKE p ESCAPE '!' FROM (VALUES ('a', 'a!b')) AS t (s, p)"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("'a!b'");
  }

  private static List<String> rows(String url, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
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
