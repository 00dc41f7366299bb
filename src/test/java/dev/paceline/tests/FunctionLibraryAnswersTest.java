package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions of the registry over columns, against DuckDB. */
@WithoutC2
class FunctionLibraryAnswersTest {
  private static final String ROWS =
      " FROM (VALUES (1, 0, 0.5e0, DATE '2024-02-29', 'abc'),"
          + " (2, -12, -2.1e0, DATE '1969-12-31', ''), (3, 18, 3e0, DATE '0001-01-01', '12'),"
          + " (4, NULL, NULL, NULL, NULL), (5, 2147483647, 1e300, DATE '9999-12-31', 'éaBba'))"
          + " AS t (id, i, f, d, s) ORDER BY id";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "even(f)",
        "factorial(abs(i) % 34)",
        "gcd(i, 30)",
        "lcm(i, 30)",
        "isfinite(f)",
        "isinf(f)",
        "isnan(f)",
        "nextafter(f, 1e0)",
        "xor(i, 21)",
        "dayname(d)",
        "monthname(d)",
        "make_date(2000 + id, 1 + id, 28)",
        "i // 5",
        "i & 6",
        "i | 6",
        "abs(id) << 3",
        "i >> 2",
        "~i",
        "TRY_CAST(s AS INTEGER)",
        "regexp_matches(s, '^[a-m]')",
        "regexp_full_match(s, '[a-z]+')",
        "regexp_matches(s, 'B', 'i')",
        "regexp_extract(s, '(.)(.)', 2)",
        "regexp_replace(s, '([a-z])', '<\\1>')",
        "regexp_replace(s, '[a-z]', '-', 'g')",
        "md5(s)",
        "sha256(s)",
        "bit_length(s)",
        "hex(s)",
        "split_part(s, 'b', 2)",
        "split_part(s, 'b', -1)",
        "contains(s, 'b')",
        "s ILIKE '%B%'",
        "left(s, -1)",
        "right(s, -2)",
        "left(s, 2)",
        "right(s, 1)",
        "translate(s, 'abc', 'x')",
        "concat_ws('-', s, i, NULL, id)",
        "concat_ws(s, 'p', 'q')",
        "levenshtein('abc', replace(s, 'é', 'e'))",
        "extract(dow FROM d)",
        "extract(isodow FROM d)",
        "extract(week FROM d)",
        "extract(quarter FROM d)",
        "extract(doy FROM d)",
        "date_part('year', d)",
        "dayofweek(d)",
        "CAST(date_trunc('week', d) AS DATE)",
        "CAST(date_trunc('quarter', d) AS DATE)",
        "date_diff('month', DATE '2000-01-31', d)",
        "date_diff('week', DATE '2024-01-31', DATE '2000-01-03' + CAST(id AS INTEGER))",
        "date_diff('day', d, DATE '2000-01-31')",
        "datediff('year', d, DATE '2000-01-31')",
        "epoch_ms(CAST(d AS TIMESTAMP))",
        "strftime(d, '%Y-%m-%d %H:%M:%S %a %A %b %B %j %p %I %-d %%')",
        "CAST(strptime('29.02.2024 ' || id, '%d.%m.%Y %H') AS VARCHAR(19))",
        "CAST(make_timestamp(2000, id, 1, 2, 3, 4) AS VARCHAR(19))",
        "json_array_length('[1, ' || id || ']')",
        "json_valid(s)",
        "json_type('[' || id || ']')",
        "json_extract('{\"a\":[1,{\"b\":' || id || '}]}', '$.a[1].b')",
        "json_extract_string('{\"a\":\"' || s || '\"}', '$.a')",
        "json_extract_string('{\"a\":null}', '$.x' || s)",
      })
  void givesTheAnswersOfDuckDb(String call) throws SQLException {
    String sql = "SELECT " + call + ROWS;
    assertThat(values("jdbc:paceline:mem:", sql)).isEqualTo(values("jdbc:duckdb:", sql));
  }

  private static List<String> values(String url, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        values.add(result.getString(1));
      }
    }
    return values;
  }
}
