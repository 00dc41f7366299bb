package dev.paceline.benchmarks.dispatch;

import dev.paceline.benchmarks.simulation.scheduling.Simulator;
import dev.paceline.benchmarks.simulation.scheduling.VirtualQuery;
import dev.paceline.benchmarks.simulation.scheduling.VirtualQuery.Phase;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** How busy virtual workers are kept when each order takes a time to be handed out. */
final class VirtualDispatch {
  private static final int QUERIES = 10;
  private static final int ORDERS_PER_WORKER = 100;

  private VirtualDispatch() {}

  /**
   * The share of the workers' time that orders take while there are enough of them.
   *
   * @param dispatchNanos in which one order is handed out, and no other
   * @param orderNanos that each takes
   */
  static double utilisation(int workers, long dispatchNanos, long orderNanos) {
    Simulator simulator =
        new Simulator(SchedulingPolicyKind.STRIDE.create(new SplittableRandom(1)), workers);
    simulator.setDispatchNanos(dispatchNanos);
    Phase phase =
        new Phase(0, Collections.nCopies(workers * ORDERS_PER_WORKER / QUERIES, orderNanos));
    List<VirtualQuery> queries = new ArrayList<>();
    for (int i = 0; i < QUERIES; i++) {
      queries.add(new VirtualQuery("query " + i, 1, 0, List.of(phase)));
    }
    List<OrderRecord> orders = simulator.run(queries);
    long end = orders.stream().mapToLong(OrderRecord::endNanos).max().orElseThrow();
    return (double) orders.size() * orderNanos / ((double) workers * end);
  }
}
