package dev.paceline.benchmarks.transfer;

import static dev.paceline.benchmarks.transfer.TransferBenchmark.ALL;
import static dev.paceline.benchmarks.transfer.TransferBenchmark.FUSED;
import static dev.paceline.benchmarks.transfer.TransferBenchmark.ONE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.benchmarks.chart.LineChart;
import dev.paceline.benchmarks.chart.LineChart.Line;
import dev.paceline.benchmarks.suite.JsonReport;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.benchmarks.transfer.TransferTimes.OperatorShare;
import dev.paceline.benchmarks.transfer.TransferTimes.ProbeTimes;
import dev.paceline.benchmarks.transfer.TransferTimes.VariantTimes;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.pipeline.TransferModel;
import dev.paceline.core.pipeline.TransferModel.Costs;
import dev.paceline.core.pipeline.TransferModel.Edge;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Collects times, prints them beside what the model says, draws them and writes all as JSON. */
public final class TransferReport {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MEGABYTE = 1 << 20;

  private final double scale;
  private final String without;
  private final Repetitions repetitions;
  private final TransferModel model;
  private final PrintStream out;
  private final List<TransferTimes> all = new ArrayList<>();

  /**
   * @param without techniques that all runs do without, by their names; empty for none
   */
  TransferReport(
      double scale, String without, Repetitions repetitions, TransferModel model, PrintStream out) {
    this.scale = scale;
    this.without = without;
    this.repetitions = repetitions;
    this.model = model;
    this.out = out;
  }

  void begin() {
    Costs costs = model.costs();
    out.println(
        Text.format(
            "This machine: last-level cache %.1f MB; ns a byte: %.3f read, %.3f read in order,"
                + " %.3f written, %.3f packed; a miss %.0f ns",
            costs.cacheBytes() / MEGABYTE,
            costs.readNanos(),
            costs.prefetchedReadNanos(),
            costs.writeNanos(),
            costs.packNanos(),
            costs.missNanos()));
    out.println(
        Text.format(
            "TPC-H scale %s%s, threads %d, medians of %d runs: CPU milliseconds fused, then"
                + " ratios to that; from begin",
            Text.number(scale),
            without.isEmpty() ? "" : " without " + without,
            model.threads(),
            repetitions.rounds()));
    out.println(
        "to end of the deepest pipeline, likewise; CPU milliseconds more that the model predicts"
            + " and that were measured.");
    out.println(
        Text.format(
            "%-6s %9s %5s %5s %5s %9s %5s %5s %5s %7s %9s %9s %9s %9s",
            "query",
            "fused",
            "1",
            "4",
            "all",
            "deepest",
            "1",
            "4",
            "all",
            "blocks",
            "1-fused",
            "measured",
            "all-1",
            "measured"));
    out.flush();
  }

  void add(TransferTimes times) {
    all.add(times);
    VariantTimes fused = times.variant(FUSED);
    StringBuilder line =
        new StringBuilder(Text.format("Q%-5s %9.2f", times.query(), fused.cpuMillis()));
    ratios(times, VariantTimes::cpuMillis, line);
    line.append(Text.format(" %9.2f", fused.deepestMillis()));
    ratios(times, VariantTimes::deepestMillis, line);
    line.append(
        Text.format(
            " %7d %9.2f %9.2f %9.2f %9.2f",
            times.blocks(),
            predictedTransferMillis(times),
            times.variant(ONE).cpuMillis() - fused.cpuMillis(),
            predictedLazyMillis(times),
            times.variant(ALL).cpuMillis() - times.variant(ONE).cpuMillis()));
    out.println(line);
    out.flush();
  }

  private static void ratios(
      TransferTimes times, ToDoubleFunction<VariantTimes> millis, StringBuilder line) {
    double fused = millis.applyAsDouble(times.variants().getFirst());
    for (VariantTimes variant : times.variants().subList(1, times.variants().size())) {
      line.append(Text.format(" %5.2f", millis.applyAsDouble(variant) / fused));
    }
  }

  private static Edge edge(TransferTimes times) {
    return new Edge(times.blocks(), UnitOfTransfer.DEFAULT_BLOCK_BYTES, 0);
  }

  /** What one block at a time should cost over fused pipelines. */
  private double predictedTransferMillis(TransferTimes times) {
    Edge edge = edge(times);
    double packing = model.costs().packNanos() * edge.blocks() * edge.blockBytes();
    return (packing + model.eagerNanos(edge)) / NANOS_PER_MILLI;
  }

  /** What all blocks should cost over one at a time. */
  private double predictedLazyMillis(TransferTimes times) {
    Edge edge = edge(times);
    return (model.lazyNanos(edge) - model.eagerNanos(edge)) / NANOS_PER_MILLI;
  }

