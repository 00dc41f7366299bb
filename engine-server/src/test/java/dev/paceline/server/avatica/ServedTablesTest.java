package dev.paceline.server.avatica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.Paceline;
import dev.paceline.calcite.session.Session;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our own tables through Avatica's stock client, beside what the embedded driver says. */
class ServedTablesTest {
  private static final String URL = "jdbc:paceline:mem:served-tables";

  private Connection embedded;
  private AvaticaServer server;
  private long before;

  @BeforeEach
  void start() throws SQLException {
    embedded = DriverManager.getConnection(URL);
    try (Statement setUp = embedded.createStatement()) {
      setUp.execute("create table digits (d integer not null)");
      setUp.execute("insert into digits values (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)");
    }
    before = usedBytes();
    server = AvaticaServer.start(URL, new InetSocketAddress("127.0.0.1", 0));
  }

  @AfterEach
  void stop() throws SQLException {
    server.close();
    assertThat(usedBytes()).isEqualTo(before);
    embedded.close();
    Paceline.closeMemory("served-tables");
  }

  private long usedBytes() throws SQLException {
    return embedded.unwrap(Session.class).instance().engine().ledger().usedBytes();
  }

  private Connection connect(String serialization) throws SQLException {
    return DriverManager.getConnection(server.clientUrl() + ";serialization=" + serialization);
  }

