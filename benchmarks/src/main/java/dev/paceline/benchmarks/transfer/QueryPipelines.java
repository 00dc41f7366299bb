package dev.paceline.benchmarks.transfer;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.core.error.PacelineException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The work of the pipelines of a query, as EXPLAIN ANALYZE shows it.
 *
 * @param steps of each pipeline that had orders, in the query's order
 */
record QueryPipelines(List<String> steps) {
  private static final Pattern PIPELINE = Pattern.compile("(\\S.*? → .*?): \\d+ orders?, .*");
  private static final Pattern PROBE = Pattern.compile("→ hash join");
  private static final String FROM_TRANSFER = "transferred rows →";
  private static final String TO_TRANSFER = "→ transfer of ";

  QueryPipelines {
    steps = List.copyOf(steps);
  }

  /** Asks a connection. */
  static QueryPipelines of(Connection connection, Query query) throws SQLException {
    List<String> steps = new ArrayList<>();
    for (List<@Nullable Object> line :
        Answer.of(connection, "EXPLAIN ANALYZE " + query.sql()).rows()) {
      Matcher pipeline = PIPELINE.matcher(String.valueOf(line.getFirst()));
      if (pipeline.matches()) {
        steps.add(pipeline.group(1));
      }
    }
    return new QueryPipelines(steps);
  }

  /**
   * Chains of pipelines that hand their rows from one to the next, each of which is one pipeline
   * where nothing is transferred. A chain that several others flow into follows the last of them.
   */
  List<List<Integer>> chains() {
    List<List<Integer>> chains = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      boolean continues = i > 0 && readsBlocks(i) && steps.get(i - 1).contains(TO_TRANSFER);
      if (!continues) {
        chains.add(new ArrayList<>());
      }
      chains.getLast().add(i);
    }
    return chains;
  }

  /** How many hash joins a chain probes. */
  long probes(List<Integer> chain) {
    return chain.stream().mapToLong(i -> PROBE.matcher(steps.get(i)).results().count()).sum();
  }

  /** The first pipeline of a chain that probes transferred rows; -1 if there is none. */
  int firstConsumer(List<Integer> chain) {
    return chain.stream()
        .filter(i -> steps.get(i).startsWith(FROM_TRANSFER) && PROBE.matcher(steps.get(i)).find())
        .findFirst()
        .orElse(-1);
  }

  /**
   * Makes sure that a run had the same pipelines, so that their numbers mean the same.
   *
   * @throws PacelineException INTERNAL_ERROR
   */
  void check(QueryTrace trace) {
    if (trace.pipelines() != steps.size()) {
      throw PacelineException.internal(
          "a run had orders of " + trace.pipelines() + " pipelines, not of these: " + steps, null);
    }
  }

  /** Whether a pipeline's morsels are blocks. */
  boolean readsBlocks(int pipeline) {
    return steps.get(pipeline).startsWith(FROM_TRANSFER);
  }
}
