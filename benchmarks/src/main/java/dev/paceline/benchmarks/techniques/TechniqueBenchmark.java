package dev.paceline.benchmarks.techniques;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.paceline.benchmarks.frame.AtLeast;
import dev.paceline.benchmarks.frame.Charts;
import dev.paceline.benchmarks.frame.Connections;
import dev.paceline.benchmarks.frame.QueryChoice;
import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.Turns;
import dev.paceline.benchmarks.frame.TurnsBenchmarkCommand;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.benchmarks.techniques.JoinOrderTimes.Order;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.kernel.tier.SimdSupport;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code paceline bench techniques}: TPC-H with all techniques and without each, by turns, in one
 * process on the same blocks in the same buffer pool; and in random join orders.
 */
@Command(
    name = "techniques",
    description = {
      "Runs TPC-H with all techniques and without each of them, by turns.",
      "A ratio above 1 is the cost of doing without. --join-orders runs joins in random orders,",
      "too, with runtime filters and without."
    })
public final class TechniqueBenchmark extends TurnsBenchmarkCommand {
  private static final String SIMD = "simd";

  /** The queries that join the most tables. */
  private static final List<String> REORDERED = List.of("5", "7", "8", "9");

  @Mixin private final QueryChoice queries = new QueryChoice();
  @Mixin private final Charts charts = new Charts();

  @Option(names = "--join-orders", description = "Random orders of Q5, Q7, Q8 and Q9 to run.")
  @AtLeast(0)
  private int orders;

  @Option(
      names = "--without-simd",
      description =
          "What --json wrote in a process with PACELINE_OPTS=-Dpaceline.simd=off, for one more"
              + " column (which has no turns: kernels are chosen once per process).")
  private @Nullable Path withoutSimd;

  /** Sets the defaults of the options. */
  public TechniqueBenchmark() {
    super(1);
  }

  /**
   * The times of one query.
   *
   * @param query its label
   * @param all the runs with all techniques
   * @param without the runs without each technique, by its name
   */
  private record TechniqueTimes(String query, Runs all, Map<String, Runs> without) {
    /** Returns the cost of doing without a technique: above 1 the technique helps. */
    double cpuRatio(Technique technique) {
      return without.get(technique.key()).cpuMillis() / all.cpuMillis();
    }
  }

  @Override
  protected void shrink() {
    super.shrink();
    orders = 2;
  }

  @Override
  protected void run() throws SQLException, IOException {
    Map<String, Double> simdOff = withoutSimd == null ? Map.of() : readWithoutSimd(withoutSimd);
    QuerySuite suite = new TpchSuite();
    List<Query> chosen = queries.of(suite, scale());
    String url = databases(suite).url(threads());
    put(SIMD, SimdSupport.isEnabled());
    try (Connections connections = new Connections()) {
      Connection usual = connections.open(url);
      withoutEach(chosen, url, usual, simdOff);
      if (orders > 0) {
        inRandomOrders(
            chosen.stream().filter(query -> REORDERED.contains(query.name())).toList(), url, usual);
      }
    }
  }

