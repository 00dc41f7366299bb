package dev.paceline.benchmarks.suite;

import static java.lang.Double.NaN;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the times of a benchmark, prints them as a table, and writes them as JSON. */
public final class SuiteReport {
  private final QuerySuite suite;
  private final String ours;
  private final String theirs;
  private final double scale;
  private final Repetitions repetitions;
  private final List<QueryTimes> all = new ArrayList<>();
  private List<QueryTimes> series = new ArrayList<>();

  /**
   * @param ours name of what is measured, and
   * @param theirs of what it is compared with
   */
  SuiteReport(QuerySuite suite, String ours, String theirs, double scale, Repetitions repetitions) {
    this.suite = suite;
    this.ours = ours;
    this.theirs = theirs;
    this.scale = scale;
    this.repetitions = repetitions;
  }

  void begin(int threads, PrintStream out) {
    series = new ArrayList<>();
    out.println(
        Text.format(
            "%s scale %s, threads %d, median of %d, milliseconds",
            suite.dataSet().title(), Text.number(scale), threads, repetitions.rounds()));
    out.println(Text.format("%-18s %10s %10s %8s", "query", ours, theirs, "ratio"));
    out.flush();
  }

  void add(QueryTimes times, PrintStream out) {
    series.add(times);
    all.add(times);
    if (times.failure() != null) {
      out.println(Text.format("%-18s FAILED: %s", times.query().label(), times.failure()));
    } else {
      out.println(
          Text.format(
              "%-18s %10.1f %10.1f %8.2f",
              times.query().label(), times.ourMillis(), times.theirMillis(), times.ratio()));
    }
    out.flush();
  }

  void end(PrintStream out) {
    List<QueryTimes> measured = series.stream().filter(times -> times.failure() == null).toList();
    if (measured.size() < series.size()) {
      out.println("queries without a time: " + (series.size() - measured.size()));
    }
    if (!measured.isEmpty()) {
      double ourMillis = measured.stream().mapToDouble(QueryTimes::ourMillis).sum();
      double theirMillis = measured.stream().mapToDouble(QueryTimes::theirMillis).sum();
      out.println(Text.format("%-18s %10.1f %10.1f", "total", ourMillis, theirMillis));
      out.println(Text.format("geometric mean of ratios %.2f", geometricMean(measured)));
      out.println(Text.format("total ratio %.2f", ourMillis / theirMillis));
    }
    out.flush();
  }

  /** Prints which ratios are above a goal, and the geometric mean of all ratios, in a last line. */
  public void conclude(double goal, PrintStream out) {
    List<QueryTimes> measured = all.stream().filter(times -> times.failure() == null).toList();
    List<String> above =
        measured.stream()
            .filter(times -> times.ratio() > goal)
            .sorted(Comparator.comparingDouble(QueryTimes::ratio).reversed())
            .map(
                times ->
                    Text.format(
                        "%s %.2f (threads %d)",
                        times.query().label(), times.ratio(), times.threads()))
            .toList();
    out.println(
        Text.format("above %.2f: %d of %d ratios", goal, above.size(), all.size())
            + (above.isEmpty() ? "" : ": " + String.join(", ", above)));
    out.println(Text.format("geometric mean ratio %.2f", geometricMean(measured)));
    out.flush();
  }

  /** Returns NaN when nothing was measured. */
  private static double geometricMean(List<QueryTimes> measured) {
    return Math.exp(
        measured.stream().mapToDouble(times -> Math.log(times.ratio())).average().orElse(NaN));
  }

  /** Whether every query gave the right answer. */
  public boolean isComplete() {
    return all.stream().allMatch(times -> times.failure() == null);
  }

  /** Everything that was measured: an object a report, in an array unless there is just one. */
  public static byte[] toJson(List<SuiteReport> reports) throws IOException {
    ArrayNode all = JsonReport.several();
    reports.forEach(report -> report.describe(all.addObject()));
    return JsonReport.bytes(all.size() == 1 ? all.get(0) : all);
  }

  private void describe(ObjectNode root) {
    JsonReport.describe(root, suite.name()).put("scale", scale);
    repetitions.writeTo(root);
    ArrayNode queries = root.putArray("queries");
    for (QueryTimes times : all) {
      ObjectNode query = queries.addObject();
      String name = times.query().name();
      if (times.query().label().equals(name)) {
        query.put("query", name);
      } else {
        query.put("query", new BigDecimal(name));
      }
      query.put("threads", times.threads());
      if (times.failure() != null) {
        query.put("failure", times.failure());
        continue;
      }
      query
          .put(ours + "Millis", times.ourMillis())
          .put(theirs + "Millis", times.theirMillis())
          .put("ratio", times.ratio());
      query.putPOJO(ours + "Nanos", times.ours());
      query.putPOJO(theirs + "Nanos", times.theirs());
    }
  }
}
