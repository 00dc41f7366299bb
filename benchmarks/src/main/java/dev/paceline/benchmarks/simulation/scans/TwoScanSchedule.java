package dev.paceline.benchmarks.simulation.scans;

import dev.paceline.benchmarks.simulation.scans.SimulationResult.QueryTime;
import dev.paceline.storage.buffer.LeastRecentlyUsed;
import dev.paceline.storage.scan.InOrderPolicy;
import dev.paceline.storage.scan.RelevancePolicy;
import dev.paceline.storage.scan.ScanPolicy;
import java.util.List;

/**
 * A small example that shows the effect of the order of loads. Pages 16 to 20 and 26 to 30 of 30
 * pages are in memory, which has room for 10 pages. Loading a page takes a second, and processing
 * it takes no time. One scan of pages 1 to 20 and one of pages 21 to 30 begin at the same time.
 *
 * <p>Source: Świtakowski, VectorWise thesis 2011, table 3.1, with a corrected entry.
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

  /** Returns the name in tables. */
  public String label() {
    return label;
  }

  /**
   * The result of a schedule.
   *
   * @param first the seconds that the first scan took
   * @param second the seconds that the second scan took
   * @param loads the pages that were read
   */
  public record Outcome(double first, double second, long loads) {
    /** Returns the mean of both times. */
    public double average() {
      return (first + second) / 2;
    }
  }

  /** Runs both scans under this schedule. */
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
      case IN_TURN -> inOrder; // It serves the scan that has waited longest.
      case FIRST_FIRST, SECOND_FIRST -> new FirstScanFirst(inOrder);
      case OUT_OF_ORDER -> new RelevancePolicy();
    };
  }

  /** Returns a scan of some pages, which are counted from 1. */
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
