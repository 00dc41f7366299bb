package dev.paceline.benchmarks.simulation.scans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The simulator and the policies against the published figures, and those of an independent model.
 */
final class SimulationTest {
  private static final Percentage TENTH = Percentage.withPercentage(10);

  /** Reference numbers of an independent simulation of cooperative scans 2004, section 3. */
  @ParameterizedTest
  @CsvSource({
    "LRU, 4.45, 4.95, 4.70, 55",
    "ATTACH, 2.65, 2.55, 2.50, 29",
    "ELEVATOR, 2.75, 2.55, 2.30, 24",
    "RELEVANCE, 2.65, 2.55, 2.50, 25"
  })
  void homogeneousRunOf2004(
      SimulatedPolicy policy, double first, double second, double third, int loads) {
    requireRun(policy, loads, new double[] {20, 20, 20}, first, second, third);
  }

  @ParameterizedTest
  @CsvSource({
    "LRU, 3.35, 2.73, 3.16, 40",
    "ATTACH, 3.66, 2.78, 3.00, 39",
    "ELEVATOR, 3.85, 2.34, 2.74, 24",
    "RELEVANCE, 3.85, 1.64, 2.65, 29"
  })
  void heterogeneousRunOf2004(
      SimulatedPolicy policy, double first, double second, double third, int loads) {
    requireRun(policy, loads, new double[] {45, 5, 25}, first, second, third);
  }

  private static void requireRun(
      SimulatedPolicy policy, int loads, double[] cyclesPerByte, double... expected) {
    SimulationResult result =
        Simulation.run(
            Workloads.machine2004(), policy, 0, Workloads.runOf2004(cyclesPerByte), true);

    for (int i = 0; i < expected.length; i++) {
      assertThat(result.queries().get(i).seconds()).isCloseTo(expected[i], TENTH);
    }
    assertThat((double) result.loads()).isCloseTo(loads, TENTH);
  }

  @Test
  void oneScanOf2004TakesWhatItsSlowerHalfTakes() {
    double[] cyclesPerByte = {5, 20, 25, 45};
    double[] seconds = {2.01, 2.05, 2.06, 2.35};
    for (int i = 0; i < cyclesPerByte.length; i++) {
      for (SimulatedPolicy policy : SimulatedPolicy.values()) {
        assertThat(
                Simulation.run(
                        Workloads.machine2004(),
                        policy,
                        0,
                        Workloads.runOf2004(cyclesPerByte[i]),
                        false)
                    .averageSeconds())
            .as(policy.label())
            .isCloseTo(seconds[i], within(0.015));
      }
    }
  }

  /**
   * Cooperative scans 2004, figure 8: constant until the processor is full, while normal scans take
   * times as long.
   */
  @ParameterizedTest
  @CsvSource({
    "16, 2, 90, 60, 57, 57",
    "16, 8, 413, 60, 55, 55",
    "16, 16, 306, 60, 55, 55",
    "16, 48, 253, 69, 65, 63",
    "32, 4, 191, , , 51",
    "32, 48, 181, , , 58",
    "96, 32, 58, 60, , 38"
  })
  void cooperativeScansTakeNoLongerThanOne(
      int chunks, int scans, Double lru, Double attach, Double elevator, Double relevance) {
    requireSeconds(
        Workloads.queueing2004(20_000_000L * chunks),
        Workloads.batch2004(scans),
        TENTH,
        Arrays.asList(lru, attach, elevator, relevance));
  }

  /**
   * Compares the mean time of scans with the source.
   *
   * @param expected the times under LRU, attach, elevator and relevance; null where the source has
   *     none
   */
  private static void requireSeconds(
      Machine machine, List<SimulatedStream> streams, Percentage tolerance, List<Double> expected) {
    List<SimulatedPolicy> policies =
        List.of(
            SimulatedPolicy.LRU,
            SimulatedPolicy.ATTACH,
            SimulatedPolicy.ELEVATOR,
            SimulatedPolicy.RELEVANCE);
    for (int i = 0; i < policies.size(); i++) {
      if (expected.get(i) != null) {
        assertThat(Simulation.run(machine, policies.get(i), 0, streams, false).averageSeconds())
            .as(policies.get(i).label())
            .isCloseTo(expected.get(i), tolerance);
      }
    }
  }

