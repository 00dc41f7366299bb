package dev.paceline.benchmarks.load;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A question about loading or about files, which a table of figures answers. */
@FunctionalInterface
interface LoadExperiment {
  /** Measures, and prints the table. */
  void run(LoadFrame frame) throws SQLException, IOException;

  /** Returns all experiments by their names, in the order in which they run. */
  static Map<String, LoadExperiment> all() {
    Map<String, LoadExperiment> all = new LinkedHashMap<>();
    all.put("ways", new InsertWays());
    all.put("keys", new KeyOrders());
    all.put("cycle", new LoadCycle());
    all.put("chunks", new ChunkSizes());
    all.put("beside", new LoadBesideInserts());
    all.put("quotes", new QuoteModes());
    all.put("window", new FileWindows());
    all.put("place", new QueriesInPlace());
    all.put("sharing", new QueriesAtOnce());
    return all;
  }

  /**
   * Returns the names of some experiments, or of all.
   *
   * @param names {@code all}, or names of experiments
   * @throws PacelineException INVALID_ARGUMENT for an unknown name, naming all there are
   */
  static List<String> named(List<String> names) {
    List<String> known = List.copyOf(all().keySet());
    if (names.equals(List.of("all"))) {
      return known;
    }
    List<String> unknown = new ArrayList<>(names);
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "there are the experiments "
              + String.join(", ", known)
              + " and all, not "
              + unknown.getFirst());
    }
    return names;
  }
}
