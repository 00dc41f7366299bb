package dev.paceline.benchmarks.policies;

import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.simulation.scheduling.Simulator;
import dev.paceline.benchmarks.simulation.scheduling.VirtualQuery;
import dev.paceline.benchmarks.simulation.scheduling.VirtualQuery.Phase;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Runs streams on any number of virtual workers, with the tasks that real queries had when they ran
 * alone. A stream's next query begins when the last one ends.
 */
final class VirtualWorkers {
  private static final long SEED = 1;

  private final Map<String, List<Phase>> queries = new HashMap<>();

  /** Learns a query from a schedule in which it ran alone. */
  void learn(String query, Schedule alone) {
    queries.put(query, phases(alone.orders()));
  }

  /** Returns the tasks of the last query among some, by their operators. */
  static List<Phase> phases(List<OrderRecord> orders) {
    long last = orders.stream().mapToLong(OrderRecord::queryNumber).max().orElseThrow();
    Map<Integer, List<Long>> operators = new LinkedHashMap<>();
    orders.stream()
        .filter(order -> order.queryNumber() == last)
        .sorted(Comparator.comparingLong(OrderRecord::startNanos))
        .forEach(
            order ->
                operators
                    .computeIfAbsent(order.operator(), key -> new ArrayList<>())
                    .add(Math.max(1, order.nanos())));
    List<Phase> phases = new ArrayList<>();
    operators.forEach((operator, nanos) -> phases.add(new Phase(operator, nanos)));
    return phases;
  }

  /** Returns the time of all tasks together. */
  static long workNanos(List<Phase> phases) {
    return phases.stream()
        .flatMap(phase -> phase.orderNanos().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  /**
   * Runs streams of queries that were learnt.
   *
   * @param seconds the time that the schedule covers
   */
  Schedule run(
      List<QueryStream> streams, SchedulingPolicyKind policy, int workers, double seconds) {
    long nanos = Timing.nanos(seconds);
    List<VirtualQuery> simulated = new ArrayList<>();
    for (QueryStream stream : streams) {
      List<Phase> once = queries.get(stream.query());
      long runs = stream.runs() > 0 ? stream.runs() : 1 + workers * nanos / workNanos(once);
      List<Phase> phases = new ArrayList<>();
      for (long i = 0; i < runs; i++) {
        for (Phase phase : once) { // operators end with their run, each has its own
          phases.add(new Phase(phases.size(), phase.orderNanos()));
        }
      }
      simulated.add(
          new VirtualQuery(
              stream.name(), stream.priority(), (long) (stream.start() * nanos), phases));
    }
    Simulator simulator = new Simulator(policy.create(new SplittableRandom(SEED)), workers);
    return new Schedule(workers, nanos, simulator.run(simulated, nanos), Map.of());
  }
}