  void end() {
    StringBuilder line =
        new StringBuilder(
            Text.format(
                "%-6s %9.2f",
                "mean", all.stream().mapToDouble(times -> times.variant(FUSED).cpuMillis()).sum()));
    means(VariantTimes::cpuMillis, line);
    line.append(Text.format(" %9s", ""));
    means(VariantTimes::deepestMillis, line);
    out.println(line + "  (total; geometric means)");
    StringBuilder elapsed = new StringBuilder(Text.format("%-6s %9s", "wall", ""));
    means(VariantTimes::millis, elapsed);
    out.println(elapsed + "  (geometric means of elapsed time over that of fused)");
    long right =
        all.stream()
            .filter(times -> times.blocks() > 0)
            .filter(
                times ->
                    predictedLazyMillis(times) > 0
                        == times.variant(ALL).cpuMillis() > times.variant(ONE).cpuMillis())
            .count();
    long transferring = all.stream().filter(times -> times.blocks() > 0).count();
    out.println(
        Text.format(
            "The model is right in %d of %d queries about which of 1 and all takes less CPU time.",
            right, transferring));
    printProbes();
    printOperators();
    out.flush();
  }

  private void means(ToDoubleFunction<VariantTimes> millis, StringBuilder line) {
    int variants = all.isEmpty() ? 0 : all.getFirst().variants().size();
    for (int i = 1; i < variants; i++) {
      int variant = i;
      line.append(
          Text.format(
              " %5.2f",
              geometricMean(
                  all.stream()
                      .mapToDouble(
                          times ->
                              millis.applyAsDouble(times.variants().get(variant))
                                  / millis.applyAsDouble(times.variants().getFirst()))
                      .toArray())));
    }
  }

  private static double geometricMean(double[] values) {
    double logarithms = 0;
    for (double value : values) {
      logarithms += Math.log(value);
    }
    return Math.exp(logarithms / values.length);
  }

  private void printProbes() {
    out.println();
    out.println(
        "Milliseconds of an order of the first probe, one block / all, by the size of a block:");
    for (TransferTimes times : all) {
      if (!times.probes().isEmpty()) {
        StringBuilder line = new StringBuilder(Text.format("Q%-5s", times.query()));
        for (ProbeTimes probe : times.probes()) {
          line.append(
              Text.format(
                  " %d KB: %.2f / %.2f = %.2f;",
                  probe.blockKilobytes(),
                  probe.eagerMillis(),
                  probe.lazyMillis(),
                  probe.eagerMillis() / probe.lazyMillis()));
        }
        out.println(line);
      }
    }
  }

  private void printOperators() {
    out.println();
    out.println("Shares of the workers' time with all, top and second operator:");
    for (TransferTimes times : all) {
      StringBuilder line = new StringBuilder(Text.format("Q%-5s", times.query()));
      for (OperatorShare operator : times.operators()) {
        line.append(Text.format(" %3.0f %%: %s;", 100 * operator.share(), operator.steps()));
      }
      out.println(line);
    }
  }

  /** Draws the times of queries and the orders of first probes, into a folder that exists. */
  public void writeCharts(Path folder) {
    double[] numbers =
        all.stream().mapToDouble(times -> Double.parseDouble(times.query())).toArray();
    write(
        folder,
        "transfer-queries",
        "Units of transfer: CPU time",
        numbers,
        VariantTimes::cpuMillis);
    write(
        folder,
        "transfer-deepest",
        "Units of transfer: deepest pipeline",
        numbers,
        VariantTimes::deepestMillis);
    List<Line> probes = new ArrayList<>();
    for (TransferTimes times : all) {
      if (times.probes().size() > 1) {
        probes.add(
            new Line(
                "Q" + times.query(),
                values(times.probes(), ProbeTimes::blockKilobytes),
                values(times.probes(), probe -> probe.eagerMillis() / probe.lazyMillis())));
      }
    }
    if (!probes.isEmpty()) {
      new LineChart(
              "First probe of transferred rows", "KB of a block", "one block / all", false, probes)
          .write(folder.resolve("transfer-probes"));
    }
  }

  private void write(
      Path folder,
      String file,
      String title,
      double[] numbers,
      ToDoubleFunction<VariantTimes> millis) {
    List<Line> lines = new ArrayList<>();
    for (VariantTimes variant : all.getFirst().variants()) {
      lines.add(
          new Line(
              variant.unit(),
              numbers,
              values(all, times -> millis.applyAsDouble(times.variant(variant.unit())))));
    }
    new LineChart(title, "query of TPC-H", "time, ms", true, lines).write(folder.resolve(file));
  }

  private static <T> double[] values(List<T> from, ToDoubleFunction<T> value) {
    return from.stream().mapToDouble(value).toArray();
  }

  /** Everything that was measured. */
  public byte[] toJson() throws IOException {
    ObjectNode root = JsonReport.of("transfer");
    root.put("scale", scale).put("without", without).put("threads", model.threads());
    repetitions.writeTo(root);
    root.putPOJO("costs", model.costs());
    root.putPOJO("queries", all);
    return JsonReport.bytes(root);
  }
}
