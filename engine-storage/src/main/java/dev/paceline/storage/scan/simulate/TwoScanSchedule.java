package dev.paceline.storage.scan.simulate;

import dev.paceline.storage.buffer.LeastRecentlyUsed;
import dev.paceline.storage.scan.InOrderPolicy;
import dev.paceline.storage.scan.RelevancePolicy;
import dev.paceline.storage.scan.ScanPolicy;
import dev.paceline.storage.scan.simulate.SimulationResult.QueryTime;
import java.util.List;

/**
 * The smallest example of what the order of loads is worth. Of 30 pages, 16 to 20 and 26 to 30 are
 * in memory, which has room for 10; a page takes a second to load, and no time to process. One scan
 * of pages 1 to 20 and one of 21 to 30 begin at the same time.
 *
 * <p>Source: VectorWise thesis 2011, table 3.1.
 */
public enum TwoScanSchedule {
  IN_TURN("in order, in turn"),
  FIRST_FIRST("in order, Q1 first"),
  SECOND_FIRST("in order, Q2 first"),
  OUT_OF_ORDER("relevance");

  private static final int WARM_UP_SECONDS = 10;

  private final String label;

  TwoScanSchedule(String label) {
    this.label = label;
  }

  /** Its name in tables. */
  public String label() {
    return label;
  }

  /**
   * What came of it.
   *
   * @param first seconds that the first scan took
   * @param second seconds that the second scan took
   * @param loads pages that were read
   */
  public record Outcome(double first, double second, long loads) {
    public double average() {
      return (first + second) / 2;
    }
  }

  /** Runs it. */
  public Outcome run() {
    SimulatedTable table = new SimulatedTable("t", 30, 1, new long[] {1});
    SimulatedStream warmUp =
        new SimulatedStream(0, List.of(scan("warm", table, 16, 20), scan("warm", table, 26, 30)));
    SimulatedStream first = new SimulatedStream(WARM_UP_SECONDS, List.of(scan("Q1", table, 1, 20)));
    SimulatedStream second =
        new SimulatedStream(WARM_UP_SECONDS, List.of(scan("Q2", table, 21, 30)));
    SimulationResult result =
        Simulation.run(
            new Machine(1, 0, 1, 1, 10),
            policy(),
            this == SECOND_FIRST ? List.of(warmUp, second, first) : List.of(warmUp, first, second));
    return new Outcome(
        seconds(result, "Q1"), seconds(result, "Q2"), result.loads() - WARM_UP_SECONDS);
  }

  private ScanPolicy policy() {
    ScanPolicy inOrder = InOrderPolicy.normal("LRU", 0, new LeastRecentlyUsed<>());
    return switch (this) {
      case IN_TURN -> inOrder; // it serves who has waited longest
      case FIRST_FIRST, SECOND_FIRST -> new FirstScanFirst(inOrder);
      case OUT_OF_ORDER -> new RelevancePolicy();
    };
  }

  /** Pages are counted from 1. */
  private static SimulatedQuery scan(String type, SimulatedTable table, int from, int to) {
    return new SimulatedQuery(type, table, 1, from - 1, to - from + 1, 0);
  }

  private static double seconds(SimulationResult result, String type) {
    return result.queries().stream()
        .filter(time -> time.query().type().equals(type))
        .mapToDouble(QueryTime::seconds)
        .sum();
  }
}
