package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Lambda functions with an arrow, which DuckDB has given up, beside the arrow of JSON. */
class LambdaArrowTest {
  @Test
  void arrowsAreLambdaFunctionsInTheArgumentsOfFunctionsThatTakeThem() throws SQLException {
    assertThat(value("list_transform([1, 2], x -> x + 1)")).isEqualTo("[2, 3]");
    assertThat(value("list_transform([1, 2], (x, i) -> x * i)")).isEqualTo("[1, 4]");
    assertThat(value("list_transform(['a', 'b'], s -> 'x' || s)")).isEqualTo("[xa, xb]");
    assertThat(value("list_filter([1, 2, 3], x -> x % 2 = 1)")).isEqualTo("[1, 3]");
    assertThat(value("list_reduce([1, 2, 3], (a, x) -> a * x, 2)")).isEqualTo("12");
    assertThat(value("list_transform([[1], [2, 3]], l -> list_transform(l, x -> x + len(l)))"))
        .isEqualTo("[[2], [4, 5]]");
    assertThat(value("list_transform([upper('a')], x -> 1)")).isEqualTo("[1]");
  }

  @Test
  void arrowsAreOperatorsOfJsonElsewhere() throws SQLException {
    String json = "FROM (SELECT '{\"a\": {\"b\": 1}}' AS j, 'a' AS k)";
    assertThat(value("j -> '$.a' -> '$.b' " + json)).isEqualTo("1");
    assertThat(value("length(j -> '$.a') " + json)).isEqualTo("7");
    assertThat(value("upper(j -> k) " + json)).isEqualTo("{\"B\":1}");
    assertThat(value("list_transform([j], x -> x ->> '$.a.b') " + json)).isEqualTo("[1]");
  }

  @Test
  void parametersOfStatementsAreValuesFromOutside() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:");
        var statement =
            connection.prepareStatement("SELECT list_transform([1, 2], x -> x + CAST(? AS INT))")) {
      statement.setInt(1, 40);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        assertThat(rows.getObject(1)).hasToString("[41, 42]");
      }
    }
  }

  @Test
  void lambdaFunctionsElsewhereAreRefused() {
    assertThatThrownBy(() -> value("upper((x, y) -> x)")).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> value("list_transform([1], x -> (SELECT x))"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0AP01"));
  }

  private static String value(String expression) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT " + expression)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
