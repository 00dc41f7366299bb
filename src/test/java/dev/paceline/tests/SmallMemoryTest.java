package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.knobs.KnobUrl;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryReport;
import dev.paceline.core.memory.MemoryScope;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored tables, and queries that find little memory beside the blocks that they read. */
final class SmallMemoryTest {
  private static final QuerySuite SUITE = new TpchSuite();
  private static final double SCALE =
      Double.parseDouble(System.getProperty("memory.scale", "0.05"));
  private static final int ROW_GROUP_ROWS =
      Integer.parseInt(System.getProperty("memory.rowGroupRows", "16384"));

  /** As if tables in memory took them: the limit itself cannot be lower than 16 MB. */
  private static final long TAKEN_BYTES =
      Long.parseLong(System.getProperty("memory.takenBytes", "8000000"));

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void allQueriesOfTpchAnswer(int workers) throws SQLException {
    List<Query> queries = SUITE.queries(SCALE);
    List<Answer> expected = new ArrayList<>();
    try (Connection usual = open("memory=1g;rowGroupRows=" + ROW_GROUP_ROWS)) {
      SuiteTables.load(usual, SUITE.dataSet(), SCALE);
      for (Query query : queries) {
        expected.add(Answer.of(usual, query.sql()));
      }
    }
    List<String> wrong = new ArrayList<>();
    try (Connection small = open("memory=16m;readOnly=true;workers=" + workers)) {
      Engine engine = engine(small);
      try (MemoryScope others = engine.ledger().openScope("others")) {
        others.allocate(Math.max(1, TAKEN_BYTES));
        for (int i = 0; i < queries.size(); i++) {
          Query query = queries.get(i);
          String difference;
          try {
            difference =
                Answer.of(small, query.sql())
                    .differenceFrom(expected.get(i), query.isTotallyOrdered());
          } catch (SQLException e) {
            difference = e.toString();
          }
          if (difference != null) {
            wrong.add("Q" + query.name() + ": " + difference);
          }
        }
        assertThat(engine.ledger().peakBytes()).isLessThanOrEqualTo(16L << 20);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** A result that is not fetched takes a small part of the memory, not a row group's rows. */
  @ParameterizedTest
  @ValueSource(strings = {"64m", "16m"})
  void cursorsThatAreReadHalfLeaveMemoryToOthers(String memory) throws Exception {
    int cursors = 3;
    load();
    try (Connection connection = open("workers=2;memory=" + memory)) {
      Engine engine = engine(connection);
      List<AutoCloseable> open = new ArrayList<>();
      try {
        for (int i = 0; i < cursors; i++) {
          Statement statement = connection.createStatement();
          open.addFirst(statement);
          ResultSet rows =
              statement.executeQuery(
                  "select l_orderkey, l_extendedprice, l_partkey * l_suppkey from lineitem");
          assertThat(rows.next()).isTrue();
        }
        awaitStandstill(engine);
        long mostBytes = engine.ledger().limitBytes() / 8;
        for (QueryReport query : engine.queries()) {
          assertThat(query.memoryBytes()).as(memory).isLessThan(mostBytes);
        }
        try (Statement statement = connection.createStatement()) {
          statement.setQueryTimeout(60);
          for (int i = 0; i < 5; i++) {
            statement.execute("insert into region values (" + (10 + i) + ", 'NEW', 'none')");
          }
        }
        assertThat(engine.ledger().peakBytes()).isLessThanOrEqualTo(engine.ledger().limitBytes());
      } finally {
        for (AutoCloseable statement : open) {
          statement.close();
        }
      }
    }
  }

  /** More cursors than a table has slots for scans: none waits for another one's reader. */
  @Test
  void eachOfManyCursorsGetsItsRows() throws Exception {
    int cursors = 66;
    load();
    try (Connection connection = open("workers=2;memory=64m")) {
      List<ResultSet> results = new ArrayList<>();
      try {
        for (int i = 0; i < cursors; i++) {
          Statement statement = connection.createStatement();
          statement.closeOnCompletion();
          statement.setQueryTimeout(120);
          ResultSet rows =
              statement.executeQuery(
                  "select l_orderkey, l_extendedprice, l_partkey * l_suppkey from lineitem");
          results.add(rows);
          assertThat(rows.next()).isTrue();
        }
        long expected = sumOfKeys(connection);
        for (ResultSet rows : List.of(results.getFirst(), results.getLast())) {
          long sum = rows.getLong(1);
          while (rows.next()) {
            sum += rows.getLong(1);
          }
          assertThat(sum).isEqualTo(expected);
        }
      } finally {
        for (ResultSet rows : results) {
          rows.close();
        }
      }
      Engine engine = engine(connection);
      assertThat(engine.ledger().peakBytes()).isLessThanOrEqualTo(engine.ledger().limitBytes());
    }
  }

  private static long sumOfKeys(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet sum = statement.executeQuery("select sum(l_orderkey) from lineitem")) {
      assertThat(sum.next()).isTrue();
      return sum.getLong(1);
    }
  }

  /** What a query needed for its work goes when it has ended, though its rows wait. */
  @Test
  void aQueryThatHasEndedKeepsItsResultsOnly() throws Exception {
    load();
    try (Connection connection = open("workers=2;memory=256m")) {
      Engine engine = engine(connection);
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "select l_partkey, count(*) from lineitem group by l_partkey order by 1"
                      + " limit 3000")) {
        assertThat(rows.next()).isTrue();
        awaitStandstill(engine);
        QueryReport query = engine.queries().getFirst();
        assertThat(query.memoryBytes()).isLessThan(query.memoryPeakBytes() / 2);
        int count = 1;
        while (rows.next()) {
          count++;
        }
        assertThat(count).isEqualTo(3000);
      }
      assertThat(engine.queries()).isEmpty();
    }
  }

  private void load() throws SQLException {
    try (Connection connection = open("memory=1g")) {
      SuiteTables.load(connection, SUITE.dataSet(), 0.05);
    }
  }

  /** Waits until no query has run an order for a while. */
  private static void awaitStandstill(Engine engine) throws InterruptedException {
    long seen = -1;
    long now = engine.orders();
    while (now != seen) {
      seen = now;
      Thread.sleep(300);
      now = engine.orders();
    }
  }

  private Connection open(String properties) throws SQLException {
    return KnobUrl.connect(
        "jdbc:paceline:"
            + folder.resolve("db")
            + ";temporaryDirectory="
            + folder
            + ";"
            + properties);
  }

  private static Engine engine(Connection connection) throws SQLException {
    return connection.unwrap(Session.class).instance().engine();
  }
}
