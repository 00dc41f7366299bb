package dev.paceline.server.avatica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Message;
import dev.paceline.Paceline;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.server.avatica.RawClient.Answer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.calcite.avatica.proto.Common.WireMessage;
import org.apache.calcite.avatica.proto.Requests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that leave in the middle, forget what they opened, or send what is no request. */
@Timeout(300)
class AbusedServerTest {
  private static final String URL = "jdbc:paceline:mem:abused-server;workers=2";
  private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration TINY = Duration.ofMillis(50);

  /** Runs for minutes: the pairs of a join without a key. */
  private static final String ENDLESS =
      "select count(*) as n from numbers a, numbers b, numbers c"
          + " where (cast(a.n as bigint) + b.n) * c.n = -7";

  /** Fails after its first rows, or with them. */
  private static final String FAILING = "select 1 / (n - 99999) as x from numbers";

  /** Many rows, from a join whose build side is held until the last of them is fetched. */
  private static final String LARGE = "select a.n, b.t from numbers a, numbers b where a.n = b.n";

  private Connection embedded;
  private Engine engine;
  private AvaticaServer server;
  private long before;

  @BeforeEach
  void load() throws SQLException {
    embedded = DriverManager.getConnection(URL);
    execute("create table digits (d integer not null)");
    execute("insert into digits values (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)");
    execute(
        "create table numbers as select a.d * 10000 + b.d * 1000 + c.d * 100 + e.d * 10 + f.d as n,"
            + " cast('text ' || a.d as varchar) as t"
            + " from digits a, digits b, digits c, digits e, digits f");
    execute("create table target (n integer)");
    engine = embedded.unwrap(Session.class).instance().engine();
    before = engine.ledger().usedBytes();
    server = AvaticaServer.start(URL, ANY_PORT);
  }

