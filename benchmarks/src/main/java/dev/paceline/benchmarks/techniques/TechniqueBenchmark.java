package dev.paceline.benchmarks.techniques;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.QueryTurns;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.benchmarks.suite.StoredTables;
import dev.paceline.benchmarks.suite.Timing;
import dev.paceline.benchmarks.techniques.OrderTimes.Order;
import dev.paceline.core.exec.Technique;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Runs queries with all techniques and without each, by turns, in one process on the same blocks in
 * the same buffer pool. Every answer is compared with the usual one first.
 */
public final class TechniqueBenchmark {
  private final Settings settings;
  private final Console console;

  /**
   * What to run.
   *
   * @param queries each with all techniques, and without each of them
   * @param reordered queries to run in random join orders, too
   * @param orders how many
   * @param repetitions of each query, besides the run whose answer is compared; random orders do
   *     without a warm-up
   * @param withoutSimd see {@link TechniqueReport#readWithoutSimd}; empty for nothing
   */
  public record Settings(
      QuerySuite suite,
      double scale,
      int threads,
      List<Query> queries,
      List<Query> reordered,
      int orders,
      Repetitions repetitions,
      Map<String, Double> withoutSimd) {}

  public TechniqueBenchmark(Settings settings, Console console) {
    this.settings = settings;
    this.console = console;
  }

  /**
   * Measures, and prints while it goes.
   *
   * @param cache folder for databases, which later runs find again
   */
  public TechniqueReport run(Path cache) throws SQLException, IOException {
    TechniqueReport report =
        new TechniqueReport(
            settings.scale(), settings.threads(), settings.repetitions(), settings.withoutSimd());
    Path folder = StoredTables.inFolder(settings.suite(), cache, settings.scale(), console);
    String url = "jdbc:paceline:" + folder + ";readOnly=true;workers=" + settings.threads();
    try (Connection usual = DriverManager.getConnection(url)) {
      report.begin(console.out());
      for (Query query : settings.queries()) {
        report.add(withoutEach(query, url, usual), console.out());
      }
      report.end(console.out());
      if (settings.orders() > 0) {
        report.beginOrders(settings.orders(), console.out());
        for (Query query : settings.reordered()) {
          report.add(inRandomOrders(query, url, usual), console.out());
        }
      }
    }
    return report;
  }

  private TechniqueTimes withoutEach(Query query, String url, Connection usual)
      throws SQLException {
    List<Connection> connections = new ArrayList<>(List.of(usual));
    try {
      for (Technique technique : Technique.values()) {
        connections.add(DriverManager.getConnection(url + ";without=" + technique.key()));
      }
      List<List<Timing>> times = byTurns(query, connections);
      Map<Technique, List<Timing>> without = new EnumMap<>(Technique.class);
      for (Technique technique : Technique.values()) {
        without.put(technique, times.get(technique.ordinal() + 1));
      }
      return new TechniqueTimes(query.name(), times.getFirst(), without);
    } finally {
      close(connections.subList(1, connections.size()));
    }
  }

  private OrderTimes inRandomOrders(Query query, String url, Connection usual) throws SQLException {
    Order planned = order(query, url, usual);
    List<Order> random = new ArrayList<>();
    for (int seed = 1; seed <= settings.orders(); seed++) {
      random.add(order(query, url + ";joinOrder=random:" + seed, usual));
    }
    return new OrderTimes(query.name(), planned, random);
  }

  /** An order with runtime filters and without, compared with the usual answer. */
  private Order order(Query query, String url, Connection usual) throws SQLException {
    try (Connection filters = DriverManager.getConnection(url);
        Connection without =
            DriverManager.getConnection(url + ";without=" + Technique.LOOKAHEAD.key())) {
      QueryTurns turns = new QueryTurns(query, List.of(filters, without), settings.repetitions());
      turns.check(QueryTurns.answer(usual, query));
      List<List<Timing>> times = measured(turns, 2);
      return new Order(
          Timing.median(times.get(0), Timing::cpuNanos),
          Timing.median(times.get(1), Timing::cpuNanos));
    }
  }

  private List<List<Timing>> byTurns(Query query, List<Connection> connections)
      throws SQLException {
    QueryTurns turns = new QueryTurns(query, connections, settings.repetitions());
    turns.check(QueryTurns.answer(connections.getFirst(), query));
    turns.warmUp();
    return measured(turns, connections.size());
  }

  private static List<List<Timing>> measured(QueryTurns turns, int count) throws SQLException {
    List<List<Timing>> times = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      times.add(new ArrayList<>());
    }
    turns.measure((turn, timing) -> times.get(turn).add(timing));
    return times;
  }

  private static void close(List<Connection> connections) throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
