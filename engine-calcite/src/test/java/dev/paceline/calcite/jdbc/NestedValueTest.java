package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.Paceline;
import dev.paceline.result.ResultBatch;
import dev.paceline.result.ResultVector;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NestedValueTest {
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
  void structsAreStructs() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT {'a': 1, 'b': 'x', 'c': [NULL, 1.5], 'd': {'e': TRUE}},"
                    + " ROW(1, NULL), NULL::STRUCT(a INTEGER)")) {
      ResultSetMetaData columns = result.getMetaData();
      assertThat(columns.getColumnType(1)).isEqualTo(Types.STRUCT);
      assertThat(columns.getColumnTypeName(1))
          .isEqualTo("STRUCT(a INTEGER, b VARCHAR, c DECIMAL(2, 1)[], d STRUCT(e BOOLEAN))");
      assertThat(columns.getColumnClassName(1)).isEqualTo("java.sql.Struct");
      assertThat(columns.getColumnTypeName(2)).isEqualTo("TUPLE(INTEGER, INTEGER)");
      assertThat(result.next()).isTrue();
      Struct struct = (Struct) result.getObject(1);
      Object[] values = struct.getAttributes();
      assertThat(values[0]).isEqualTo(1);
      assertThat(values[1]).isEqualTo("x");
      assertThat((Object[]) ((Array) values[2]).getArray())
          .containsExactly(null, new BigDecimal("1.5"));
      assertThat(((Struct) values[3]).getAttributes()).containsExactly(true);
      assertThat(struct.getSQLTypeName()).isEqualTo(columns.getColumnTypeName(1));
      assertThat(result.getString(1))
          .isEqualTo("{'a': 1, 'b': x, 'c': [NULL, 1.5], 'd': {'e': true}}");
      assertThat(result.getObject(2, Struct.class).getAttributes()).containsExactly(1, null);
      assertThat(result.getObject(3)).isNull();
      assertThat(result.wasNull()).isTrue();
      assertThatThrownBy(() -> result.getInt(1)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> result.getArray(1)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void mapsAreMaps() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery("SELECT MAP {'k': 1, 'j': NULL}, MAP {1: {'a': 2}}, MAP {}")) {
      assertThat(result.getMetaData().getColumnType(1)).isEqualTo(Types.JAVA_OBJECT);
      assertThat(result.getMetaData().getColumnTypeName(1)).isEqualTo("MAP(VARCHAR, INTEGER)");
      assertThat(result.getMetaData().getColumnClassName(1)).isEqualTo("java.util.Map");
      assertThat(result.next()).isTrue();
      Map<?, ?> map = (Map<?, ?>) result.getObject(1);
      assertThat(map.keySet()).hasToString("[k, j]");
      assertThat(map.get("k")).isEqualTo(1);
      assertThat(map.get("j")).isNull();
      assertThat(result.getString(1)).isEqualTo("{k=1, j=NULL}");
      assertThat(((Struct) result.getObject(2, Map.class).get(1)).getAttributes())
          .containsExactly(2);
      assertThat(result.getObject(3)).isEqualTo(Map.of());
    }
  }

  @Test
  void partsTakeParameters() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT {'a': CAST(? AS INTEGER), 'b': CAST(? AS VARCHAR)},"
                + " MAP {'k': 5}[CAST(? AS VARCHAR)]")) {
      statement.setInt(1, 7);
      statement.setString(2, "it's");
      statement.setString(3, "k");
      try (ResultSet result = statement.executeQuery()) {
        assertThat(result.next()).isTrue();
        assertThat(result.getString(1)).isEqualTo("{'a': 7, 'b': 'it\\'s'}");
        assertThat(result.getInt(2)).isEqualTo(5);
      }
    }
  }

  @Test
  void batchesGiveMapsAndLists() {
    try (Paceline database = Paceline.open("mem:");
        var result = database.query("SELECT {'a': 1, 'b': [2]}, MAP {'k': {'c': 3}}, (4, 'x')")) {
      ResultBatch batch = result.nextBatch();
      ResultVector struct = batch.column(0);
      assertThat((Map<?, ?>) struct.getObject(0)).isEqualTo(Map.of("a", 1, "b", List.of(2)));
      assertThat(batch.column(1).getObject(0)).isEqualTo(Map.of("k", Map.of("c", 3)));
      assertThat(batch.column(2).getObject(0)).isEqualTo(List.of(4, "x"));
    }
  }
}
