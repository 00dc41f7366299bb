package dev.paceline.benchmarks.transfer;

import static dev.paceline.benchmarks.transfer.TransferBenchmark.ALL;
import static dev.paceline.benchmarks.transfer.TransferBenchmark.ONE;

import dev.paceline.benchmarks.frame.Charts;
import dev.paceline.benchmarks.frame.LineChart;
import dev.paceline.benchmarks.frame.LineChart.Line;
import dev.paceline.benchmarks.frame.Report;
import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.transfer.TransferModel.Costs;
import dev.paceline.benchmarks.transfer.TransferModel.Edge;
import dev.paceline.benchmarks.transfer.TransferTimes.OperatorShare;
import dev.paceline.benchmarks.transfer.TransferTimes.ProbeTimes;
import dev.paceline.benchmarks.transfer.TransferTimes.VariantTimes;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Prints times beside what the model says, and draws them. */
final class TransferReport {
  private static final double MEGABYTE = 1 << 20;

  private final TransferModel model;
  private final Report report;
  private final List<TransferTimes> all;

  /**
   * Prints the costs of the machine, and the titles of the times.
   *
   * @param headline what was measured
   */
  TransferReport(TransferModel model, String headline, Report report) {
    this.model = model;
    this.report = report;
    this.all = report.list("queries");
    Costs costs = model.costs();
    report.put("costs", costs);
    report.say(
        "This machine: last-level cache %.1f MB; ns a byte: %.3f read, %.3f read in order, %.3f"
            + " written, %.3f packed; a miss %.0f ns",
        costs.cacheBytes() / MEGABYTE,
        costs.readNanos(),
        costs.prefetchedReadNanos(),
        costs.writeNanos(),
        costs.packNanos(),
        costs.missNanos());
    report.say(
        "%s: CPU milliseconds fused, then ratios to that; the time from begin%nto end of the"
            + " deepest pipeline, likewise; the additional CPU milliseconds, predicted by the"
            + " model and measured.",
        headline);
    String units = "; 1 %5.2f; 4 %5.2f; all %5.2f";
    report.table(
        "query %-6s; fused %9.2f"
            + units
            + "; deepest %9.2f"
            + units
            + "; blocks %7d; 1-fused %9.2f; measured %9.2f; all-1 %9.2f; measured %9.2f");
  }

  void add(TransferTimes times) {
    all.add(times);
    List<Object> row = new ArrayList<>();
    row.add(times.query());
    addFigures(row, List.of(times), VariantTimes::cpuMillis);
    addFigures(row, List.of(times), VariantTimes::deepestMillis);
    double one = times.variant(ONE).cpuMillis();
    Collections.addAll(
        row,
        times.blocks(),
        predictedTransferMillis(times),
        one - times.fused().cpuMillis(),
        predictedLazyMillis(times),
        times.variant(ALL).cpuMillis() - one);
    report.row(row.toArray());
  }

  /** Adds the sum of the times of fused pipelines, and the geometric means of ratios to them. */
  private static void addFigures(
      List<Object> row, List<TransferTimes> queries, ToDoubleFunction<VariantTimes> millis) {
    row.add(Statistics.sum(queries, times -> millis.applyAsDouble(times.fused())));
    for (String unit : List.of(ONE, "4", ALL)) {
      row.add(
          Statistics.geometricMean(
              queries,
              times ->
                  millis.applyAsDouble(times.variant(unit)) / millis.applyAsDouble(times.fused())));
    }
  }

  private static Edge edge(TransferTimes times) {
    return new Edge(times.blocks(), UnitOfTransfer.DEFAULT_BLOCK_BYTES, 0);
  }

  /** Returns what one block at a time should cost over fused pipelines. */
  private double predictedTransferMillis(TransferTimes times) {
    Edge edge = edge(times);
    double packing = model.costs().packNanos() * edge.blocks() * edge.blockBytes();
    return Timing.millis(packing + model.eagerNanos(edge));
  }

  /** Returns what all blocks should cost over one at a time. */
  private double predictedLazyMillis(TransferTimes times) {
    Edge edge = edge(times);
    return Timing.millis(model.lazyNanos(edge) - model.eagerNanos(edge));
  }

  void end() {
    List<Object> means = new ArrayList<>(List.of("mean"));
    addFigures(means, all, VariantTimes::cpuMillis);
    addFigures(means, all, VariantTimes::deepestMillis);
    report.row(means.toArray());
    List<Object> wall = new ArrayList<>(List.of("wall"));
    addFigures(wall, all, VariantTimes::millis);
    report.row(wall.toArray());
    report.say(
        "(mean: totals of fused and geometric means of the ratios; wall: the same of elapsed"
            + " time)");
    List<TransferTimes> transferring = all.stream().filter(times -> times.blocks() > 0).toList();
    long right = transferring.stream().filter(this::isPredicted).count();
    report.say(
        "The model is right in %d of %d queries about which of 1 and all takes less CPU time.",
        right, transferring.size());
    report.say(
        "%nMilliseconds of an order of the first probe, one block / all, by the size of a block:");
    for (TransferTimes times : all) {
      StringBuilder line = new StringBuilder();
      for (ProbeTimes probe : times.probes()) {
        line.append(
            Text.format(
                " %d KB: %.2f / %.2f = %.2f;",
                probe.blockKilobytes(), probe.eagerMillis(), probe.lazyMillis(), probe.ratio()));
      }
      if (!times.probes().isEmpty()) {
        report.say("%-6s%s", times.query(), line);
      }
    }
    report.say("%nShares of the workers' time with all, top and second operator:");
    for (TransferTimes times : all) {
      StringBuilder line = new StringBuilder();
      for (OperatorShare operator : times.operators()) {
        line.append(Text.format(" %3.0f %%: %s;", 100 * operator.share(), operator.steps()));
      }
      report.say("%-6s%s", times.query(), line);
    }
  }

  private boolean isPredicted(TransferTimes times) {
    boolean isSlower = times.variant(ALL).cpuMillis() > times.variant(ONE).cpuMillis();
    return predictedLazyMillis(times) > 0 == isSlower;
  }

  /** Draws the times of queries and the tasks of first probes. */
  void draw(Charts charts) throws IOException {
    charts.draw("transfer-queries", () -> chart("CPU time", VariantTimes::cpuMillis));
    charts.draw("transfer-deepest", () -> chart("deepest pipeline", VariantTimes::deepestMillis));
    List<Line> probes =
        all.stream()
            .filter(times -> times.probes().size() > 1)
            .map(
                times ->
                    Line.of(
                        times.query(),
                        times.probes(),
                        ProbeTimes::blockKilobytes,
                        ProbeTimes::ratio))
            .toList();
    if (!probes.isEmpty()) {
      charts.draw(
          "transfer-probes",
          () ->
              new LineChart(
                  "First probe of transferred rows",
                  "KB of a block",
                  "one block / all",
                  false,
                  probes));
    }
  }

  private LineChart chart(String what, ToDoubleFunction<VariantTimes> millis) {
    List<Line> lines =
        all.getFirst().variants().stream()
            .map(
                variant ->
                    Line.of(
                        variant.unit(),
                        all,
                        times -> Double.parseDouble(times.query().substring(1)),
                        times -> millis.applyAsDouble(times.variant(variant.unit()))))
            .toList();
    return new LineChart("Units of transfer: " + what, "query of TPC-H", "time, ms", true, lines);
  }
}
