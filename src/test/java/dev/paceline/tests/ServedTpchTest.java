package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.Paceline;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.datasets.DataSet;
import dev.paceline.datasets.TpchQueries;
import dev.paceline.server.avatica.AvaticaServer;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The 22 queries through the network and Avatica's stock client give what the embedded driver
 * gives.
 */
@WithoutC2
class ServedTpchTest {
  private static final double SCALE = 0.01;
  private static final String URL = "jdbc:paceline:mem:served-tpch";

  private static Connection embedded;
  private static AvaticaServer server;

  @BeforeAll
  static void serve() throws SQLException {
    embedded = DriverManager.getConnection(URL);
    SuiteTables.load(embedded, DataSet.TPCH, SCALE);
    server = AvaticaServer.start(URL, new InetSocketAddress("127.0.0.1", 0));
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
    embedded.close();
    Paceline.closeMemory("served-tpch");
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void answersArriveUnchanged(String serialization) throws SQLException {
    List<String> wrong = new ArrayList<>();
    try (Connection client =
        DriverManager.getConnection(server.clientUrl() + ";serialization=" + serialization)) {
      for (int query = 1; query <= TpchQueries.COUNT; query++) {
        String difference =
            ask(client, query)
                .differenceFrom(ask(embedded, query), TpchQueries.isTotallyOrdered(query));
        if (difference != null) {
          wrong.add("Q" + query + ": " + difference);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static Answer ask(Connection connection, int query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(TpchQueries.sql(query, SCALE))) {
      return Answer.of(result);
    }
  }
}
