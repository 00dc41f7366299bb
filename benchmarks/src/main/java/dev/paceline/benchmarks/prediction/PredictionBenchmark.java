package dev.paceline.benchmarks.prediction;

import dev.paceline.benchmarks.chart.LineChart;
import dev.paceline.benchmarks.prediction.PredictedOrders.Prediction;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.error.Choice;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.policy.TimeModel;
import dev.paceline.server.cli.Console;
import dev.paceline.server.cli.GeneratedDatabase;
import dev.paceline.server.cli.Text;
import dev.paceline.storage.load.SsbQueries;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Runs Q1.1 and Q4.1 of the Star Schema Benchmark alone, on its own data and on skewed and sorted
 * data, and tells how far each model's predictions of order times were off (Quickstep, figure 3.9).
 * There, nine tenths of the orders' lines have quantities up to ten, and all are in the order of
 * their quantities: the first chunks match Q1.1's filter as a whole, the last not at all.
 */
public final class PredictionBenchmark {
  private static final String SKEWED = "lineorder_skewed";
  private static final String SKEWED_TABLE =
      "create table "
          + SKEWED
          + " as select lo_custkey, lo_partkey, lo_suppkey, lo_orderdate, lo_extendedprice,"
          + " lo_discount, lo_revenue, lo_supplycost, case when mod(lo_orderkey + lo_linenumber,"
          + " 10) = 0 then lo_quantity else mod(lo_quantity, 10) + 1 end as lo_quantity"
          + " from lineorder order by 9";
  private static final List<String> QUERIES = List.of("1.1", "4.1");
  private static final int POINTS = 40;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Settings settings;
  private final @Nullable Path folder;
  private final Console console;

  /**
   * What to run.
   *
   * @param warmups of each query
   * @param runs of each query to look at
   */
  public record Settings(double scale, int workers, int warmups, int runs) {}

  /** The errors of a model in all runs. */
  private record Errors(TimeModel model, List<List<Prediction>> runs) {
    double[] sorted() {
      return runs.stream().flatMap(List::stream).mapToDouble(Prediction::error).sorted().toArray();
    }
  }

  /**
   * A benchmark to run.
   *
   * @param folder for charts, exists; null for none
   */
  public PredictionBenchmark(Settings settings, @Nullable Path folder, Console console) {
    this.settings = settings;
    this.folder = folder;
    this.console = console;
  }

  /** Runs it, and prints while it goes. */
  public void run() throws SQLException {
    String url = "jdbc:paceline:mem:;workers=" + settings.workers();
    try (Connection database = DriverManager.getConnection(url);
        Statement statement = database.createStatement()) {
      GeneratedDatabase.load(
          database,
          new SsbSuite().dataSet(),
          settings.scale(),
          Runtime.getRuntime().availableProcessors(),
          console);
      statement.execute(SKEWED_TABLE);
      console
          .out()
          .println(
              Text.format(
                  "%-8s %-8s %-16s %8s %12s %12s",
                  "query", "data", "model", "orders", "median error", "9 of 10"));
      Engine engine = database.unwrap(Session.class).instance().engine();
      for (String query : QUERIES) {
        String sql = SsbQueries.sql(query);
        report(query, "uniform", trace(statement, sql, engine));
        report(query, "skewed", trace(statement, sql.replace("lineorder", SKEWED), engine));
      }
    }
  }

  /** The orders of each run. */
  private List<List<OrderRecord>> trace(Statement statement, String sql, Engine engine)
      throws SQLException {
    List<List<OrderRecord>> runs = new ArrayList<>();
    for (int run = -settings.warmups(); run < settings.runs(); run++) {
      Queue<OrderRecord> orders = new ConcurrentLinkedQueue<>();
      engine.setOrderListener(orders::add);
      try (ResultSet rows = statement.executeQuery(sql)) {
        Answer.of(rows);
      } finally {
        engine.setOrderListener(null);
      }
      if (run >= 0) {
        runs.add(List.copyOf(orders));
      }
    }
    return runs;
  }

  private void report(String query, String data, List<List<OrderRecord>> runs) {
    List<Errors> all = new ArrayList<>();
    for (TimeModel model : TimeModel.values()) {
      Errors errors =
          new Errors(
              model, runs.stream().map(orders -> PredictedOrders.of(orders, model)).toList());
      all.add(errors);
      double[] sorted = errors.sorted();
      console
          .out()
          .println(
              Text.format(
                  "Q%-7s %-8s %-16s %8d %12.3f %12.3f",
                  query,
                  data,
                  Choice.nameOf(model),
                  sorted.length / runs.size(),
                  sorted[sorted.length / 2],
                  sorted[sorted.length * 9 / 10]));
    }
    console.out().flush();
    if (folder != null) {
      String name = "prediction-q" + query.replace(".", "") + "-" + data;
      chart("Q" + query + ", " + data + " data", all).write(folder.resolve(name));
    }
  }

  /**
   * Errors over time, medians of all runs: an order of a microsecond can be missed a thousandfold.
   */
  private static LineChart chart(String title, List<Errors> all) {
    long last =
        all.getFirst().runs().stream()
            .flatMap(List::stream)
            .mapToLong(Prediction::nanos)
            .max()
            .orElse(1);
    List<LineChart.Line> lines = new ArrayList<>();
    for (Errors errors : all) {
      List<List<Double>> byPoint = new ArrayList<>();
      for (int i = 0; i < POINTS; i++) {
        byPoint.add(new ArrayList<>());
      }
      for (List<Prediction> run : errors.runs()) {
        for (Prediction prediction : run) {
          int point = (int) Math.min(POINTS - 1, prediction.nanos() * POINTS / (last + 1));
          byPoint.get(point).add(prediction.error());
        }
      }
      int points = 0;
      double[] xs = new double[POINTS];
      double[] ys = new double[POINTS];
      for (int i = 0; i < POINTS; i++) {
        List<Double> sorted = byPoint.get(i).stream().sorted().toList();
        if (!sorted.isEmpty()) {
          xs[points] = (i + 0.5) * last / POINTS / NANOS_PER_MILLI;
          ys[points++] = sorted.get(sorted.size() / 2);
        }
      }
      lines.add(
          new LineChart.Line(
              Choice.nameOf(errors.model()), Arrays.copyOf(xs, points), Arrays.copyOf(ys, points)));
    }
    return new LineChart(title, "milliseconds", "error over the order's time", false, lines);
  }
}
