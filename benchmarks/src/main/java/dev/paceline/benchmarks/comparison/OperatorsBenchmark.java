package dev.paceline.benchmarks.comparison;

import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.suite.OperatorSuite;
import dev.paceline.server.cli.Text;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code paceline bench operators}: one operator or expression per statement, beside DuckDB. */
@Command(
    name = "operators",
    description = {
      "Runs statements over TPC-H's tables in Paceline and in DuckDB, as bench tpch does. Each",
      "measures one thing: a sort, a join build, an aggregation of many groups, a join beyond",
      "equality, an expression, a fetch. Names begin with the family (--queries sort,join-text)."
    })
public final class OperatorsBenchmark extends SuiteBenchmark {
  /** The ratio that no statement should exceed. */
  private static final double GOAL = 0.8;

  /** Sets the defaults of the options. */
  public OperatorsBenchmark() {
    super(new OperatorSuite());
  }

  @Override
  void conclude(List<QueryTimes> measured) {
    List<QueryTimes> above =
        measured.stream()
            .filter(times -> times.ratio() > GOAL)
            .sorted(Comparator.comparingDouble(QueryTimes::ratio).reversed())
            .toList();
    String names =
        above.stream()
            .map(
                times ->
                    Text.format(
                        "%s %.2f (threads %d)", times.query(), times.ratio(), times.threads()))
            .collect(Collectors.joining(", ", above.isEmpty() ? "" : ": ", ""));
    say("above %.2f: %d of %d ratios%s", GOAL, above.size(), measured.size(), names);
    say("geometric mean ratio %.2f", Statistics.geometricMean(measured, QueryTimes::ratio));
  }
}
