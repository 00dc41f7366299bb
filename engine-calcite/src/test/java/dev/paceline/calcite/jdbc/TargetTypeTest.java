package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TargetTypeTest extends JdbcTest {
  static Stream<Arguments> conversions() {
    return Stream.of(
        Arguments.of("12", Types.INTEGER, "INTEGER", "12"),
        Arguments.of("12.9", Types.BIGINT, "BIGINT", "12"),
        Arguments.of(new BigDecimal("-3.7"), Types.SMALLINT, "INTEGER", "-3"),
        Arguments.of(true, Types.INTEGER, "INTEGER", "1"),
        Arguments.of("1.50", Types.DECIMAL, "DECIMAL", "1.50"),
        Arguments.of(2.5, Types.NUMERIC, "DECIMAL", "2.5"),
        Arguments.of("2.5", Types.DOUBLE, "DOUBLE", "2.5"),
        Arguments.of(12, Types.DOUBLE, "DOUBLE", "12.0"),
        Arguments.of(7L, Types.VARCHAR, "VARCHAR", "7"),
        Arguments.of(new BigDecimal("1E+3"), Types.VARCHAR, "VARCHAR", "1000"),
        Arguments.of(LocalDate.of(2026, 1, 5), Types.VARCHAR, "VARCHAR", "2026-01-05"),
        Arguments.of(new UUID(1, 2), Types.CHAR, "VARCHAR", new UUID(1, 2).toString()),
        Arguments.of("2026-01-05", Types.DATE, "DATE", "2026-01-05"),
        Arguments.of(LocalDateTime.of(2026, 1, 5, 6, 7), Types.DATE, "DATE", "2026-01-05"),
        Arguments.of("06:07:08", Types.TIME, "TIME", "06:07:08"),
        Arguments.of("2026-01-05 06:07:08", Types.TIMESTAMP, "TIMESTAMP", "2026-01-05 06:07:08"),
        Arguments.of("yes", Types.BOOLEAN, "BOOLEAN", "true"),
        Arguments.of(0, Types.BIT, "BOOLEAN", "false"));
  }

  @ParameterizedTest
  @MethodSource("conversions")
  void valuesGetTheTypeThatIsSaid(Object value, int target, String type, String text)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT typeof(?), ?")) {
      statement.setObject(1, value, target);
      statement.setObject(2, value, JDBCType.valueOf(target));
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        assertThat(result.getString(1)).startsWith(type);
        assertThat(result.getString(2)).isEqualTo(text);
      }
    }
  }

  @Test
  void aScaleRounds() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
      statement.setObject(1, "1.005", Types.DECIMAL, 2);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        assertThat(result.getBigDecimal(1)).isEqualTo(new BigDecimal("1.01"));
      }
    }
  }

  @Test
  void whatDoesNotFitIsSaid() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
      assertThatThrownBy(() -> statement.setObject(1, "abc", Types.INTEGER))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("abc");
      assertThatThrownBy(() -> statement.setObject(1, 3_000_000_000L, Types.INTEGER))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("3000000000");
    }
  }

  @Test
  void theClientInfoOfAConnectionIsKept() throws SQLException {
    connection.setClientInfo("ApplicationName", "tests");
    assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("tests");
    Properties properties = new Properties();
    properties.setProperty("ClientUser", "me");
    connection.setClientInfo(properties);
    assertThat(connection.getClientInfo()).isEqualTo(properties);
    assertThatThrownBy(() -> connection.setClientInfo("Colour", "red"))
        .isInstanceOf(SQLClientInfoException.class)
        .hasMessageContaining("ApplicationName");
    try (ResultSet names = connection.getMetaData().getClientInfoProperties()) {
      names.next();
      assertThat(names.getString("NAME")).isEqualTo("ApplicationName");
    }
  }
}
