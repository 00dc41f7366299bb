package dev.paceline.benchmarks.simulation.scans;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The automatic policy takes at most a tenth longer than the best policy of each experiment, with
 * the engine's settings of read-ahead, orders and patience.
 */
final class AutomaticChoiceTest {
  private static final int SEEDS = 3;
  private static final Machine MACHINE = Workloads.machine2011(800_000_000);
  private static final double TENTH = 1.1;

  private static void requireNearBest(
      Machine machine, double most, LongFunction<List<SimulatedStream>> workload, int seeds) {
    double best = Double.POSITIVE_INFINITY;
    for (SimulatedPolicy policy : SimulatedPolicy.values()) {
      if (policy != SimulatedPolicy.AUTO) {
        best = Math.min(best, seconds(machine, policy, workload, seeds));
      }
    }
    assertThat(seconds(machine, SimulatedPolicy.AUTO, workload, seeds) / best).isLessThan(most);
  }

  private static double seconds(
      Machine machine,
      SimulatedPolicy policy,
      LongFunction<List<SimulatedStream>> workload,
      int seeds) {
    double seconds = 0;
    for (int seed = 1; seed <= seeds; seed++) {
      seconds +=
          Simulation.runAsEngine(machine, policy, workload.apply(seed)).averageStreamSeconds();
    }
    return seconds / seeds;
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 43, 80})
  void basic(int percent) {
    Machine machine = MACHINE.withPoolBytes(18_500_000L * percent);
    requireNearBest(machine, TENTH, seed -> Workloads.basic(seed, 16), SEEDS);
  }

  /** With one stream the elevator, which reads without end, keeps the device busier. */
  @ParameterizedTest
  @CsvSource({
    "10, 1, 1.1",
    "10, 4, 1.1",
    "10, 16, 1.1",
    "50, 1, 1.15",
    "50, 4, 1.1",
    "50, 16, 1.1"
  })
  void streams(int percent, int streams, double most) {
    requireNearBest(MACHINE, most, seed -> Workloads.fast(seed, streams, percent), SEEDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ABC", "ABC DEF", "ABC BCD", "ABC BCD CDE", "ABC BCD CDE DEF"})
  void columns(String types) {
    Machine machine = MACHINE.withPoolBytes(3_600_000_000L);
    requireNearBest(
        machine, TENTH, seed -> Workloads.columns(seed, List.of(types.split(" ", -1))), SEEDS);
  }

  /** Mixes of fast and slow queries, short and long ones (2011, figure 6.3). */
  @ParameterizedTest
  @ValueSource(strings = {"F", "S", "FS", "FFS", "FSS"})
  void mixes(String speeds) {
    int[][] sizes = {{1, 2, 5, 10, 20}, {1, 2, 10, 50, 100}, {10, 30, 50, 100}};
    for (int[] percents : sizes) {
      requireNearBest(MACHINE, TENTH, seed -> mix(seed, speeds, percents), SEEDS);
    }
  }

  /** Returns streams of queries over random shares of lineitem, whose speeds are drawn as well. */
  private static List<SimulatedStream> mix(long seed, String speeds, int... percents) {
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedTable table = Workloads.lineitem();
    return Workloads.streams(
        16,
        () -> {
          boolean fast = speeds.charAt(random.nextInt(speeds.length())) == 'F';
          return Workloads.query(table, fast, percents[random.nextInt(percents.length)], random);
        });
  }

  /**
   * TPC-H streams. If nearly half of the data fits into memory, relevance takes an eighth longer
   * than predicted use, and so does the automatic policy, which chooses it.
   */
  @ParameterizedTest
  @CsvSource({"1, 300, 1.1", "2, 300, 1.1", "2, 2000, 1.1", "4, 300, 1.2"})
  void tpch(int gigabytes, int megabytesPerSecond, double most) {
    Machine machine = new Machine(megabytesPerSecond * 1e6, 0, 1, 8, gigabytes * 1_000_000_000L);
    requireNearBest(machine, most, run -> new TpchStreams().streams(run, 10), 1);
  }

  @Test
  void runsOf2004() {
    Machine machine = Workloads.queueing2004(320_000_000);
    requireNearBest(machine, TENTH, seed -> Workloads.batch2004(8), 1);
  }
}
