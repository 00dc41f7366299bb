package dev.paceline.benchmarks.prediction;

import dev.paceline.benchmarks.frame.Charts;
import dev.paceline.benchmarks.frame.EngineTrace;
import dev.paceline.benchmarks.frame.LineChart;
import dev.paceline.benchmarks.frame.LineChart.Line;
import dev.paceline.benchmarks.frame.Repetitions;
import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.frame.TurnsBenchmarkCommand;
import dev.paceline.benchmarks.prediction.PredictedOrders.Prediction;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.core.error.Choice;
import dev.paceline.core.sched.OrderRecord;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code paceline bench prediction}: runs Q1.1 and Q4.1 of the Star Schema Benchmark alone, on its
 * own data and on skewed and sorted data, and prints the errors of each model's predictions of task
 * times (Deshmukh, Quickstep, figure 3.9). In the skewed data nine tenths of the lines have
 * quantities up to ten, and all are sorted by their quantities: the first row groups match Q1.1's
 * filter as a whole, the last ones not at all.
 */
@Command(
    name = "prediction",
    description = {
      "Runs Q1.1 and Q4.1 of the Star Schema Benchmark on uniform and on skewed data, and prints"
          + " the",
      "errors of the predicted times of work orders, by each model."
    })
public final class PredictionBenchmark extends TurnsBenchmarkCommand {
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

  @Mixin private final Charts charts = new Charts();

  /** Sets the defaults of the options. */
  public PredictionBenchmark() {
    super(2, 0.02, new Repetitions(60, 0, 20));
  }

  /**
   * The errors of a model in all runs of a query, for JSON.
   *
   * @param medianError the median of the errors, over the times of the tasks
   * @param nineOfTen the error that nine tenths of the tasks do not exceed
   */
  private record Errors(
      String query, String data, String model, double medianError, double nineOfTen) {}

  @Override
  protected void run() throws SQLException, IOException {
    List<Errors> all = list("errors");
    try (Connection database = databases(new SsbSuite()).inMemory(threads())) {
      SuiteDatabases.execute(database, SKEWED_TABLE);
      table(
          "query %-8s; data %-8s; model %-16s; orders %8d; median error %12.3f; 9 of 10"
              + " %12.3f");
      for (String name : QUERIES) {
        Query query = SsbSuite.query(name);
        predict(query, "uniform", trace(database, query), all);
        String skewed = query.sql().replace("lineorder", SKEWED);
        predict(query, "skewed", trace(database, new Query(name, skewed, false)), all);
      }
    }
  }

  /** Returns the tasks of each measured run. */
  private List<List<OrderRecord>> trace(Connection database, Query query) throws SQLException {
    List<List<OrderRecord>> runs = new ArrayList<>();
    try (EngineTrace trace = new EngineTrace(database)) {
      Contestant contestant = Contestant.query(database, query);
      Turns turns =
          turns(
              List.of(
                  () -> {
                    Timing timing = contestant.run();
                    runs.add(trace.take());
                    return timing;
                  }));
      turns.warmUp();
      runs.clear();
      turns.measure();
    }
    return runs;
  }

  private void predict(Query query, String data, List<List<OrderRecord>> runs, List<Errors> all)
      throws IOException {
    List<Line> lines = new ArrayList<>();
    for (TimeModel model : TimeModel.values()) {
      List<Prediction> predictions =
          runs.stream().flatMap(run -> PredictedOrders.of(run, model).stream()).toList();
      double median = Statistics.median(predictions, Prediction::error);
      double nineOfTen =
          Statistics.quantile(predictions.stream().mapToDouble(Prediction::error), 0.9);
      String name = Choice.nameOf(model);
      int orders = predictions.size() / runs.size();
      row(query.label(), data, name, orders, median, nineOfTen);
      all.add(new Errors(query.label(), data, name, median, nineOfTen));
      lines.add(line(name, predictions));
    }
    charts.draw(
        "prediction-q" + query.name().replace(".", "") + "-" + data,
        () ->
            new LineChart(
                query.label() + ", " + data + " data",
                "milliseconds",
                "error over the order's time",
                false,
                lines));
  }

  /**
   * Returns the medians of errors over time. The mean would not do, because the error of a task of
   * a microsecond can be a thousand times its time.
   */
  private static Line line(String model, List<Prediction> predictions) {
    long last = predictions.stream().mapToLong(Prediction::nanos).max().orElse(0) + 1;
    List<double[]> points = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
      long from = last * i / POINTS;
      long to = last * (i + 1) / POINTS;
      double median =
          Statistics.median(
              predictions.stream()
                  .filter(prediction -> from <= prediction.nanos() && prediction.nanos() < to)
                  .mapToDouble(Prediction::error));
      if (!Double.isNaN(median)) {
        points.add(new double[] {Timing.millis((from + to) / 2.0), median});
      }
    }
    return Line.of(model, points, point -> point[0], point -> point[1]);
  }
}
