package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.expr.library.FunctionLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The functions of the registry, of constants and of columns, and their documentation. */
class FunctionLibraryTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "even(a)        | 2.1                  | 4.0",
        "even(a)        | -2.1                 | -4.0",
        "factorial(a)   | 0                    | 1",
        "factorial(a)   | 33                   | 8683317618811886495518194401280000000",
        "gcd(a, 18)     | -12                  | 6",
        "gcd(a, 0)      | 0                    | 0",
        "gcd(a, 6)      | -9223372036854775808 | 2",
        "lcm(a, 6)      | 4                    | 12",
        "lcm(a, 0)      | 4                    | 0",
        "lcm(a, -6)     | 4                    | 12",
        "isfinite(a)    | 1                    | true",
        "isinf(a)       | 1.5                  | false",
        "isnan(a)       | 1.5                  | false",
        "nextafter(a,2) | 1                    | 1.0000000000000002",
        "to_hex(a)      | 255                  | ff",
        "to_hex(a)      | -1                   | ffffffffffffffff",
        "xor(a, 5)      | 6                    | 3",
        "dayname(a)     | DATE '2024-02-29'    | Thursday",
        "monthname(a)   | DATE '2024-02-29'    | February",
        "make_date(a, 2, 29) | 2024            | 2024-02-29",
      })
  void givesOneValueOfConstantsAndColumns(String call, String argument, String expected)
      throws SQLException {
    assertThat(value("SELECT " + call.replace("(a", "(" + argument))).isEqualTo(expected);
    String column = " FROM (VALUES (" + argument + "), (NULL)) AS t (a)";
    assertThat(value("SELECT " + call + column + " WHERE a IS NOT NULL")).isEqualTo(expected);
    assertThat(value("SELECT " + call + column + " WHERE a IS NULL")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "factorial(34)                          | out of the range",
        "factorial(-1)                          | negative",
        "gcd(-9223372036854775807 - 1, 0)       | out of the range",
        "lcm(9223372036854775807, 2)            | out of the range",
        "make_date(2023, 2, 29)                 | there is no date",
        "make_date(0, 1, 1)                     | there is no date",
      })
  void failsWhereThereIsNoValue(String call, String message) {
    assertThatThrownBy(() -> value("SELECT " + call))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message);
  }

  @Test
  void documentationListsTheRegistry() throws Exception {
    String table =
        FunctionLibrary.FUNCTIONS.stream()
            .map(
                function ->
                    "| `%s(%s)` | `%s` | %s |\n"
                        .formatted(
                            function.name(),
                            function.operands().stream()
                                .map(Object::toString)
                                .collect(Collectors.joining(", ")),
                            function.result(),
                            function.description()))
            .collect(Collectors.joining())
            .replace("INT64", "BIGINT")
            .replace("FLOAT64", "DOUBLE");
    assertThat(Files.readString(Path.of("../docs/sql.md"))).contains(table);
  }

  private static String value(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.next()).isTrue();
      return result.getString(1);
    }
  }
}