  /** Returns the CPU milliseconds of queries in the report of a process without SIMD. */
  private Map<String, Double> readWithoutSimd(Path file) throws IOException {
    JsonNode root = new ObjectMapper().readTree(file.toFile());
    if (root.path(SIMD).asBoolean(true)
        || root.path("options").path("scale").asDouble() != scale()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          file
              + " is no report of this scale from a process without SIMD: write it with"
              + " PACELINE_OPTS=-Dpaceline.simd=off and --json");
    }
    Map<String, Double> millis = new HashMap<>();
    for (JsonNode query : root.path("queries")) {
      millis.put(query.path("query").asText(), query.path("all").path("cpuMillis").asDouble());
    }
    return millis;
  }

  private void withoutEach(
      List<Query> chosen, String url, Connection usual, Map<String, Double> simdOff)
      throws SQLException {
    say(
        "%s, CPU milliseconds with all techniques (SIMD %s); then the ratio without one:",
        headlineOfMedians(new TpchSuite()), SimdSupport.isEnabled() ? "on" : "off");
    StringBuilder columns = new StringBuilder("query %-6s; all %10.2f");
    for (Technique technique : Technique.values()) {
      int width = Math.max(10, technique.key().length());
      columns.append("; ").append(technique.key()).append(" %").append(width).append(".2f");
    }
    columns.append(simdOff.isEmpty() ? ";  %10.2f" : "; simd %10.2f");
    table(columns.toString());
    List<TechniqueTimes> all = list("queries");
    for (Query query : chosen) {
      TechniqueTimes times = withoutEach(query, url, usual);
      all.add(times);
      print(query.label(), List.of(times), simdOff, "");
    }
    print("mean", all, simdOff, " (total; geometric means)");
  }

  private TechniqueTimes withoutEach(Query query, String url, Connection usual)
      throws SQLException {
    try (Connections others = new Connections()) {
      List<Connection> all = new ArrayList<>(List.of(usual));
      for (Technique technique : Technique.values()) {
        all.add(others.open(url + ";without=" + technique.key()));
      }
      List<Runs> runs = Turns.ofQuery(query, all, repetitions()).run();
      Map<String, Runs> without = new LinkedHashMap<>();
      for (Technique technique : Technique.values()) {
        without.put(technique.key(), runs.get(technique.ordinal() + 1));
      }
      return new TechniqueTimes(query.label(), runs.getFirst(), without);
    }
  }

  private void print(
      String name, List<TechniqueTimes> all, Map<String, Double> simdOff, String remark) {
    List<Object> row = new ArrayList<>();
    row.add(name);
    row.add(Statistics.sum(all, times -> times.all().cpuMillis()));
    for (Technique technique : Technique.values()) {
      row.add(Statistics.geometricMean(all, times -> times.cpuRatio(technique)));
    }
    row.add(
        Statistics.geometricMean(
            all.stream().filter(times -> simdOff.containsKey(times.query())).toList(),
            times -> simdOff.get(times.query()) / times.all().cpuMillis()));
    row.add(remark);
    row(row.toArray());
  }

  private void inRandomOrders(List<Query> chosen, String url, Connection usual)
      throws SQLException, IOException {
    say(
        "%n%d random join orders, CPU milliseconds: the planner's order; the best, middle and worst"
            + " random one",
        orders);
    table(
        "query %-6s; runtime filters %-18s; planned %10.2f; best %10.2f; middle %10.2f; worst"
            + " %10.2f; worst/planned %14.2f");
    List<JoinOrderTimes> all = list("joinOrders");
    for (Query query : chosen) {
      Order planned = order(query, url, usual);
      List<Order> random = new ArrayList<>();
      for (int seed = 1; seed <= orders; seed++) {
        random.add(order(query, url + ";joinOrder=random:" + seed, usual));
      }
      JoinOrderTimes times = new JoinOrderTimes(query.label(), planned, random);
      all.add(times);
      print(
          times.query(),
          "on",
          planned.withFilters(),
          random.stream().mapToDouble(Order::withFilters).toArray());
      print(
          times.query(),
          "off",
          planned.without(),
          random.stream().mapToDouble(Order::without).toArray());
      charts.draw("join-orders-q" + query.name(), times::chart);
    }
  }

  private void print(String query, String filters, double planned, double[] random) {
    Arrays.sort(random);
    double worst = random[random.length - 1];
    row(query, filters, planned, random[0], random[random.length / 2], worst, worst / planned);
  }

  /** Measures one order with runtime filters and without, with no warm-up of its own. */
  private Order order(Query query, String url, Connection usual) throws SQLException {
    try (Connections connections = new Connections()) {
      Connection filters = connections.open(url);
      Connection without = connections.open(url + ";without=" + Technique.LOOKAHEAD.key());
      Turns.requireSameAnswers(query, List.of(usual, filters));
      List<Runs> runs = Turns.ofQuery(query, List.of(filters, without), repetitions()).measure();
      return new Order(runs.getFirst().cpuMillis(), runs.getLast().cpuMillis());
    }
  }
}
