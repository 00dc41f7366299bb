package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.expr.library.FunctionLibrary;
import dev.paceline.core.expr.library.LibraryFunction;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.core.type.DataType;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every function of the registry has one value or one error, however its arguments are given. */
class FunctionLibraryPropertyTest {
  private static final int CALLS = SoakSize.of(2, 5);

  private final Random random = new Random(42);

  @Test
  void constantsColumnsAndParametersGiveTheSame() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:")) {
      for (LibraryFunction function : FunctionLibrary.FUNCTIONS) {
        if (function.outcome() == LibraryFunction.Outcome.RANDOM) {
          continue;
        }
        for (int i = 0; i < CALLS; i++) {
          check(connection, function);
        }
      }
    }
  }

  private void check(Connection connection, LibraryFunction function) {
    List<String> values = new ArrayList<>();
    List<String> constants = new ArrayList<>();
    List<String> parameters = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    for (DataType type : function.operands()) {
      columns.add("c" + columns.size());
      String literal = literal(type);
      if (literal != null) { // such values are no strings, and no parameters therefore
        constants.add(literal);
        parameters.add(literal);
        continue;
      }
      String value = value(type);
      values.add(value);
      constants.add("CAST('" + value + "' AS " + sqlType(type) + ")");
      parameters.add("CAST(CAST(? AS VARCHAR) AS " + sqlType(type) + ")");
    }
    String row = String.join(", ", constants);
    String constantCall = "SELECT " + call(function, constants);
    String columnCall =
        "SELECT %s FROM (VALUES (0, %s), (1, %s)) AS t (id, %s) ORDER BY id"
            .formatted(call(function, columns), row, row, String.join(", ", columns));
    String expected = outcome(connection, constantCall, List.of());
    assertThat(outcome(connection, columnCall, List.of())).as(columnCall).isEqualTo(expected);
    assertThat(outcome(connection, "SELECT " + call(function, parameters), values))
        .as(constantCall)
        .isEqualTo(expected);
  }

  private static String call(LibraryFunction function, List<String> arguments) {
    return function.name() + "(" + String.join(", ", arguments) + ")";
  }

  /** The value as a string, or the message of the error. */
  private static String outcome(Connection connection, String sql, List<String> parameters) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.size(); i++) {
        statement.setString(i + 1, parameters.get(i));
      }
      try (ResultSet result = statement.executeQuery()) {
        assertThat(result.next()).isTrue();
        return "value " + result.getString(1);
      }
    } catch (SQLException e) {
      return "error " + e.getMessage();
    }
  }

  private @Nullable String literal(DataType type) {
    return switch (type.kind()) {
      case INTERVAL ->
          one(
              "INTERVAL '7' DAY",
              "INTERVAL '90' SECOND",
              "INTERVAL '0' DAY",
              "INTERVAL '5' MONTH",
              "INTERVAL -'2' MONTH",
              "INTERVAL '1 month -3 days 04:05:06.000007'");
      case VARBINARY -> one("X'c3a9'", "X'ff'", "X''");
      default -> null;
    };
  }

  private String value(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> one("true", "false");
      case INT64 -> one("0", "1", "-1", "5", "40", "9223372036854775807", "-9223372036854775808");
      case FLOAT64 -> one("0", "0.5", "-2.1", "1e300", "-3");
      case VARCHAR -> one("", "a", "abc", "é.b", "(", "g", "i", "b*", "UTC");
      case DATE -> one("2024-02-29", "0001-01-01", "9999-12-31", "1969-12-31");
      case TIMESTAMP, TIMESTAMP_LTZ ->
          one("2024-02-29 12:34:56.789012", "1969-12-31 23:59:59", "0001-01-01 00:00:00");
      case TIME -> one("00:00:00", "12:34:56.789012", "23:59:59.999999");
      case LIST -> one("[]", "[a, NULL]", "[\"$.a\", b, $[0]]");
      default -> throw new IllegalArgumentException("no values of " + type);
    };
  }

  private String one(String... values) {
    return values[random.nextInt(values.length)];
  }

  private static String sqlType(DataType type) {
    return type.isNested() ? type.toString() : type.kind().sqlName();
  }
}