  @AfterEach
  void close() throws SQLException {
    server.close();
    execute("drop table if exists target");
    await("nothing is held", () -> engine.ledger().usedBytes() <= before);
    embedded.close();
    Paceline.closeMemory("abused-server");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = embedded.createStatement()) {
      statement.execute(sql);
    }
  }

  private long ask(String sql) throws SQLException {
    try (Statement statement = embedded.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void serve(Duration connection, Duration result, Duration disconnect, Duration grace)
      throws SQLException {
    server.close();
    server =
        AvaticaServer.start(
            URL, ANY_PORT, new ServerOptions(connection, result, disconnect, grace));
  }

  private static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void awaitQueries(int count) {
    await(count + " queries", () -> engine.queries().size() == count);
  }

  private RawClient client() throws Exception {
    return new RawClient(server.address());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ENDLESS,
        "insert into target " + ENDLESS,
        "create table other as " + ENDLESS,
        "explain analyze " + ENDLESS
      })
  void aResetCancelsTheStatementThatRuns(String sql) throws Exception {
    try (RawClient client = client()) {
      client.open("resetting");
      int statement = client.statement("resetting");
      client.send(RawClient.execute("resetting", statement, sql));
      awaitQueries(1);
      client.reset();
      awaitQueries(0);
    }
    assertThat(ask("select count(*) from target")).isZero();
    assertThatThrownBy(() -> ask("select count(*) from other")).hasMessageContaining("other");
    try (RawClient client = client()) {
      int statement = client.statement("resetting");
      assertThat(client.ask(RawClient.execute("resetting", statement, "select 1")).status())
          .as("the Avatica connection lives on")
          .isEqualTo(200);
    }
  }

  @Test
  void aResetBeforeTheStatementRunsCancelsItToo() throws Exception {
    for (int i = 0; i < 20; i++) {
      try (RawClient client = client()) {
        client.open("early");
        int statement = client.statement("early");
        client.send(RawClient.execute("early", statement, ENDLESS));
        TimeUnit.MICROSECONDS.sleep(i * 500);
        client.reset();
      }
    }
    try (RawClient client = client()) {
      client.ask("{\"request\":\"closeConnection\",\"connectionId\":\"early\"}");
    }
    awaitQueries(0);
  }

  @Test
  void aResetCancelsAPreparedStatement() throws Exception {
    try (RawClient client = client()) {
      client.open("prepared");
      String prepare = "{\"request\":\"prepare\",\"connectionId\":\"prepared\",\"sql\":\"%s\"}";
      int statement = client.ask(prepare.formatted(ENDLESS)).number("id");
      client.send(
          ("{\"request\":\"execute\",\"statementHandle\":{\"connectionId\":\"prepared\",\"id\":%d},"
                  + "\"parameterValues\":[],\"maxRowCount\":-1}")
              .formatted(statement));
      awaitQueries(1);
      client.reset();
      awaitQueries(0);
    }
  }

  @Test
  void aResetIsNoticedAfterAPipelinedRequest() throws Exception {
    try (RawClient client = client()) {
      client.open("pipelined");
      int statement = client.statement("pipelined");
      client.send(RawClient.execute("pipelined", statement, "select 1"));
      client.send(RawClient.execute("pipelined", statement, ENDLESS));
      awaitQueries(1);
      client.reset();
      awaitQueries(0);
    }
  }

  @Test
  void aResultThatFailsHoldsNothingWhileItsClientStays() throws Exception {
    try (RawClient client = client()) {
      client.open("failing");
      int statement = client.statement("failing");
      RawClient.Answer answer = client.ask(RawClient.execute("failing", statement, FAILING));
      while (answer.status() == 200) {
        answer = client.ask(RawClient.fetch("failing", statement));
      }
      assertThat(answer.body()).contains("zero");
      assertThat(engine.queries()).isEmpty();
      assertThat(client.ask(RawClient.fetch("failing", statement)).body())
          .contains("its query failed");
    }
  }

  @Test
  void aClientThatPipelinesIsAnsweredInOrder() throws Exception {
    try (RawClient client = client()) {
      client.open("pipeline");
      int statement = client.statement("pipeline");
      for (int i = 0; i < 20; i++) {
        client.send(RawClient.execute("pipeline", statement, "select " + (100 + i)));
      }
      for (int i = 0; i < 20; i++) {
        assertThat(client.receive().body()).contains("[[" + (100 + i) + "]]");
      }
    }
  }

  @Test
  void resultsOfClientsThatAreGoneAreClosed() throws Exception {
    serve(LONG, LONG, Duration.ofMillis(200), LONG);
    int[] statements = new int[6];
    for (int i = 0; i < statements.length; i++) {
      try (RawClient client = client()) {
        client.open("gone-" + i);
        statements[i] = client.statement("gone-" + i);
        Answer first = client.ask(RawClient.execute("gone-" + i, statements[i], LARGE));
        assertThat(first.body()).contains("\"done\":false");
        client.reset();
      }
    }
    await("no result is open", () -> engine.queries().isEmpty());
    await("nothing is held", () -> engine.ledger().usedBytes() <= before);
    try (RawClient client = client()) {
      Answer late = client.ask(RawClient.fetch("gone-3", statements[3]));
      assertThat(late.status()).isEqualTo(500);
      assertThat(late.body())
          .contains("the result was closed, as its client had disconnected")
          .contains("execute the statement again");
      Answer again = client.ask(RawClient.execute("gone-3", statements[3], "select 7"));
      assertThat(again.body()).as("session and statement live on").contains("[[7]]");
    }
  }

  @Test
  void aClientThatStaysConnectedKeepsItsResult() throws Exception {
    serve(LONG, LONG, Duration.ofMillis(50), LONG);
    try (RawClient client = client()) {
      client.open("thinking");
      int statement = client.statement("thinking");
      client.ask(RawClient.execute("thinking", statement, LARGE));
      Thread.sleep(500);
      assertThat(client.ask(RawClient.fetch("thinking", statement)).body())
          .contains("\"missingStatement\":false")
          .contains("\"done\":false");
    }
  }

  @Test
  void idleConnectionsExpireAndTheStockClientReopensThem() throws Exception {
    serve(Duration.ofMillis(300), Duration.ofMillis(50), LONG, LONG);
    try (RawClient client = client()) {
      client.open("idle");
      int statement = client.statement("idle");
      client.ask(RawClient.execute("idle", statement, LARGE));
      await("no result is open", () -> engine.queries().isEmpty());
      await(
          "the connection is gone",
          () -> {
            try {
              Thread.sleep(400);
              return client.ask(RawClient.fetch("idle", statement)).number("errorCode") == 1;
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          });
    }
    try (Connection remote =
            DriverManager.getConnection(
                server.clientUrl() + ";serialization=json;transparent_reconnection=true");
        Statement statement = remote.createStatement()) {
      assertThat(statement.executeQuery("select 1").next()).isTrue();
      Thread.sleep(1_000);
      try (Statement other = remote.createStatement()) {
        assertThat(other.executeQuery("select 2").next()).isTrue();
      }
    }
  }

  /** Avatica's way of going on, the query again from some row on, could give other rows. */
  @Test
  void aLostResultIsNotMadeAgain() throws Exception {
    serve(LONG, Duration.ofMillis(200), LONG, LONG);
    try (Connection remote =
            DriverManager.getConnection(server.clientUrl() + ";serialization=json");
        Statement statement = remote.createStatement();
        ResultSet rows = statement.executeQuery("select n from numbers")) {
      assertThat(rows.next()).isTrue();
      Thread.sleep(1_500);
      assertThatThrownBy(
              () -> {
                while (rows.next()) {
                  rows.getInt(1);
                }
              })
          .isInstanceOf(Exception.class)
          .hasMessageContaining("nobody fetched from it")
          .hasMessageContaining("execute the statement again");
    }
  }

  @Test
  void nothingExpiresUnderARequest() throws Exception {
    serve(TINY, TINY, TINY, LONG);
    String sql =
        "select count(*) from numbers a, numbers b"
            + " where a.n < 10000 and b.n < 10000 and (a.n + 1) * (b.n + 1) = 1";
    try (RawClient client = client()) {
      client.open("busy");
      int statement = client.statement("busy");
      Answer answer = client.ask(RawClient.execute("busy", statement, sql));
      assertThat(answer.body()).contains("[[1]]");
    }
  }

  @Test
  void aStatementBelongsToItsConnection() throws Exception {
    try (RawClient client = client()) {
      client.open("mine");
      client.open("yours");
      int mine = client.statement("mine");
      client.ask(RawClient.execute("mine", mine, LARGE));
      assertThat(client.ask(RawClient.fetch("yours", mine)).body())
          .contains("\"missingStatement\":true");
      assertThat(client.ask(RawClient.execute("yours", mine, "select 1")).body())
          .contains("\"missingStatement\":true");
      assertThat(
              client
                  .ask(
                      ("{\"request\":\"prepareAndExecuteBatch\",\"connectionId\":\"yours\","
                              + "\"statementId\":%d,\"sqlCommands\":[\"drop table digits\"]}")
                          .formatted(mine))
                  .body())
          .contains("\"missingStatement\":true");
      client.ask(
          "{\"request\":\"closeStatement\",\"connectionId\":\"yours\",\"statementId\":%d}"
              .formatted(mine));
      client.ask("{\"request\":\"closeConnection\",\"connectionId\":\"yours\"}");
      assertThat(client.ask(RawClient.fetch("mine", mine)).body())
          .as("it is still open")
          .contains("\"missingStatement\":false")
          .doesNotContain("\"rows\":[]");
    }
  }

  @Test
  void openResultsStopNobody() throws Exception {
    try (RawClient holder = client()) {
      holder.open("holder");
      for (int i = 0; i < 70; i++) {
        int statement = holder.statement("holder");
        Answer first =
            holder.ask(RawClient.execute("holder", statement, "select n, t from numbers"));
        assertThat(first.body()).contains("\"done\":false");
      }
      try (RawClient other = client()) {
        other.open("other");
        int statement = other.statement("other");
        for (int i = 0; i < 8; i++) {
          assertThat(
                  other
                      .ask(
                          RawClient.execute(
                              "other",
                              statement,
                              "insert into numbers values (%d, 'new')".formatted(i)))
                      .status())
              .isEqualTo(200);
        }
        assertThat(
                other
                    .ask(RawClient.execute("other", statement, "select count(t) from numbers"))
                    .body())
            .contains("[[100008]]");
      }
      long start = System.nanoTime();
      server.close();
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(60));
    }
    assertThat(engine.queries()).isEmpty();
    execute("drop table numbers");
  }

  @Test
  void stoppingEndsWhatRunsAndWhatIsOpen() throws Exception {
    serve(LONG, LONG, LONG, Duration.ofMillis(100));
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      RawClient client = client();
      clients.add(client);
      client.open("c" + i);
      int statement = client.statement("c" + i);
      if (i % 2 == 0) {
        client.send(RawClient.execute("c" + i, statement, ENDLESS));
      } else {
        client.ask(RawClient.execute("c" + i, statement, LARGE));
      }
    }
    awaitQueries(6);
    FutureTask<Void> stop =
        new FutureTask<>(
            () -> {
              server.close();
              return null;
            });
    Thread.ofVirtual().start(stop);
    stop.get(60, TimeUnit.SECONDS);
    assertThat(engine.queries()).isEmpty();
    for (RawClient client : clients) {
      client.close();
    }
  }

  private static final String HANDLE = "\"connectionId\":\"fuzz\",\"statementId\":%d";

  /** Requests that are complete, each field one that the server needs. */
  private static List<String> complete(int statement) {
    String handle = HANDLE.formatted(statement);
    return List.of(
        "{\"request\":\"getCatalogs\",\"connectionId\":\"fuzz\"}",
        "{\"request\":\"getSchemas\",\"connectionId\":\"fuzz\"}",
        "{\"request\":\"getTables\",\"connectionId\":\"fuzz\"}",
        "{\"request\":\"getTableTypes\",\"connectionId\":\"fuzz\"}",
        "{\"request\":\"getTypeInfo\",\"connectionId\":\"fuzz\"}",
        "{\"request\":\"getColumns\",\"connectionId\":\"fuzz\"}",
        "{\"request\":\"databaseProperties\",\"connectionId\":\"fuzz\"}",
        "{\"request\":\"connectionSync\",\"connectionId\":\"fuzz\",\"connProps\":"
            + "{\"connProps\":\"connPropsImpl\"}}",
        "{\"request\":\"createStatement\",\"connectionId\":\"fuzz\"}",
        "{\"request\":\"prepare\",\"connectionId\":\"fuzz\",\"sql\":\"select 1\"}",
        "{\"request\":\"prepareAndExecute\",\"sql\":\"select 1\"," + handle + "}",
        "{\"request\":\"fetch\"," + handle + "}",
        "{\"request\":\"syncResults\"," + handle + "}",
        "{\"request\":\"prepareAndExecuteBatch\",\"sqlCommands\":[\"select 1\"]," + handle + "}",
        "{\"request\":\"executeBatch\",\"parameterValues\":[[]]," + handle + "}",
        "{\"request\":\"closeStatement\"," + handle + "}");
  }

  /** Each field in turn left out, or null, or of another type; each text cut short. */
  private static List<String> broken(int statement) {
    List<String> broken = new ArrayList<>();
    for (String request : complete(statement)) {
      for (String field :
          List.of(
              "request",
              "connectionId",
              "statementId",
              "sql",
              "sqlCommands",
              "connProps",
              "parameterValues")) {
        String value = "(\"[^\"]*\"|\\d+|\\[[^{}]*\\]|\\{[^{}]*\\})";
        String pair = "\"" + field + "\":" + value;
        if (!request.matches("(?s).*" + pair + ".*")) {
          continue;
        }
        broken.add(request.replaceFirst(pair + ",?", "").replace(",}", "}"));
        broken.add(request.replaceFirst(pair, "\"" + field + "\":null"));
        broken.add(request.replaceFirst(pair, "\"" + field + "\":{\"x\":[1]}"));
        broken.add(request.replaceFirst(pair, "\"" + field + "\":[[[]]]"));
      }
      broken.add(request.replaceFirst("\\}$", ",\"nonsense\":1}"));
      broken.add(request + "}");
      broken.add(request.replaceFirst("\"request\":\"", "\"request\":\"x"));
      broken.add(request.substring(0, request.length() - 1));
      broken.add(request.substring(0, request.length() / 2));
      broken.add(request.replaceFirst("\"statementId\":\\d+", "\"statementId\":-1}"));
      broken.add(request.replaceFirst("\"statementId\":\\d+", "\"statementId\":99999999999999"));
    }
    broken.removeAll(complete(statement));
    String execute =
        "{\"request\":\"execute\",\"statementHandle\":{\"connectionId\":\"fuzz\",\"id\":"
            + statement;
    broken.addAll(
        List.of(
            "{}",
            "[]",
            "null",
            "{\"request\":null}",
            "{\"request\":{}}",
            "{\"a\":".repeat(2000) + "1" + "}".repeat(2000),
            "{\"request\":\"execute\"}",
            "{\"request\":\"execute\",\"statementHandle\":{}}",
            execute + "},\"parameterValues\":[null]}",
            execute + "},\"parameterValues\":[{\"type\":\"NONE\",\"value\":1}]}",
            execute + "},\"parameterValues\":[{\"type\":null,\"value\":1}]}",
            execute + "},\"parameterValues\":[{\"type\":\"INTEGER\",\"value\":\"x\"}]}",
            execute + "},\"parameterValues\":[{\"type\":\"JAVA_SQL_DATE\",\"value\":\"x\"}]}",
            execute + "},\"parameterValues\":[{\"type\":\"BYTE_STRING\",\"value\":[1]}]}"));
    return broken;
  }

  private static void assertShowsNothing(Answer answer, String request) {
    assertThat(answer.body())
        .as(request)
        .doesNotContain("Exception")
        .doesNotContain("\\tat ")
        .doesNotContain("\tat ")
        .doesNotContain("dev.paceline")
        .doesNotContain("java.")
        .doesNotContain("com.fasterxml")
        .doesNotContain("org.apache");
  }

  @Test
  void malformedJsonIsRefused() throws Exception {
    try (RawClient client = client()) {
      client.open("fuzz");
      int statement = client.statement("fuzz");
      List<String> requests = broken(statement);
      assertThat(requests).hasSizeGreaterThan(200);
      for (String request : requests) {
        Answer answer = client.ask(request);
        assertThat(answer.status()).as("%s: %s", request, answer.body()).isBetween(400, 499);
        assertThat(answer.body()).contains("not a valid Avatica request");
        assertShowsNothing(answer, request);
      }
      for (String request : complete(statement)) {
        Answer answer = client.ask(request);
        assertThat(answer.status()).as("%s: %s", request, answer.body()).isIn(200, 500);
        if (answer.status() == 500) {
          assertShowsNothing(answer, request);
        }
      }
      client.ask("{\"request\":\"closeConnection\",\"connectionId\":\"fuzz\"}");
    }
    assertThat(engine.queries()).isEmpty();
  }

  @Test
  void whatIsUnknownIsSaidWithoutTheServersInside() throws Exception {
    try (RawClient client = client()) {
      for (String request : complete(1)) {
        if (request.contains("closeStatement")) {
          continue;
        }
        Answer answer = client.ask(request);
        assertThat(answer.number("errorCode")).as(request).isEqualTo(1);
        assertShowsNothing(answer, request);
      }
      client.open("fuzz");
      int statement = client.statement("fuzz");
      String execute =
          "{\"request\":\"execute\",\"statementHandle\":{\"connectionId\":\"fuzz\",\"id\":%d},"
              + "\"parameterValues\":[]}";
      Answer unprepared = client.ask(execute.formatted(statement));
      assertThat(unprepared.body()).contains("the statement was not prepared");
      assertShowsNothing(unprepared, "execute");
      assertThat(client.ask(execute.formatted(99)).body()).contains("\"missingStatement\":true");
      Answer twice =
          client.ask("{\"request\":\"openConnection\",\"connectionId\":\"fuzz\",\"info\":{}}");
      assertThat(twice.body()).contains("there is a connection of this id already");
      assertShowsNothing(twice, "openConnection");
    }
  }

  private static byte[] wire(Message request) {
    return WireMessage.newBuilder()
        .setName(request.getClass().getName())
        .setWrappedMessage(request.toByteString())
        .build()
        .toByteArray();
  }

  @Test
  void malformedProtobufIsRefused() throws Exception {
    String type = "application/x-google-protobuf";
    try (RawClient client = client()) {
      client.open("fuzz");
      int statement = client.statement("fuzz");
      List<Message> incomplete =
          List.of(
              Requests.CatalogsRequest.getDefaultInstance(),
              Requests.SchemasRequest.getDefaultInstance(),
              Requests.TablesRequest.getDefaultInstance(),
              Requests.TableTypesRequest.getDefaultInstance(),
              Requests.TypeInfoRequest.getDefaultInstance(),
              Requests.ColumnsRequest.getDefaultInstance(),
              Requests.DatabasePropertyRequest.getDefaultInstance(),
              Requests.OpenConnectionRequest.getDefaultInstance(),
              Requests.CloseConnectionRequest.getDefaultInstance(),
              Requests.CreateStatementRequest.getDefaultInstance(),
              Requests.CloseStatementRequest.getDefaultInstance(),
              Requests.PrepareRequest.getDefaultInstance(),
              Requests.PrepareAndExecuteRequest.getDefaultInstance(),
              Requests.ExecuteRequest.getDefaultInstance(),
              Requests.FetchRequest.getDefaultInstance(),
              Requests.SyncResultsRequest.getDefaultInstance(),
              Requests.CommitRequest.getDefaultInstance(),
              Requests.RollbackRequest.getDefaultInstance(),
              Requests.PrepareAndExecuteBatchRequest.getDefaultInstance(),
              Requests.ExecuteBatchRequest.getDefaultInstance(),
              Requests.ConnectionSyncRequest.getDefaultInstance(),
              Requests.CloseStatementRequest.newBuilder().setConnectionId("fuzz").build(),
              Requests.PrepareAndExecuteRequest.newBuilder().setConnectionId("fuzz").build());
      for (Message request : incomplete) {
        client.send(wire(request), type);
        Answer answer = client.receive();
        assertThat(answer.status()).as("%s: %s", request.getClass(), answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("not a valid Avatica request");
      }
      byte[] whole =
          wire(
              Requests.PrepareAndExecuteRequest.newBuilder()
                  .setConnectionId("fuzz")
                  .setStatementId(statement)
                  .setSql("select 1")
                  .setMaxRowCount(-1)
                  .build());
      for (int length = 1; length < whole.length; length++) {
        client.send(Arrays.copyOf(whole, length), type);
        Answer answer = client.receive();
        assertThat(answer.status()).as("%d bytes: %s", length, answer.body()).isEqualTo(400);
      }
      Random random = new Random(16);
      for (int i = 0; i < 300; i++) {
        byte[] damaged = whole.clone();
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
        client.send(damaged, type);
        Answer answer = client.receive();
        assertThat(answer.status()).isIn(200, 400, 500);
        assertThat(answer.body())
            .as(new String(damaged, StandardCharsets.ISO_8859_1))
            .doesNotContain("Exception")
            .doesNotContain("\tat ");
      }
      client.send(whole, type);
      assertThat(client.receive().status()).as("the server goes on").isEqualTo(200);
    }
    assertThat(ask("select count(*) from digits")).isEqualTo(10);
  }
}
