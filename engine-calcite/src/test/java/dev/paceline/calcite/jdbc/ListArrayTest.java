package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListArrayTest {
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:paceline:mem:");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void listsAreArrays() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT [1, NULL], ['a', 'x, y'], [[1.5], []], NULL::INT[], [TRUE], 1")) {
      assertThat(result.getMetaData().getColumnType(1)).isEqualTo(Types.ARRAY);
      assertThat(result.getMetaData().getColumnTypeName(1)).isEqualTo("INTEGER[]");
      assertThat(result.getMetaData().getColumnClassName(1)).isEqualTo("java.sql.Array");
      assertThat(result.next()).isTrue();
      Array numbers = result.getArray(1);
      assertThat(numbers.getBaseType()).isEqualTo(Types.INTEGER);
      assertThat(numbers.getBaseTypeName()).isEqualTo("INTEGER");
      assertThat((Object[]) numbers.getArray()).containsExactly(1, null);
      assertThat((Object[]) numbers.getArray(2, 5)).containsExactly((Object) null);
      assertThat((Object[]) result.getArray(2).getArray()).containsExactly("a", "x, y");
      assertThat(result.getString(2)).isEqualTo("[a, 'x, y']");
      Object[] nested = (Object[]) ((Array) result.getObject(3)).getArray();
      assertThat((Object[]) ((Array) nested[0]).getArray()).containsExactly(new BigDecimal("1.5"));
      assertThat((Object[]) ((Array) nested[1]).getArray()).isEmpty();
      assertThat(result.getArray(4)).isNull();
      assertThat(result.wasNull()).isTrue();
      assertThat(result.getObject(5, Array.class).toString()).isEqualTo("[true]");
      assertThatThrownBy(() -> result.getArray(6)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> result.getInt(1)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> numbers.getArray(4, 1)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void elementsAreRowsOfAResultSet() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT [10, NULL, 30]")) {
      assertThat(result.next()).isTrue();
      assertThatThrownBy(() -> result.getArray(1).getResultSet())
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("not supported");
    }
  }

  @Test
  void seriesTakeParameters() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT sum(i), count(*), max(list_contains([1, 2], CAST(? AS BIGINT)))"
                + " FROM range(?, ?) t(i)")) {
      statement.setLong(1, 2);
      statement.setLong(2, 1);
      statement.setLong(3, 300_000);
      try (ResultSet result = statement.executeQuery()) {
        assertThat(result.next()).isTrue();
        assertThat(result.getLong(1)).isEqualTo(300_000L * 299_999 / 2);
        assertThat(result.getLong(2)).isEqualTo(299_999);
        assertThat(result.getBoolean(3)).isTrue();
      }
      statement.setObject(3, null);
      try (ResultSet result = statement.executeQuery()) {
        assertThat(result.next()).isTrue();
        assertThat(result.getLong(2)).isZero();
      }
    }
  }
}
