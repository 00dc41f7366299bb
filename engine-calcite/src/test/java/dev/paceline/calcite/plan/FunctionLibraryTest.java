package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.aggregate.AggregateLibrary;
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
      quoteCharacter = '`',
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
        "bit_count(a)   | -1                   | 64",
        "bit_length(a)  | 'é'                  | 16",
        "hex(a)         | 'é'                  | C3A9",
        "md5(a)         | 'a'                  | 0cc175b9c0f1b6a831c399e269772661",
        "split_part(a, ',', 2) | 'a,b,c'       | b",
        "split_part(a, ',', -1) | 'a,b,c'      | c",
        "split_part(a, ',', -3) | 'a,b,c'      | a",
        "split_part(a, ',', 4) | 'a,b,c'       | ``",
        "split_part(a, ',', -4) | 'a,b,c'      | ``",
        "to_base64(a)   | 'é'                  | w6k=",
        "regexp_like(a, '^.b.$') | 'abc'       | true",
        "regexp_like(a, 'a.c') | e'a\\nc'      | true",
        "regexp_like(a, 'a.c', 'n') | e'a\\nc' | false",
        "regexp_like(a, 'B', 'i') | 'abc'      | true",
        "regexp_matches(a, 'B') | 'abc'        | false",
        "regexp_full_match(a, 'b') | 'abc'     | false",
        "regexp_count(a, 'x*') | 'éb'          | 3",
        "regexp_extract(a, 'b.') | 'abc'       | bc",
        "regexp_extract(a, 'x') | 'abc'        | ``",
        "regexp_extract(a, '(b)(c)', 2) | 'abc' | c",
        "regexp_replace(a, 'b', 'x') | 'abcb'  | axcb",
        "regexp_replace(a, 'b', 'x', 'g') | 'abcb' | axcx",
        "regexp_replace(a, 'x*', '-', 'g') | 'éa' | -é-a-",
        "regexp_replace(a, '(b)(c)', '\\2\\1\\&') | 'abc' | acbbc",
        "regexp_escape(a) | 'a.b'              | a\\.b",
        "try_cast(a AS INTEGER) | '12'         | 12",
        "(a) // 2       | -7                   | -3",
        "(a) // 2       | -7.5e0               | -4.0",
        "(a) ^ 3 * 2    | 2                    | 16.0",
        "(a) ** 3       | 2                    | 8.0",
        "(a) & 3        | 6                    | 2",
        "(a) << 2       | 3                    | 12",
        "(a) >> 1       | -3                   | -2",
        "~(a) + 1       | 1                    | -3",
        "(a) ~ 'B'      | 'abc'                | false",
        "(a) ~* 'B'     | 'abc'                | true",
        "(a) !~ 'B'     | 'abc'                | true",
        "(a) !~* 'B'    | 'abc'                | false",
        "(a) ILIKE 'A!%%' ESCAPE '!' | 'a%c'   | true",
        "(a) NOT ILIKE 'A%' | 'abc'            | false",
        "contains(a, 'b') | 'abc'              | true",
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
      quoteCharacter = '`',
      value = {
        "factorial(34)                          | out of the range",
        "factorial(-1)                          | negative",
        "gcd(-9223372036854775807 - 1, 0)       | out of the range",
        "lcm(9223372036854775807, 2)            | out of the range",
        "make_date(2023, 2, 29)                 | there is no date",
        "make_date(0, 1, 1)                     | there is no date",
        "1 // 0                                 | division by zero",
        "1e0 // 0                               | division by zero",
        "(-9223372036854775807 - 1) // -1       | out of the range",
        "split_part('a', 'b', 0)                | split_part counts parts from 1",
        "regexp_like('abc', '(')                | regexp_like cannot read the pattern",
        "'abc' ~ '(?=a)'                        | no lookaround",
        "regexp_like('abc', 'b', 'q')           | does not know the flag 'q'",
        "regexp_like('abc', 'b', 'g')           | is for regexp_replace",
        "regexp_extract('abc', '(b)', 2)        | has no group 2",
      })
  void failsWhereThereIsNoValue(String call, String message) {
    assertThatThrownBy(() -> value("SELECT " + call))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message);
  }

  @Test
  void castsToNullWhereTheValueDoesNotFit() throws SQLException {
    assertThat(value("SELECT TRY_CAST('abc' AS INTEGER)")).isNull();
  }

  @Test
  void bindsOperatorsAsPostgreSql() throws SQLException {
    assertThat(value("SELECT 6 | 8 + 1")).isEqualTo("15");
    assertThat(value("SELECT 1 | 2 = 3")).isEqualTo("true");
    assertThat(value("SELECT -2 ^ 2")).isEqualTo("4.0");
    assertThat(value("SELECT quote_literal('it''s')")).isEqualTo("'it''s'");
  }

  @Test
  void takesPatternsOfColumns() throws SQLException {
    String call = "SELECT regexp_replace(a, p, r)";
    String rows = " FROM (VALUES ('abc', 'b', 'x'), ('abc', '^a', 'y')) AS t (a, p, r) ORDER BY p ";
    assertThat(value(call + rows + "LIMIT 1")).isEqualTo("ybc");
    assertThat(value(call + rows + "DESC LIMIT 1")).isEqualTo("axc");
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
            .collect(Collectors.joining());
    assertThat(Files.readString(Path.of("../docs/sql.md"))).contains(table);
  }

  @Test
  void documentationListsTheAggregates() throws Exception {
    String table =
        AggregateLibrary.AGGREGATES.stream()
            .map(
                aggregate ->
                    "| `%s(%s)` | %s |\n"
                        .formatted(
                            aggregate.name(),
                            aggregate.moments().arguments() == 1 ? "x" : "y, x",
                            aggregate.description()))
            .collect(Collectors.joining());
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
