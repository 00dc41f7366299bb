package dev.paceline.storage.scan.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulator and the policies against the published figures, and those of the digests. */
final class SimulationTest {
  private static final Percentage TENTH = Percentage.withPercentage(10);

  /** Digest 2004, section 3: reference numbers of the drafting simulation. */
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
   * 2004, figure 8: constant until the processor is full, while normal scans take times as long.
   */
  @Test
  void cooperativeScansTakeNoLongerThanOne() {
    Machine machine = Workloads.machine2004().withPoolBytes(320_000_000);
    for (int scans : new int[] {2, 4, 8, 16, 32}) {
      Map<SimulatedPolicy, Double> seconds = new EnumMap<>(SimulatedPolicy.class);
      for (SimulatedPolicy policy : SimulatedPolicy.values()) {
        seconds.put(
            policy,
            Simulation.run(machine, policy, 0, Workloads.batch2004(scans), false).averageSeconds());
      }
      double expected = scans == 2 ? 57 : 55;
      assertThat(seconds.get(SimulatedPolicy.ELEVATOR)).isCloseTo(expected, TENTH);
      assertThat(seconds.get(SimulatedPolicy.RELEVANCE)).isCloseTo(expected, TENTH);
      assertThat(seconds.get(SimulatedPolicy.ATTACH)).isCloseTo(60, TENTH);
      assertThat(seconds.get(SimulatedPolicy.LRU)).isGreaterThan(scans == 2 ? 85 : 180);
    }
  }

  /** Thesis 2011, table 6.1, in the bands of digest 3.9; and the shape of figure 6.2. */
  @Test
  void basicBenchmarkOf2011() {
    Machine machine = Workloads.machine2011(800_000_000);
    double leastRecentlyUsed = 0;
    double predicted = 0;
    double relevance = 0;
    for (int seed = 1; seed <= 5; seed++) {
      List<SimulatedStream> streams = Workloads.basic(seed, 16);
      SimulationResult lru = run(machine, SimulatedPolicy.LRU, streams);
      SimulationResult pbm = run(machine, SimulatedPolicy.PBM, streams);
      SimulationResult cooperative = run(machine, SimulatedPolicy.RELEVANCE, streams);
      leastRecentlyUsed += lru.bytes();
      predicted += pbm.bytes();
      relevance += cooperative.bytes();
      assertThat(cooperative.averageStreamSeconds())
          .as("seed %d", seed)
          .isLessThan(Math.min(lru.averageStreamSeconds(), pbm.averageStreamSeconds()));
    }
    assertThat(leastRecentlyUsed / relevance).isBetween(2.5, 4.5);
    assertThat(predicted / relevance).isBetween(1.5, 2.6);
    assertThat(1 - predicted / leastRecentlyUsed).isBetween(0.30, 0.55);
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
