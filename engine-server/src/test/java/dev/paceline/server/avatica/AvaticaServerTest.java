package dev.paceline.server.avatica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.Paceline;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.server.net.HttpServer;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server over Calcite's own JDBC driver, with Avatica's stock client. */
class AvaticaServerTest {
  private AvaticaServer server;

  @BeforeEach
  void start() throws SQLException {
    server = AvaticaServer.start(NumbersSchemaFactory.URL, new InetSocketAddress("127.0.0.1", 0));
  }

  @AfterEach
  void stop() throws SQLException {
    server.close();
  }

  private Connection connect(String serialization) throws SQLException {
    return DriverManager.getConnection(server.clientUrl() + ";serialization=" + serialization);
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void valuesArriveAsTheyAre(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select 1, cast(-7 as bigint), 12345678901234567.89, _UTF8'caf\u00e9 \u65e5', true,"
                    + " date '1969-12-31', timestamp '1960-01-01 00:00:00.5',"
                    + " time '23:59:59', 1.5e0, cast(null as integer), cast(null as date),"
                    + " cast(2.5 as real), cast(3 as smallint), cast(4 as tinyint),"
                    + " cast(null as varchar)")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(1);
      assertThat(rows.getLong(2)).isEqualTo(-7);
      assertThat(rows.getBigDecimal(3)).isEqualTo(new BigDecimal("12345678901234567.89"));
      assertThat(rows.getString(4)).isEqualTo("caf\u00e9 \u65e5");
      assertThat(rows.getBoolean(5)).isTrue();
      assertThat(rows.getString(6)).isEqualTo("1969-12-31");
      assertThat(rows.getString(7)).startsWith("1960-01-01 00:00:00");
      assertThat(rows.getString(8)).isEqualTo("23:59:59");
      assertThat(rows.getDouble(9)).isEqualTo(1.5);
      assertThat(rows.getObject(10)).isNull();
      assertThat(rows.getObject(11)).isNull();
      assertThat(rows.getFloat(12)).isEqualTo(2.5f);
      assertThat(rows.getShort(13)).isEqualTo((short) 3);
      assertThat(rows.getByte(14)).isEqualTo((byte) 4);
      assertThat(rows.getString(15)).isNull();
      assertThat(rows.next()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void largeResultsArriveWholeAndInOrder(String serialization) throws SQLException {
    int rowsAsked = serialization.equals("json") ? NumbersSchemaFactory.ROWS : 100_000;
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select * from numbers where b < " + rowsAsked)) {
      int count = 0;
      while (rows.next()) {
        Object[] expected = NumbersSchemaFactory.row(count);
        long a = rows.getLong(1);
        if (expected[0] == null ? !rows.wasNull() : a != (long) expected[0]) {
          assertThat(rows.getObject(1)).as("row %d", count).isEqualTo(expected[0]);
        }
        if (rows.getInt(2) != count || rows.getDouble(3) != count / 8.0) {
          assertThat(rows.getInt(2)).isEqualTo(count);
          assertThat(rows.getDouble(3)).isEqualTo(count / 8.0);
        }
        String d = rows.getString(4);
        if (expected[3] == null ? d != null : !expected[3].equals(d)) {
          assertThat(d).as("row %d", count).isEqualTo(expected[3]);
        }
        if (count % 999 == 0) {
          assertThat(rows.getBigDecimal(5)).isEqualTo(expected[4]);
        }
        count++;
      }
      assertThat(count).isEqualTo(rowsAsked);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void preparedStatementsRunAgainAndAgain(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        PreparedStatement statement =
            connection.prepareStatement("select count(*), min(d) from numbers where b < ?")) {
      for (int limit : new int[] {10, 0, 5}) {
        statement.setInt(1, limit);
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getLong(1)).isEqualTo(limit);
          assertThat(rows.getString(2)).isEqualTo(limit == 0 ? null : "name-0");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void rowLimitsOfTheClientHold(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement()) {
      statement.setMaxRows(12_345);
      try (ResultSet rows = statement.executeQuery("select b from numbers")) {
        int count = 0;
        while (rows.next()) {
          count++;
        }
        assertThat(count).isEqualTo(12_345);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void metadataIsServed(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        ResultSet tables = connection.getMetaData().getTables(null, "s", "%", null)) {
      Set<String> names = new TreeSet<>();
      while (tables.next()) {
        names.add(tables.getString("TABLE_NAME"));
      }
      assertThat(names).containsExactly("numbers", "slow");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void errorsCarryTheirMessageAndTheConnectionGoesOn(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("select nonsense from numbers"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("nonsense");
      assertThat(statement.executeQuery("select 1").next()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void clientsCannotLoadClasses(String serialization) {
    for (String property :
        new String[] {"model", "schemaFactory", "parserFactory", "fun", "path"}) {
      Properties properties = new Properties();
      properties.setProperty(property, "x");
      properties.setProperty("serialization", serialization);
      assertThatThrownBy(() -> DriverManager.getConnection(server.clientUrl(), properties))
          .as(property)
          .isInstanceOf(Exception.class)
          .satisfies(e -> assertThat(chain(e)).contains("may not set"));
    }
  }

  private static String chain(Throwable failure) {
    StringBuilder messages = new StringBuilder();
    for (Throwable e = failure; e != null; e = e.getCause()) {
      messages.append(e).append('\n');
    }
    return messages.toString();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }

  private HttpRequest.Builder request() {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + server.address().getPort()));
  }

  @Test
  void onlyPostIsAnswered() throws Exception {
    HttpResponse<String> response = send(request().GET());
    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("allow")).contains("POST");
    assertThat(send(request().PUT(BodyPublishers.ofString("{}"))).statusCode()).isEqualTo(405);
  }

  @Test
  void bodiesThatAreNoRequestsAreRefused() throws Exception {
    for (String body : new String[] {"", "garbage", "{", "[]", "\n~"}) {
      assertThat(send(request().POST(BodyPublishers.ofString(body))).statusCode())
          .as(body)
          .isEqualTo(400);
    }
    assertThat(connect("json").isValid(1)).isTrue();
  }

  @Test
  void oversizedBodiesAreRefusedBeforeTheyAreRead() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: "
                  + (HttpServer.MAX_BODY_BYTES + 1L)
                  + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readNBytes(12);
      assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 413");
    }
  }

  @Test
  void webPagesAreRefused() throws Exception {
    HttpRequest.Builder request =
        request().header("Origin", "https://example.org").POST(BodyPublishers.ofString("{}"));
    assertThat(send(request).statusCode()).isEqualTo(403);
    try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
      socket
          .getOutputStream()
          .write(
              "POST / HTTP/1.1\r\nHost: example.org\r\nContent-Length: 2\r\n\r\n{}"
                  .getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readNBytes(12);
      assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 403");
    }
  }

  @Test
  void onlyTheLoopbackIsServed() {
    assertThatThrownBy(
            () ->
                AvaticaServer.start(NumbersSchemaFactory.URL, new InetSocketAddress("0.0.0.0", 0)))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("loopback interface only");
    assertThatThrownBy(() -> AvaticaServer.start(NumbersSchemaFactory.URL, server.address()))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("cannot listen on");
  }

  @Test
  void stopLetsTheRunningRequestFinish() throws Exception {
    NumbersSchemaFactory.started = new CountDownLatch(1);
    NumbersSchemaFactory.mayEnd = new CountDownLatch(1);
    FutureTask<Integer> query =
        new FutureTask<>(
            () -> {
              Connection connection = connect("json");
              ResultSet rows = connection.createStatement().executeQuery("select b from slow");
              assertThat(rows.next()).isTrue();
              return rows.getInt(1);
            });
    Thread.ofVirtual().start(query);
    NumbersSchemaFactory.started.await();
    FutureTask<Void> stop =
        new FutureTask<>(
            () -> {
              server.close();
              return null;
            });
    Thread.ofVirtual().start(stop);
    Thread.sleep(100);
    assertThat(stop.isDone()).isFalse();
    NumbersSchemaFactory.mayEnd.countDown();
    assertThat(query.get()).isEqualTo(1);
    stop.get();
    assertThatThrownBy(() -> connect("json").isValid(1)).isInstanceOf(Exception.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void resultsMayBeLeftInTheMiddle(String serialization) throws SQLException {
    String name = "left-in-the-middle-" + serialization;
    String url = "jdbc:paceline:mem:" + name;
    try (Connection embedded = DriverManager.getConnection(url);
        Statement setUp = embedded.createStatement();
        AvaticaServer ours = AvaticaServer.start(url, new InetSocketAddress("127.0.0.1", 0))) {
      setUp.execute("create table digits (d integer)");
      setUp.execute("insert into digits values (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)");
      setUp.execute(
          "create table numbers as select a.d * 10000 + b.d * 1000 + c.d * 100"
              + " + e.d * 10 + f.d as n, cast('n' || a.d as varchar) as t"
              + " from digits a, digits b, digits c, digits e, digits f");
      String query =
          "select a.n, b.t from numbers a, digits c, numbers b where a.n = b.n order by 1";
      MemoryLedger ledger = embedded.unwrap(Session.class).instance().engine().ledger();
      long before = ledger.usedBytes();
      String remote = ours.clientUrl() + ";serialization=" + serialization;
      for (int rowsRead : new int[] {1, 9_999, 10_001, 25_000}) {
        try (Connection connection = DriverManager.getConnection(remote);
            Statement statement = connection.createStatement();
            PreparedStatement prepared = connection.prepareStatement(query)) {
          for (int i = 0; i < 3; i++) {
            ResultSet rows = statement.executeQuery(query);
            ResultSet others = prepared.executeQuery();
            for (int row = 0; row < rowsRead; row++) {
              assertThat(rows.next() && others.next()).isTrue();
              assertThat(rows.getInt(1)).isEqualTo(row / 10);
              assertThat(others.getInt(1)).isEqualTo(row / 10);
              assertThat(others.getString(2)).isEqualTo("n0");
            }
          }
        }
        assertThat(ledger.usedBytes()).as("after %d rows", rowsRead).isEqualTo(before);
      }
      setUp.execute("create table kept (n integer)");
      try (Connection connection = DriverManager.getConnection(remote);
          Statement statement = connection.createStatement()) {
        for (int i = 0; i < 3; i++) {
          assertThat(statement.executeQuery(query).next()).isTrue();
          statement.addBatch("insert into kept values (1)");
          statement.addBatch("insert into kept values (2)");
          assertThat(statement.executeBatch()).containsExactly(1, 1);
        }
        ResultSet kept = statement.executeQuery("select count(*) from kept");
        assertThat(kept.next()).isTrue();
        assertThat(kept.getInt(1)).isEqualTo(6);
      }
    } finally {
      Paceline.closeMemory(name);
    }
  }
}
