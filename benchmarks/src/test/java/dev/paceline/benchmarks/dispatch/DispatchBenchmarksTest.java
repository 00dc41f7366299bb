package dev.paceline.benchmarks.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The benchmark runs, under every policy, and its source hands out what it says. */
class DispatchBenchmarksTest {
  @Test
  void runsUnderEveryPolicy() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    int results = DispatchBenchmarks.run(true, new PrintStream(text, true, StandardCharsets.UTF_8));
    assertThat(results).isEqualTo(2 * SchedulingPolicyKind.values().length);
    assertThat(text.toString(StandardCharsets.UTF_8)).contains("stride", "uniform");
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
