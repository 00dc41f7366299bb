package dev.paceline.benchmarks.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.cli.BenchRun;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import org.junit.jupiter.api.Test;

/** The benchmark runs, under every policy, and its source hands out what it says. */
class DispatchBenchmarksTest {
  @Test
  void runsUnderEveryPolicy() throws Exception {
    BenchRun run = BenchRun.of("dispatch", "--smoke");
    assertThat(run.json().path("figures")).hasSize(2 * SchedulingPolicyKind.values().length);
    assertThat(run.printed()).contains("stride", "uniform", "1000 us");
  }

  @Test
  void workersStayBusyUntilOrdersAreShort() {
    assertThat(VirtualDispatch.utilisation(64, 500, 1_000_000)).isGreaterThan(0.98);
    // 10 us hand out 20 orders
    assertThat(VirtualDispatch.utilisation(64, 500, 10_000)).isBetween(0.28, 0.33);
  }

  @Test
  void handsOutSoManyOrders() {
    EmptyOrders orders = new EmptyOrders(2);
    assertThat(orders.exhausted()).isFalse();
    assertThat(orders.next()).isNotNull();
    assertThat(orders.next()).isNotNull();
    assertThat(orders.exhausted()).isTrue();
    assertThat(orders.next()).isNull();
  }
}
