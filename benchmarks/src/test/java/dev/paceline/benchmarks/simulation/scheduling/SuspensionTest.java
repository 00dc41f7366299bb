package dev.paceline.benchmarks.simulation.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.simulation.scheduling.VirtualQuery.Phase;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The load controller suspends and resumes queries over time, in virtual milliseconds. */
class SuspensionTest {
  private static final long MILLI = 1_000_000;

  private static VirtualQuery query(
      String name, int priority, long arrival, int orders, long memory) {
    Phase phase = new Phase(0, Collections.nCopies(orders, MILLI));
    return new VirtualQuery(name, priority, arrival * MILLI, List.of(phase), memory);
  }

  private static String told(Simulator simulator) {
    StringBuilder text = new StringBuilder();
    simulator
        .changes()
        .forEach(
            change ->
                text.append(change.nanos() / MILLI)
                    .append(' ')
                    .append(change.action())
                    .append(' ')
                    .append(change.query())
                    .append('\n'));
    return text.toString();
  }

  /** Quickstep §3.10: the largest query is suspended for a more important one, and resumed. */
  @Test
  void theLargestIsSuspendedForAMoreImportantOne() {
    Simulator simulator =
        new Simulator(SchedulingPolicyKind.STRIDE.create(new SplittableRandom(1)), 2, 100);
    List<OrderRecord> records =
        simulator.run(
            List.of(
                query("small", 1, 0, 400, 20),
                query("large", 1, 0, 400, 60),
                query("urgent", 4, 50, 100, 40)));
    assertThat(told(simulator).lines().map(line -> line.substring(line.indexOf(' ') + 1)))
        .containsExactly(
            "START small", "START large", "SUSPEND large", "START urgent", "RESUME large");
    long suspended = simulator.changes().get(2).nanos();
    long resumed = simulator.changes().get(4).nanos();
    assertThat(suspended).isEqualTo(50 * MILLI);
    assertThat(resumed).isBetween(110 * MILLI, 120 * MILLI); // 100 orders at 4/5 of two workers
    assertThat(records.stream().filter(record -> record.query().equals("large")))
        .hasSize(400)
        .noneMatch(
            record -> record.startNanos() > suspended && record.startNanos() < resumed - MILLI);
  }

  /** All orders of all queries run once, whatever arrives, and no query waits for ever. */
  @Test
  void everybodyComesToAnEnd() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<VirtualQuery> queries = new ArrayList<>();
      int orders = 0;
      for (int i = 0; i < 12; i++) {
        int count = random.nextInt(30);
        orders += count;
        queries.add(
            query("q" + i, 1 + random.nextInt(4), random.nextInt(60), count, random.nextInt(150)));
      }
      SchedulingPolicyKind[] kinds = SchedulingPolicyKind.values();
      Simulator simulator =
          new Simulator(kinds[seed % kinds.length].create(random), 1 + seed % 5, 100);
      assertThat(simulator.run(queries)).as("seed %d", seed).hasSize(orders);
    }
  }
}
