package dev.paceline.benchmarks.simulation.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.simulation.scheduling.VirtualQuery.Phase;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.policy.StridePolicy;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders are handed out one after the other, which limits many workers but not few. */
class DispatchTimeTest {
  private static final int ORDERS = 1000;
  private static final int DISPATCH_NANOS = 10;
  private static final int ORDER_NANOS = 90;

  @ParameterizedTest
  @CsvSource({"1, 100000", "2, 50000", "10, 10090", "64, 10090"})
  void noMoreThanOneOrderIsHandedOutAtATime(int workers, long nanos) {
    Simulator simulator = new Simulator(new StridePolicy(), workers);
    simulator.setDispatchNanos(DISPATCH_NANOS);
    Phase phase = new Phase(0, Collections.nCopies(ORDERS, (long) ORDER_NANOS));
    List<OrderRecord> orders =
        simulator.run(List.of(new VirtualQuery("query", 1, 0, List.of(phase))));
    assertThat(orders).hasSize(ORDERS).allMatch(order -> order.nanos() == ORDER_NANOS);
    long end = orders.stream().mapToLong(OrderRecord::endNanos).max().orElseThrow();
    assertThat(end).isBetween(nanos, nanos + 2 * (DISPATCH_NANOS + ORDER_NANOS));
  }
}