  private static List<List<@Nullable Object>> rows(Connection connection, String sql)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<List<@Nullable Object>> all = new ArrayList<>();
      ResultSetMetaData columns = rows.getMetaData();
      while (rows.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          row.add(value(rows, columns.getColumnType(i), i));
        }
        all.add(row);
      }
      return all;
    }
  }

  /** Java's view of a value as far as both drivers share it. */
  private static @Nullable Object value(ResultSet rows, int type, int i) throws SQLException {
    Object value =
        switch (type) {
          case Types.DATE -> String.valueOf(rows.getDate(i));
          case Types.TIME -> String.valueOf(rows.getTime(i));
          case Types.TIMESTAMP -> String.valueOf(rows.getTimestamp(i));
          case Types.DECIMAL -> rows.getBigDecimal(i);
          case Types.DOUBLE -> rows.getDouble(i);
          case Types.REAL -> rows.getFloat(i);
          case Types.BOOLEAN -> rows.getBoolean(i);
          case Types.BINARY, Types.VARBINARY -> {
            byte[] bytes = rows.getBytes(i);
            yield bytes == null ? "" : HexFormat.of().formatHex(bytes);
          }
          case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> rows.getLong(i);
          default -> rows.getString(i);
        };
    return rows.wasNull() ? null : value;
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void nestedValuesArriveAsText(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery("select {'a': 1, 'b': [2]}, map {'k': 'v'}, [(1, 2)]")) {
      assertThat(result.getMetaData().getColumnTypeName(1))
          .isEqualTo("STRUCT(a INTEGER, b INTEGER[])");
      assertThat(result.next()).isTrue();
      assertThat(result.getString(1)).isEqualTo("{'a': 1, 'b': [2]}");
      assertThat(result.getString(2)).isEqualTo("{k=v}");
      assertThat(result.getString(3)).isEqualTo("[(1, 2)]");
    }
  }

  /** The protocol has milliseconds; strings have all digits, in both directions. */
  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void microsecondsArriveAsText(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        PreparedStatement statement =
            connection.prepareStatement(
                "select s, cast(s as varchar), t, cast(t as varchar) from (select cast(? as"
                    + " timestamp) as s, time '00:00:00.000999' as t)")) {
      statement.setString(1, "1969-12-31 23:59:59.123999");
      try (ResultSet result = statement.executeQuery()) {
        assertThat(result.next()).isTrue();
        assertThat(result.getString(1)).isEqualTo("1969-12-31 23:59:59.123");
        assertThat(result.getTimestamp(1).getNanos()).isEqualTo(123_000_000);
        assertThat(result.getString(2)).isEqualTo("1969-12-31 23:59:59.123999");
        assertThat(result.getString(3)).startsWith("00:00:00");
        assertThat(result.getString(4)).isEqualTo("00:00:00.000999");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void everyTypeArrives(String serialization) throws SQLException {
    try (Statement setUp = embedded.createStatement()) {
      setUp.execute(
          "create table types (b boolean, i1 tinyint, i2 smallint, i4 integer, i8 bigint, r real,"
              + " d double, n decimal(9, 2), m decimal(38, 10), c char(3), v varchar, x varbinary,"
              + " a date, t time, s timestamp)");
      setUp.execute(
          "insert into types values (true, -128, -32768, -2147483648, -9223372036854775808, -1.5,"
              + " -0.001, -0.01, -1234567890123456789012345678.0123456789, 'a', '\"\\ caf\u00e9',"
              + " x'00ff', date '1500-01-01', time '00:00:00', timestamp '1500-01-01 00:00:00')");
      setUp.execute(
          "insert into types values (false, 127, 32767, 2147483647, 9223372036854775807, 3e38,"
              + " 1e300, 9999999.99, 0.0000000001, 'abc', '', x'', date '9999-12-31',"
              + " time '23:59:59', timestamp '2024-02-29 23:59:59.999')");
      setUp.execute(
          "insert into types values (null, null, null, null, null, null, null, null, null, null,"
              + " null, null, null, null, null)");
    }
    String sql = "select * from types";
    try (Connection connection = connect(serialization)) {
      List<List<@Nullable Object>> expected = rows(embedded, sql);
      assertThat(expected).hasSize(3);
      assertThat(rows(connection, sql)).containsExactlyInAnyOrderElementsOf(expected);
    } finally {
      try (Statement cleanUp = embedded.createStatement()) {
        cleanUp.execute("drop table types");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void whatAvaticaCannotReadArrivesAsText(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select d, interval '3' month, interval '2' day,"
                    + " cast(timestamp '2020-01-02 03:04:05' as timestamp with local time zone),"
                    + " [d, NULL]"
                    + " from digits where d = 7")) {
      assertThat(rows.getMetaData().getColumnType(2)).isEqualTo(Types.VARCHAR);
      assertThat(rows.getMetaData().getColumnTypeName(2)).isEqualTo("INTERVAL");
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(7);
      assertThat(rows.getString(2)).isEqualTo("3 months");
      assertThat(rows.getObject(3)).isEqualTo("2 days");
      assertThat(rows.getString(4)).startsWith("2020-01-02 03:04:05");
      assertThat(rows.getMetaData().getColumnTypeName(5)).isEqualTo("INTEGER[]");
      assertThat(rows.getString(5)).isEqualTo("[7, NULL]");
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void numbersThatJsonLacks() throws SQLException {
    String infinite = "select 1e308 * (d + 10), -1e308 * (d + 10) from digits where d = 1";
    try (Connection json = connect("json");
        Connection protobuf = connect("protobuf")) {
      List<List<@Nullable Object>> expected =
          List.of(List.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
      assertThat(rows(json, infinite)).isEqualTo(expected);
      assertThat(rows(protobuf, infinite)).isEqualTo(expected);
      String none = "select 1e308 * (d + 10) - 1e308 * (d + 10) from digits where d = 1";
      assertThat(rows(protobuf, none)).isEqualTo(List.of(List.of(Double.NaN)));
      assertThatThrownBy(() -> rows(json, none))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("NaN cannot be sent as JSON")
          .hasMessageContaining("serialization=protobuf");
      assertThat(rows(json, "select count(*) from digits")).isEqualTo(List.of(List.of(10L)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void numbersThatJsonLacksBesideText(String serialization) throws SQLException {
    try (Connection connection = connect(serialization)) {
      assertThat(
              rows(
                  connection,
                  "select 1e308 * (d + 10), cast(d as real), interval '3' month from digits"
                      + " where d = 1"))
          .isEqualTo(List.of(List.of(Double.POSITIVE_INFINITY, 1f, "3 months")));
    }
    try (Connection json = connect("json")) {
      assertThatThrownBy(
              () ->
                  rows(
                      json,
                      "select 1e308 * (d + 10) - 1e308 * (d + 10), interval '3' month from digits"
                          + " where d = 1"))
          .hasMessageContaining("NaN cannot be sent as JSON");
    }
  }

  private HttpResponse<String> post(HttpClient client, String json) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://localhost:" + server.address().getPort()))
            .POST(BodyPublishers.ofString(json))
            .build(),
        BodyHandlers.ofString());
  }

  /** A client that fetches on although the statement has been executed again, or is closed. */
  @Test
  void rowsOfAForgottenResultAreNotServed() throws Exception {
    String prefix = "\"connectionId\":\"raw\",\"statementId\":";
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(
              post(client, "{\"request\":\"openConnection\",\"connectionId\":\"raw\",\"info\":{}}")
                  .statusCode())
          .isEqualTo(200);
      String created =
          post(client, "{\"request\":\"createStatement\",\"connectionId\":\"raw\"}").body();
      String statement = created.replaceAll("(?s).*\"statementId\":(\\d+).*", "$1");
      String query =
          "{\"request\":\"prepareAndExecute\","
              + prefix
              + statement
              + ",\"maxRowCount\":-1,\"sql\":";
      String fetch =
          "{\"request\":\"fetch\","
              + prefix
              + statement
              + ",\"offset\":0,\"fetchMaxRowCount\":100}";
      String many = "\"select a.d from digits a, digits b, digits c, digits e, digits f\"}";
      assertThat(post(client, query + many).body()).contains("\"done\":false");
      assertThat(post(client, fetch).body()).contains("\"done\":false");
      assertThat(post(client, query + "\"selectt\"}").statusCode()).isEqualTo(500);
      assertThat(post(client, fetch).body()).contains("no result");
      assertThat(post(client, query + "\"select d from digits\"}").body())
          .contains("\"done\":true");
      assertThat(post(client, fetch).body())
          .as("after the last frame")
          .contains("\"done\":true")
          .contains("\"rows\":[]");
      post(client, "{\"request\":\"closeConnection\",\"connectionId\":\"raw\"}");
    }
  }

  /** Frames end between and inside batches, and rows of a batch are left over for the next. */
  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void framesAreNoBatches(String serialization) throws SQLException {
    String sql =
        "select a.d * 10000 + b.d * 1000 + c.d * 100 + e.d * 10 + f.d as n, 'text ' || f.d"
            + " from digits a, digits b, digits c, digits e, digits f"
            + " where a.d < 3 order by 1";
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement()) {
      for (int limit : new int[] {0, 1, 9_999, 10_000, 10_001, 20_481}) {
        statement.setMaxRows(limit);
        try (ResultSet rows = statement.executeQuery(sql)) {
          int count = 0;
          while (rows.next()) {
            if (rows.getInt(1) != count || !rows.getString(2).equals("text " + count % 10)) {
              assertThat(rows.getInt(1)).isEqualTo(count);
              assertThat(rows.getString(2)).isEqualTo("text " + count % 10);
            }
            count++;
          }
          assertThat(count).isEqualTo(limit == 0 ? 30_000 : limit);
        }
      }
    }
  }

  /** Frames of wide rows end by their bytes. */
  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void wideRowsArrive(String serialization) throws SQLException {
    String wide = "x".repeat(100_000);
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select '"
                    + wide
                    + "' || a.d || b.d || c.d from digits a, digits b, digits c"
                    + " where a.d < 3 order by 1")) {
      int count = 0;
      while (rows.next()) {
        String text = rows.getString(1);
        assertThat(text.length()).isEqualTo(wide.length() + 3);
        assertThat(Integer.parseInt(text.substring(wide.length()))).isEqualTo(count);
        count++;
      }
      assertThat(count).isEqualTo(300);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void emptyResultsHaveColumns(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select d, 'x' as t from digits where d > 99")) {
      assertThat(rows.getMetaData().getColumnCount()).isEqualTo(2);
      assertThat(rows.next()).isFalse();
    }
  }
}
