package dev.paceline.benchmarks.load;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.benchmarks.suite.JsonReport;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Collects the times of a benchmark, prints them as a table, and writes them as JSON. */
public final class LoadReport {
  private static final double MICROS_PER_MILLI = 1e3;

  private final double scale;
  private final int threads;
  private final Repetitions repetitions;
  private final List<LoadTimes> all = new ArrayList<>();

  LoadReport(double scale, int threads, Repetitions repetitions) {
    this.scale = scale;
    this.threads = threads;
    this.repetitions = repetitions;
  }

  void begin(PrintStream out) {
    out.println(
        Text.format(
            "TPC-H scale %s, threads %d, median of %d, milliseconds; ratios are of rates",
            Text.number(scale), threads, repetitions.rounds()));
    out.println(
        Text.format(
            "%-10s %10s %10s %10s %10s %10s %10s %10s",
            "table", "rows", "paceline", "CPU us/row", "Parquet", "ratio", "CSV", "ratio"));
    out.flush();
  }

  void add(LoadTimes times, PrintStream out) {
    all.add(times);
    print(List.of(times), times.table(), out);
  }

  void end(PrintStream out) {
    print(all, "total", out);
  }

  private static void print(List<LoadTimes> tables, String name, PrintStream out) {
    long rows = tables.stream().mapToLong(LoadTimes::rows).sum();
    double ours = sum(tables, LoadTimes::pacelineMillis);
    double parquet = sum(tables, LoadTimes::parquetMillis);
    double csv = sum(tables, LoadTimes::csvMillis);
    out.println(
        Text.format(
            "%-10s %10d %10.1f %10.2f %10.1f %10.2f %10.1f %10.2f",
            name,
            rows,
            ours,
            sum(tables, LoadTimes::pacelineCpuMillis) * MICROS_PER_MILLI / rows,
            parquet,
            parquet / ours,
            csv,
            csv / ours));
    out.flush();
  }

  private static double sum(List<LoadTimes> tables, ToDoubleFunction<LoadTimes> number) {
    return tables.stream().mapToDouble(number).sum();
  }

  /** Everything that was measured. */
  public byte[] toJson() throws IOException {
    ObjectNode root = JsonReport.of("load");
    root.put("scale", scale).put("threads", threads);
    repetitions.writeTo(root);
    ArrayNode tables = root.putArray("tables");
    for (LoadTimes times : all) {
      ObjectNode table = tables.addObject();
      table
          .put("table", times.table())
          .put("rows", times.rows())
          .put("pacelineMillis", times.pacelineMillis())
          .put("parquetMillis", times.parquetMillis())
          .put("csvMillis", times.csvMillis());
      table.putPOJO("paceline", times.paceline());
      table.putPOJO("parquet", times.parquet());
      table.putPOJO("csv", times.csv());
    }
    return JsonReport.bytes(root);
  }
}