  /** With scans of different lengths, relevance has the best mean and the best worst. */
  @ParameterizedTest
  @ValueSource(ints = {16, 34})
  void scansOfDifferentLength(int chunks) {
    Machine machine = Workloads.queueing2004(10_000_000L * chunks);
    Map<SimulatedPolicy, double[]> meanAndWorst = new EnumMap<>(SimulatedPolicy.class);
    for (int seed = 1; seed <= 5; seed++) {
      List<SimulatedStream> streams = Workloads.ranges2004(seed);
      Map<String, Double> base = Workloads.baseSeconds(machine, 0, streams);
      for (SimulatedPolicy policy : SimulatedPolicy.values()) {
        DoubleSummaryStatistics slowdowns =
            slowdowns(Simulation.run(machine, policy, 0, streams, false), base);
        double[] sums = meanAndWorst.computeIfAbsent(policy, unused -> new double[2]);
        sums[0] += slowdowns.getAverage();
        sums[1] += slowdowns.getMax();
      }
    }

    double[] best = meanAndWorst.remove(SimulatedPolicy.RELEVANCE);
    meanAndWorst.remove(SimulatedPolicy.AUTO); // It leaves most decisions to relevance.
    double[] elevator = meanAndWorst.get(SimulatedPolicy.ELEVATOR);
    meanAndWorst.forEach(
        (policy, others) -> {
          assertThat(best[0]).as(policy.label()).isLessThan(others[0]);
          assertThat(best[1]).as(policy.label()).isLessThan(others[1]);
        });
    assertThat(elevator[1]).as("short scans wait for a whole round").isGreaterThan(3 * best[1]);
  }

  /** Returns the ratio of each query's time to the time of its type alone. */
  private static DoubleSummaryStatistics slowdowns(
      SimulationResult result, Map<String, Double> base) {
    return result.queries().stream()
        .mapToDouble(time -> time.seconds() / base.get(time.query().type()))
        .summaryStatistics();
  }

  /** A counter-example: where all scans are equal, elevator is as good. */
  @ParameterizedTest
  @CsvSource({"16, 40.99, 11.87, 9.32, 9.42", "34, 13.17, 11.87, 6.73, 6.79"})
  void fullScans(int chunks, double lru, double attach, double elevator, double relevance) {
    requireSeconds(
        Workloads.queueing2004(10_000_000L * chunks),
        fullScansOf2004(),
        Percentage.withPercentage(1),
        List.of(lru, attach, elevator, relevance));
  }

  /** Returns eight scans of the whole table, three seconds apart, fast and slow in turn. */
  private static List<SimulatedStream> fullScansOf2004() {
    SimulatedTable table = Workloads.tableOf60Chunks();
    List<SimulatedStream> streams = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      SimulatedQuery query = Workloads.scanOf60Chunks(table, i % 2 == 0, 0, 60);
      streams.add(new SimulatedStream(3 * i, List.of(query)));
    }
    return streams;
  }

  @Test
  void readsEverythingOnceIfItFits() {
    Machine machine = Workloads.machine2011(2_000_000_000);
    List<SimulatedStream> streams = Workloads.basic(1, 16);
    for (SimulatedPolicy policy : SimulatedPolicy.values()) {
      assertThat((double) run(machine, policy, streams).bytes())
          .as(policy.label())
          .isLessThanOrEqualTo(1.86e9);
    }
  }

  @Test
  void sameSeedSameRun() {
    Machine machine = Workloads.machine2011(800_000_000);
    for (SimulatedPolicy policy : SimulatedPolicy.values()) {
      List<SimulatedStream> streams = Workloads.basic(7, 8);
      SimulationResult first = run(machine, policy, streams);
      SimulationResult second = run(machine, policy, streams);
      assertThat(first).as(policy.label()).isEqualTo(second);
    }
  }

  private static SimulationResult run(
      Machine machine, SimulatedPolicy policy, List<SimulatedStream> streams) {
    return Simulation.run(machine, policy, Workloads.READ_AHEAD_2011, streams, false);
  }
}
